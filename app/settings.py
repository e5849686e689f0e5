"""What a person sets once and finds again: one frozen value, checked, and never a reason not to start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

CHOICES: Final[Mapping[str, tuple[object, ...]]] = {
    "language": ("pt_BR", "en"),
    "look": ("dark", "light", "contrast"),
    "text": (1.0, 1.15, 1.3),
    "volume": (0, 25, 50, 75, 100),
    "teaching": ("off", "short", "full"),
}
"""What a setting can be, where that is a few values."""


@dataclass(frozen=True, slots=True)
class Settings:
    """``camera``: a camera number, film, folder or address as `--source` takes it, "" for none.

    ``look``: which theme. ``text``: factor of the text size. ``volume``: per cent. ``voice``: verdicts are
    spoken. ``sounds``: short signals. ``left_handed``: what one thumb needs lies on the left.
    ``four_colours``: clubs green, diamonds blue. ``teaching``: how much is explained while playing.
    ``outlines``: what was read is drawn onto the camera's picture. ``picture``: that picture is shown.
    """

    language: str = "pt_BR"
    camera: str = "0"
    look: str = "dark"
    text: float = 1.0
    volume: int = 75
    voice: bool = True
    sounds: bool = True
    left_handed: bool = False
    four_colours: bool = False
    keep_awake: bool = True
    teaching: str = "short"
    outlines: bool = True
    picture: bool = True

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} cannot be {getattr(self, name)!r}: choose one of {allowed}.")

    def to_dict(self) -> dict[str, Any]:
        """For a file or a table of settings."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Settings:
        """Settings as they were kept; what is unknown or cannot be is left at its default."""
        made = cls()
        for field in fields(cls):
            value = data.get(field.name)
            default = getattr(made, field.name)
            if field.name not in data or isinstance(value, bool) is not isinstance(default, bool):
                continue
            if not isinstance(value, int | float if isinstance(default, float) else type(default)):
                continue
            try:
                changed: dict[str, Any] = {field.name: value}
                made = replace(made, **changed)
            except ValueError:
                continue
        return made
