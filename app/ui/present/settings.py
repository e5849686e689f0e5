"""What can be set, in words."""

from __future__ import annotations

from dataclasses import dataclass

from app.settings import CHOICES, Settings
from app.words import Words


@dataclass(frozen=True, slots=True)
class Choosing:
    """One of a few: ``options`` are (value, text)."""

    name: str
    title: str
    options: tuple[tuple[object, str], ...]
    value: object


@dataclass(frozen=True, slots=True)
class Switching:
    """On or off."""

    name: str
    text: str
    on: bool


CAMERAS = ("", "0", "1", "2")
"""Cameras offered by themselves; others are typed."""


def rows(settings: Settings, words: Words) -> tuple[Choosing | Switching, ...]:
    """All settings in order."""
    choosing = {
        name: Choosing(
            name,
            words(f"settings.{name}"),
            tuple((value, words(f"settings.{name}.{_key(value)}")) for value in values),
            getattr(settings, name),
        )
        for name, values in CHOICES.items()
    }
    cameras = [(name, name or words("settings.camera.none")) for name in CAMERAS]
    other = settings.camera if settings.camera not in CAMERAS else words("settings.camera.other")
    camera = Choosing(
        "camera",
        words("settings.camera"),
        (*cameras, (settings.camera if settings.camera not in CAMERAS else OTHER, other)),
        settings.camera,
    )
    switching = {
        name: Switching(name, words(f"settings.{name}"), getattr(settings, name))
        for name in ("voice", "sounds", "outlines", "picture", "four_colours", "left_handed", "keep_awake")
    }
    return (
        choosing["language"],
        choosing["teaching"],
        choosing["look"],
        choosing["text"],
        camera,
        choosing["volume"],
        *switching.values(),
    )


OTHER = "?"
"""Stands for a camera that is typed."""


def _key(value: object) -> str:
    return str(value).replace(".", "_")
