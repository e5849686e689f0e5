"""Text that is never cut: it grows with its words, or shrinks until it fits."""

from __future__ import annotations

from functools import lru_cache

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty
from kivy.uix.label import Label

SMALLEST = 0.55
"""Share of the wanted size below which text is not shrunk."""


@lru_cache(maxsize=4096)
def fitting(
    text: str, font: str, wanted: float, width: float, height: float, markup: bool = False, line: bool = False
) -> float:
    """The largest size of letters, at most ``wanted``, at which the text fits into so many pixels.

    ``line``: in one line.
    """
    if not text or width <= 0 or height <= 0:
        return wanted
    if markup:
        # Tags are no letters; the sizes they name are not used with fitting text.
        text = _without_tags(text)
    size = wanted
    while size > wanted * SMALLEST:
        label = CoreLabel(text=text, font_name=font, font_size=size, text_size=(width, None))
        label.resolve_font_name()
        _, high = label.render()
        words = [text] if line else text.split() or [text]
        widest = max(label.get_extents(word)[0] for word in words)
        if high <= height and widest <= width:
            break
        size *= 0.93
    return size


def _without_tags(text: str) -> str:
    kept, inside = [], False
    for letter in text:
        inside = letter == "[" or (inside and letter != "]")
        if not inside and letter != "]":
            kept.append(letter)
    return "".join(kept)


class Fitted:
    """Mixed into a label: sets ``font_size`` to ``wanted`` or, with ``fit``, to what fits."""

    def begin_fitting(self) -> None:
        """Follows everything that the fitting size hangs on."""
        self._refit = Clock.create_trigger(lambda _: self.refit(), -1)
        for name in ("text", "size", "wanted", "fit", "line", "font_name", "padding"):
            self.fbind(name, lambda *_: self._refit())
        self._refit()

    def refit(self) -> None:
        """Chooses the size of the letters anew."""
        wanted = self.wanted
        if self.fit:
            left, top, right, bottom = self.padding
            room = self.width - left - right, self.height - top - bottom
            wanted = fitting(self.text, self.font_name, self.wanted, *room, self.markup, self.line)
        if abs(wanted - self.font_size) > 0.1:
            self.font_size = wanted


class Txt(Fitted, Label):
    """A label in one of the app's sizes and tones; ``line``: fitted into one line."""

    wanted = NumericProperty(16)
    fit = BooleanProperty(False)
    line = BooleanProperty(False)
    style = OptionProperty("body", options=("small", "body", "strong", "title"))
    bold_face = BooleanProperty(False)
    tone = OptionProperty("text", options=("text", "quiet", "gold", "alarm", "own"))

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.begin_fitting()
