"""Shows every screen in every size and both languages (`make screens`).

All pictures go to ``build/screens``, the chosen ones, made small, to ``docs/screens``. Faults that the audit
finds are printed, and end with exit code 1.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import cv2

ROOT: Final = Path(__file__).resolve().parent.parent
ALL: Final = ROOT / "build" / "screens"
CHOSEN: Final = ROOT / "docs" / "screens"
SIZES: Final = (
    "7-landscape",
    "7-portrait",
    "10-landscape",
    "10-portrait",
    "13-landscape",
    "13-portrait",
)
LONG_SIDE: Final = 1000
"""Pixels of the chosen pictures: enough to see what is cut."""

KEPT: Final = {
    "10-landscape": "",
    "7-portrait": "start setup table-trick table-raise table-doubt table-hand-over board-eleven settings",
    "13-landscape": "table-trick quiz",
}
"""Scenes kept of a size, in the first language; "" for all of them."""

IN_ENGLISH: Final = {"7-landscape": "start table-trick table-six setup-option quiz match"}


def main() -> int:
    """Makes all pictures, keeps some."""
    wrong = 0
    for size in SIZES:
        screen = ["xvfb-run", "-a", "-s", "-screen 0 2560x2560x24"]
        survey = [sys.executable, "tests/app/ui/survey.py", size, "--out", str(ALL)]
        wrong |= subprocess.run([*screen, *survey], cwd=ROOT, check=False).returncode
    CHOSEN.mkdir(parents=True, exist_ok=True)
    for old in CHOSEN.glob("*.jpg"):
        old.unlink()
    for kept, language in ((KEPT, "pt_BR"), (IN_ENGLISH, "en")):
        for size, scenes in kept.items():
            names = scenes.split() or sorted(
                path.name.removesuffix(f"-{size}-{language}.png")
                for path in ALL.glob(f"*-{size}-{language}.png")
            )
            for name in names:
                _keep(ALL / f"{name}-{size}-{language}.png")
    return wrong


def _keep(picture: Path) -> None:
    image = cv2.imread(str(picture))
    if image is None:
        print(f"there is no {picture.name}")
        return
    scale = min(1.0, LONG_SIDE / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(CHOSEN / f"{picture.stem}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 82])


if __name__ == "__main__":
    sys.exit(main())
