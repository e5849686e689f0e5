"""Where Vira keeps what lasts."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

FILE_NAME: Final = "vira.sqlite3"


def data_folder() -> Path:
    """The folder of the user's data: ``VIRA_DATA`` where it is set, else what the system has for programs."""
    asked = os.environ.get("VIRA_DATA")
    if asked:
        return Path(asked).expanduser()
    if private := os.environ.get("ANDROID_PRIVATE"):
        return Path(private) / "vira"
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / "AppData" / "Local") / "Vira"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Vira"
    base = os.environ.get("XDG_DATA_HOME")
    # The standard says that a relative path there is to be ignored.
    return (Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share") / "vira"
