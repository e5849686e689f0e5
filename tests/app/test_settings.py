"""Settings survive what is kept of them, whatever that is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.settings import Settings


def test_settings_come_back_as_they_were_kept() -> None:
    settings = replace(Settings(), language="en", camera="", text=1.3, volume=0, left_handed=True)
    assert Settings.from_dict(settings.to_dict()) == settings


@pytest.mark.parametrize(
    "kept", [{"look": "pink"}, {"text": "big"}, {"volume": True}, {"voice": 1}, {"camera": 0}, {"hat": 1}]
)
def test_what_cannot_be_is_left_at_its_default(kept: dict[str, object]) -> None:
    assert Settings.from_dict({**kept, "four_colours": True}) == Settings(four_colours=True)


ANYTHING = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


@given(st.fixed_dictionaries({name: ANYTHING for name in Settings().to_dict()}))
def test_nothing_kept_keeps_it_from_starting(kept: dict[str, object]) -> None:
    Settings.from_dict(kept)


def test_a_wrong_setting_is_refused_in_one_sentence() -> None:
    with pytest.raises(ValueError, match="look cannot be 'pink'"):
        Settings(look="pink")
