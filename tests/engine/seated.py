"""Cards and tricks for tests: any trick result at any table."""

from __future__ import annotations

from engine import ALL_CARDS, Call, Card, Match, Rules, deck_of, manilhas_of

VIRAS = {"full": "4D", "clean": "KD", "six": None}
"""A vira whose manilhas (5s, As) leave three strong ranks to tie with."""


def cards(text: str) -> list[Card]:
    """Cards written with spaces between."""
    return [Card.parse(word) for word in text.split()]


def match_at(rules: Rules, score: tuple[int, int] = (0, 0), carry: int = 0) -> Match:
    """A match with the vira shown where there is one, and the special hand played."""
    return open_hand(Match(rules, score=score, carry=carry))


def open_hand(match: Match) -> Match:
    """Show the vira of a hand just begun, and play its special hand."""
    vira = VIRAS[match.rules.deck]
    if match.rules.manilha == "vira" and vira:
        match.see_vira(Card.parse(vira))
    if match.must_decide is not None:
        match.decide_special(match.must_decide, True)
    return match


def deal(rules: Rules, results: str) -> list[dict[int, Card]]:
    """For each result (W, L as team 0 sees it, T: tie) the card of every seat; all cards different."""
    vira = VIRAS[rules.deck] if rules.manilha == "vira" else None
    shown = Card.parse(vira) if vira else None
    strong = [*manilhas_of(rules.manilha, rules.deck, shown), *([shown] if shown else [])]
    free = [card for card in ALL_CARDS if card in deck_of(rules) and card not in strong]
    tops = ("3", "2", "K") if rules.deck == "clean" and rules.manilha == "vira" else ("3", "2", "A")
    low = [card for card in free if card.rank not in tops]
    tricks = []
    for rank, result in zip(tops, results, strict=False):
        top = [card for card in free if card.rank == rank]
        seats = {"W": (0, 2), "L": (1, 3), "T": (0, 1)}[result]
        if rules.seats == 2:
            seats = {"W": (0,), "L": (1,), "T": (0, 1)}[result]
        held = {seat: top.pop() for seat in seats}
        tricks.append({seat: held[seat] if seat in held else low.pop() for seat in range(rules.seats)})
    return tricks


def play_trick(match: Match, held: dict[int, Card]) -> None:
    """Everybody plays in turn."""
    for _ in held:
        seat = match.turn
        assert seat is not None
        match.play(seat, held[seat])


def play_hand(match: Match, results: str) -> Match:
    """Play tricks with these results, W L T as team 0 sees them."""
    for held in deal(match.rules, results):
        play_trick(match, held)
    return match


def raise_to(match: Match, value: int) -> bool:
    """Raise and re-raise, beginning with the side in turn, to ``value``, and accept; False if not allowed."""
    assert match.turn is not None
    team = match.turn % 2
    while match.stake != value and (match.pending_raise is None or match.pending_raise.value != value):
        if not match.can_call(team, Call.RAISE):
            return False
        match.call(team, Call.RAISE)
        team = 1 - team
    if match.pending_raise is not None:
        match.call(team, Call.ACCEPT)
    return True
