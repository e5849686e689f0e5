"""Compiles every `.po` under `app/locale` into the `.mo` beside it that the app reads (`make locale`)."""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent.parent / "app" / "locale"


def compiled(po: Path) -> bytes:
    """The `.mo` of a `.po`; ValueError where a key stands in it twice or has no words."""
    with po.open("rb") as file:
        catalogue = read_po(file, ignore_obsolete=True, abort_invalid=True)
    empty = [message.id for message in catalogue if message.id and not message.string]
    text = po.read_text(encoding="utf-8")
    keys = [line for line in text.splitlines() if line.startswith('msgid "') and line != 'msgid ""']
    twice = sorted({line for line in keys if keys.count(line) > 1})
    if empty or twice:
        raise ValueError(f"{po}: without words: {empty}, twice: {twice}")
    # The time of compiling would make every build another file.
    catalogue.creation_date = catalogue.revision_date = datetime.fromtimestamp(0, UTC)
    made = io.BytesIO()
    write_mo(made, catalogue)
    return made.getvalue()


def main() -> int:
    """Compiles all of them."""
    for po in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        po.with_suffix(".mo").write_bytes(compiled(po))
    return 0


if __name__ == "__main__":
    sys.exit(main())
