"""Teaching live: why something was judged so, and what the table may know about what comes next. No kivy.

Only what lies on the table or was said counts: a `Note` is built from the engine's reasons or from a
`Position`, which holds nothing that a player could not see; a covered card has no identity in it.

``notes_on(thing, rules)``: the reasons for a trick, an outcome, an open case or a refusal, chief first.
``notes_at(match)``: what can be said about the position: special hand, card lying, tie, raise.
``why_manilha(match, card)``: why this card is a manilha now, or None.
``worded(note, words, level)``: the note as an `Explanation` in one language; None at `Level.OFF`.
"""

from app.teach.explanation import Explanation, worded
from app.teach.level import Level
from app.teach.lying import why_manilha
from app.teach.note import Note
from app.teach.position import Position, notes_at, position_of
from app.teach.reasons import notes_on

__all__ = [
    "Explanation",
    "Level",
    "Note",
    "Position",
    "notes_at",
    "notes_on",
    "position_of",
    "why_manilha",
    "worded",
]
