"""The stage that needs nothing but what is committed."""

import pytest

from datasets.feed import load_stage
from datasets.scene import Stage


@pytest.fixture(scope="session")
def own_stage() -> Stage:
    """Own decks, drawn surfaces, backs and clutter."""
    return load_stage(None)
