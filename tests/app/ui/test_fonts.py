"""The shipped fonts draw all suit signs, and their licence lies beside them."""

from __future__ import annotations

from typing import Any

import pytest

from app.paths import FONT, FONT_BOLD
from app.words import SIGNS

SHOWN = (*SIGNS.values(), *"▶◀↶↷⋮✓✗●○×−ãçéõ")
"""Signs of the screens that not every font has."""


@pytest.mark.parametrize("font", [FONT, FONT_BOLD], ids=lambda path: path.stem)
def test_every_sign_is_drawn(open_app: Any, font: Any) -> None:
    open_app()
    from kivy.core.text import Label

    def drawn(sign: str) -> bytes:
        label = Label(text=sign, font_name=str(font), font_size=32)
        label.refresh()
        return bytes(label.texture.pixels)

    missing = drawn("\ue000")
    pictures = {sign: drawn(sign) for sign in SHOWN}
    assert not [sign for sign, picture in pictures.items() if picture == missing]
    assert len(set(pictures.values())) == len(pictures)


def test_the_licence_is_shipped() -> None:
    assert "Bitstream" in FONT.with_name("LICENSE").read_text(encoding="utf-8")
