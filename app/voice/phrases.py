"""The phrases: names only, the words stand in the catalogues."""

from __future__ import annotations

from typing import Final

HIGHEST_NUMBER: Final = 30
"""Numbers are said up to here; higher scores stay unsaid."""

NUMBERS: Final = tuple(f"number_{value}" for value in range(HIGHEST_NUMBER + 1))

CALLS: Final = ("truco", "seis", "nove", "dez", "doze", "quinze")
"""Names of rungs that have a phrase of their own; others are said as ``call_raise``."""

RANKS: Final = ("4", "5", "6", "7", "q", "j", "k", "a", "2", "3")

PROBLEMS: Final = (
    "not_in_deck",
    "duplicate",
    "equals_vira",
    "vira_changed",
    "vira_missing",
    "out_of_turn",
    "second_card",
    "fourth_card",
    "covered_forbidden",
    "taken_back",
    "undecided",
    "unanswered",
    "raise_in_special",
    "raise_twice",
    "raise_untimely",
    "wrong_count",
    "corrected",
)
"""Problems that are named; the others are said as ``problem``."""

SPECIALS: Final = ("special_10", "special_11", "special_14", "special_other", "iron")

TURNS: Final = tuple(f"turn_{seats}_{seat}" for seats in (2, 4, 6) for seat in range(seats))

PHRASES: Final = (
    *NUMBERS,
    "score_to",
    *(f"call_{name}" for name in (*CALLS, "raise")),
    "accepted",
    "worth",
    "ran",
    "gave_up",
    "plays",
    "gives_away",
    "manilha_is",
    *(f"rank_{rank}" for rank in RANKS),
    "trick_0",
    "trick_1",
    "tied",
    "hand_0",
    "hand_1",
    "hand_nobody",
    "hand_void",
    "match_0",
    "match_1",
    "undone",
    "question",
    "problem",
    *(f"problem_{problem}" for problem in PROBLEMS),
    *SPECIALS,
    *TURNS,
)
"""All of them, the file names of the rendered clips."""
