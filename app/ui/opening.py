"""What kivy must be told before it is imported: everything that opens a window begins here."""

from __future__ import annotations

import logging
import os


def before_kivy(width: int = 1280, height: int = 800) -> None:
    """Sets up kivy for Vira, with a window of so many pixels where the system leaves a choice."""
    # Kivy must neither read our arguments nor write its own log over ours.
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_LOG_MODE="PYTHON")
    # What kivy misses (a clipboard) is nothing to the people at the table; faults still end in a traceback.
    logging.getLogger("kivy").propagate = False
    logging.getLogger("kivy").addHandler(logging.NullHandler())
    from kivy.config import Config

    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    # Shapes smooth their own edges; sampling every pixel several times costs three times the drawing.
    Config.set("graphics", "multisamples", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("kivy", "exit_on_escape", "0")
