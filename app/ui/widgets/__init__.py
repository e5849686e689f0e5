"""The widget set of all screens. Importing this package makes the kv names below known.

``Txt``: a label (``style``: "small", "body", "strong", "title"; ``bold_face``; ``tone``: "text", "quiet",
    "gold", "alarm", or "own" for a ``color`` of its own; ``fit``: shrinks until it fits its box).
``Para``: a ``Txt`` that is as high as its text, for a ``Column``.
``TouchButton``: text on a ground (``kind``: "plain", "main", "alarm", "team0", "team1", "paper", "flat"),
    at least 12 mm; its text shrinks until it fits. ``on_release``.
``Segmented``: one of a few (``options``: list of (value, text); ``value``; ``on_pick(value)``).
``Toggle``: on or off, with its ``text`` (``on``; ``on_flip(on)``).
``CardFace``: a drawn card, as large as fits (``card`` "7H", ``covered``, ``manilha``, ``empty``, ``doubt``,
    ``dim``).
``CardRow``: several cards in a row (``cards``: list of names, ``golden``: those with a gold edge).
``CardPicker``: every card of a deck to be named by one touch; the app has one (``app.picker``).
``Field``: one line of text typed by hand.
``ScoreBox``: a team's name and points.
``Panel``: a box with the panel's ground; ``Column``: a box that grows with its children, for ``Scroll``.
``Header``: back button and title on top of a page.
``Dialog``: a question over everything; opened with ``app.ask`` (see `app.ui.application`).
"""

from pathlib import Path

from kivy.lang import Builder

from app.ui.widgets.buttons import Segmented, Toggle, TouchButton
from app.ui.widgets.cards import CardFace, CardPicker, CardRow
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fields import Field
from app.ui.widgets.frames import Column, Digits, Header, Panel, ScoreBox, Scroll
from app.ui.widgets.text import Txt

Builder.load_file(str(Path(__file__).with_name("widgets.kv")))

__all__ = [
    "CardFace",
    "CardPicker",
    "CardRow",
    "Column",
    "Dialog",
    "Digits",
    "Field",
    "Header",
    "Panel",
    "ScoreBox",
    "Scroll",
    "Segmented",
    "Toggle",
    "TouchButton",
    "Txt",
]
