"""Looking back: matches, hands and tricks as values, made from the stored log. No kivy.

``story_of(saved)``: a `SavedMatch` as `MatchStory` (hands, score line, who raised and ran).
``steps_of(hand)``: a hand step by step, each with the table after it and the reasons, for replaying.
``to_json(stories)``, ``to_csv(stories)``: texts to export; ``exports_folder()``: where they go.
"""

from app.history.export import exports_folder, to_csv, to_json
from app.history.hand import Called, CallKind, HandStory
from app.history.steps import Position, Step, StepKind, steps_of
from app.history.story import MatchStory, ScorePoint, Tally, story_of

__all__ = [
    "CallKind",
    "Called",
    "HandStory",
    "MatchStory",
    "Position",
    "ScorePoint",
    "Step",
    "StepKind",
    "Tally",
    "exports_folder",
    "steps_of",
    "story_of",
    "to_csv",
    "to_json",
]
