"""Looks at the widgets that are shown: cut text, small targets, things over each other or off the screen."""

from __future__ import annotations

from typing import Any

from driven import Driven

TOUCH_DP = 12.0 * 160 / 25.4
"""The least side of a target, in dp: 12 mm."""

SMALLEST_DP = 10.5
"""The least size of letters, in dp: a capital of 1.2 mm, which is read at arm's length."""

SLACK = 2.5
"""Pixels that rounding may cost."""

Box = tuple[float, float, float, float]


def faults(window: Driven, density: float) -> list[str]:
    """What is wrong with the screen as it is shown now, one line each."""
    from kivy.core.window import Window
    from kivy.uix.behaviors import ButtonBehavior
    from kivy.uix.label import Label

    front = [w for w in window.walk() if not _beneath(window, w)]
    found = []
    texts: list[tuple[str, Box]] = []
    targets: list[tuple[str, Any, Box]] = []
    for widget in front:
        box = _box(widget)
        seen = _seen(widget, box)
        if seen is None:
            continue
        name = repr(getattr(widget, "text", "") or getattr(widget, "label", "") or type(widget).__name__)
        if isinstance(widget, ButtonBehavior) and not widget.disabled:
            if min(widget.width, widget.height) + SLACK < TOUCH_DP * density:
                millimetres = [round(side / density / 160 * 25.4, 1) for side in widget.size]
                found.append(f"target {name} is {millimetres} mm")
            targets.append((name, widget, seen))
        if isinstance(widget, Label) and widget.text:
            found += _text_faults(widget, name, density)
            texts.append((name, _common(_drawn(widget), seen)))
        inside = min(box[:2]) >= -SLACK and box[2] <= Window.width + SLACK and box[3] <= Window.height + SLACK
        if isinstance(widget, Label | ButtonBehavior) and not inside and not _scrolls(widget):
            found.append(f"{name} is off the screen: {[round(side) for side in box]}")
    for number, (name, widget, box) in enumerate(targets):
        for other_name, other, other_box in targets[number + 1 :]:
            if _over(box, other_box) and not _holds(widget, other) and not _holds(other, widget):
                found.append(f"targets {name} and {other_name} lie over each other")
    for number, (name, box) in enumerate(texts):
        for other_name, other_box in texts[number + 1 :]:
            if _over(box, other_box):
                found.append(f"texts {name} and {other_name} lie over each other")
    return found


def _text_faults(label: Any, name: str, density: float) -> list[str]:
    if type(label).__name__ == "Digits":
        wide = label.texture_size[0] > label.width + SLACK
        return [f"digits {name} are cut"] if wide or label.font_size * 0.729 > label.height + SLACK else []
    _, top, _, bottom = label.padding
    wide, high = label.texture_size
    found = []
    # The texture holds the padding too, where the text is laid out in a width of its own.
    if wide > label.width + SLACK or high > label.height + top + bottom + SLACK:
        found.append(f"text {name} is cut: {label.texture_size} in {[round(side) for side in label.size]}")
    if label.font_size < SMALLEST_DP * density - 0.5:
        found.append(f"text {name} is too small: {label.font_size / density:.1f} dp")
    return found


def _beneath(window: Driven, widget: Any) -> bool:
    """Whether a question lies over it."""
    dialog = window.app.dialog
    if dialog is None:
        return False
    return not _holds(dialog, widget) and widget is not dialog


def _holds(parent: Any, widget: Any) -> bool:
    above = widget.parent
    while above is not None and above is not getattr(above, "parent", None):
        if above is parent:
            return True
        above = above.parent
    return False


def _scrolls(widget: Any) -> bool:
    from kivy.uix.scrollview import ScrollView

    above = widget.parent
    while above is not None and above is not getattr(above, "parent", None):
        if isinstance(above, ScrollView):
            return True
        above = above.parent
    return False


def _box(widget: Any) -> Box:
    x, y = widget.to_window(widget.x, widget.y)
    return (x, y, x + widget.width, y + widget.height)


def _drawn(label: Any) -> Box:
    """Where the letters of a label are, about."""
    x, y = label.to_window(*label.center)
    wide, high = min(label.texture_size[0], label.width), label.texture_size[1]
    high = min(high, label.height) * 0.7
    return (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _seen(widget: Any, box: Box) -> Box | None:
    """The part of it that no scrolling hides; None where that is nothing."""
    from kivy.uix.scrollview import ScrollView

    above = widget.parent
    while above is not None and above is not getattr(above, "parent", None):
        if isinstance(above, ScrollView):
            x, y = above.to_window(above.x, above.y)
            box = (
                max(box[0], x),
                max(box[1], y),
                min(box[2], x + above.width),
                min(box[3], y + above.height),
            )
        above = above.parent
    return None if box[2] - box[0] < SLACK or box[3] - box[1] < SLACK else box


def _common(first: Box, second: Box) -> Box:
    """What two boxes share: of a text, what no scrolling hides."""
    left, bottom = max(first[0], second[0]), max(first[1], second[1])
    return (left, bottom, min(first[2], second[2]), min(first[3], second[3]))


def _over(first: Box, second: Box) -> bool:
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    return wide > SLACK and high > SLACK
