"""The score line of a match, drawn."""

from __future__ import annotations

from kivy.graphics import Color, Ellipse, Line, Rectangle
from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from app.ui.present.history import Chart


class ScoreChart(Widget):
    """Both teams' points over the hands. The first team has round marks, the second square ones.

    ``chart``: a `Chart`; colours are RGBA, ``letters`` the height of letters in pixels.
    """

    chart = ObjectProperty(None, allownone=True)
    ground = ListProperty((0, 0, 0, 1))
    line = ListProperty((1, 1, 1, 1))
    ink = ListProperty((1, 1, 1, 1))
    colours = ListProperty(((1, 1, 1, 1), (1, 1, 1, 1)))
    letters = NumericProperty(14)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        for name in ("chart", "size", "pos", "ground", "line", "ink", "colours", "letters"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        self.canvas.after.clear()
        self.clear_widgets()
        if self.chart is None or self.width < 2 or self.height < 2:
            return
        left, bottom, wide, high = self._frame()
        with self.canvas.before:
            Color(*self.ground)
            Rectangle(pos=self.pos, size=self.size)
            Color(*self.line)
            for points in self._marks():
                y = bottom + high * points / self.chart.top
                Line(
                    points=(left - self.letters * 0.5, y, left + wide, y),
                    width=1.6 if points == self.chart.top else 1,
                )
        for points in self._marks():
            y = bottom + high * points / self.chart.top
            self._write(str(points), self.x, y, self.letters * 2, "right")
        for hand in {1, self.chart.hands}:
            x = left + wide * hand / self.chart.hands
            self._write(str(hand), x - self.letters, self.y + self.letters * 0.8, self.letters * 2, "center")
        self._draw_teams()

    def _frame(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the drawing proper; at its right the names find room."""
        left = self.x + self.letters * 2.8
        bottom = self.y + self.letters * 2
        return left, bottom, max(1.0, self.width - self.letters * 4), self.height - self.letters * 3

    def _marks(self) -> tuple[int, ...]:
        top = self.chart.top
        return (*range(0, top, 3 if top <= 15 else max(3, top // 4)), top)

    def _draw_teams(self) -> None:
        left, bottom, wide, high = self._frame()
        chart: Chart = self.chart
        size = max(3.0, self.letters * 0.3)
        with self.canvas.after:
            for game in chart.games:
                for team, places in enumerate(game):
                    # Where both have the same points both lines stay to be seen.
                    shift = size * (0.35 if team else -0.35)
                    points = [
                        (left + wide * hand / chart.hands, bottom + high * score / chart.top + shift)
                        for hand, score in places
                    ]
                    flat = [number for point in points for number in point]
                    for colour, width in ((self.ink, size * 0.62), (self.colours[team], size * 0.4)):
                        Color(*colour)
                        Line(points=flat, width=width, joint="round", cap="round")
                        shape = Rectangle if team else Ellipse
                        for x, y in points:
                            radius = size + (width - size * 0.4)
                            shape(pos=(x - radius, y - radius), size=(radius * 2, radius * 2))

    def _write(self, text: str, x: float, y: float, width: float, align: str) -> None:
        label = Label(text=text, font_name="text", font_size=self.letters, color=self.ink)
        label.size = (width, self.letters * 1.4)
        label.text_size = label.size
        label.halign, label.valign = align, "middle"
        label.pos = (x, y - label.height / 2)
        self.add_widget(label)
