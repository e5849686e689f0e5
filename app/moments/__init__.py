"""Saving a moment at the table as small files, and replaying it: a fault that runs in a test. No kivy."""

from app.moments.format import MomentError
from app.moments.recorder import Recorder
from app.moments.replay import Moment, is_moment, read_moment, replay

__all__ = ["Moment", "MomentError", "Recorder", "is_moment", "read_moment", "replay"]
