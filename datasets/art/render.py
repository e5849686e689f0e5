"""Renders the fetched decks to one picture a card: data/decks/<family>__<deck>/<CARD>.png and decks.json."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np

from datasets.art.catalogue import DeckSource
from datasets.art.fetch import FetchError
from datasets.art.picture import Picture, read_picture, round_corners, trim_outline, write_picture
from vision.cards import JOKER, RANKS, SUITS

CARD_HEIGHT = 640
"""Height of a rendered card in pixels: more than twice what a card ever covers in a 1280x720 picture."""

_OVERSIZE = 2
_SUIT_WORDS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
_COURT_WORDS = {"J": "jack", "Q": "queen", "K": "king"}
_COURTS = ("J", "Q", "K")


def elements_of(deck: DeckSource) -> dict[str, tuple[str, ...]]:
    """For each card name (and "back", "JK", "JK2"): the element id or file names under which a deck may hold it."""
    names: dict[str, tuple[str, ...]] = {}
    for suit in SUITS:
        for number, rank in enumerate(RANKS, start=1):
            if deck.kind == "pips" and rank in _COURTS:
                continue
            names[rank + suit] = (_element(deck.layout, rank, suit, number),)
    names |= {
        "gnome": {JOKER: ("joker_red",), "JK2": ("joker_black",), "back": ("back",)},
        "kde": {"back": ("back",)},
        "kennard": {JOKER: ("2J.svg",), "back": ("../back.svg",)},
        "aguilar": {JOKER: ("joker.svg",), "back": ("back.svg",)},
        "blackjack": {JOKER: ("red_joker.png",), "JK2": ("black_joker.png",), "back": ("back.png",)},
        "blackjack2": {JOKER: ("black_joker.png",), "back": ("back.png",)},
    }[deck.layout]
    return {card: names[card] for card in names if card not in deck.drop}


def _element(layout: str, rank: str, suit: str, number: int) -> str:
    word = _SUIT_WORDS[suit]
    if layout == "gnome":
        return f"{word}_{_COURT_WORDS.get(rank, str(number))}"
    if layout == "kde":
        return f"{_COURT_WORDS.get(rank, str(number))}_{word}"
    if layout == "kennard":
        return f"{'T' if rank == '10' else rank}{suit}.svg"
    if layout == "aguilar":
        return f"{number}{suit.lower()}.svg"
    court = _COURT_WORDS.get(rank, "ace" if rank == "A" else rank)
    second = "2" if layout == "blackjack2" and rank in _COURTS else ""
    return f"{court}_of_{word}s{second}.png"


def render_deck(deck: DeckSource, unpacked: Path, decks: Path) -> dict[str, object]:
    """Renders one deck into ``decks``/<family>__<name> and returns its entry for decks.json.

    Raises FetchError when a card of the deck is not in the package.
    """
    folder = decks / f"{deck.family}__{deck.name}"
    folder.mkdir(parents=True, exist_ok=True)
    source = unpacked / deck.path
    cards: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        atlas = _inflate(source, Path(scratch)) if deck.layout in ("gnome", "kde") else None
        for card, choices in elements_of(deck).items():
            target = folder / f"{card}.png"
            if not target.exists():
                picture = _picture(deck, source, atlas, choices, Path(scratch))
                if picture is None:
                    if card in ("JK2", JOKER, "back"):
                        continue
                    raise FetchError(f"Deck {deck.name} lacks the card {card}: its package has changed.")
                write_picture(target, finish(picture))
            if card not in ("JK2", "back"):
                cards.append(card)
    return {
        "name": deck.name,
        "family": deck.family,
        "licence": deck.licence,
        "split": deck.split,
        "kind": deck.kind,
        "weight": deck.weight,
        "folder": folder.name,
        "cards": cards,
    }


def finish(picture: Picture) -> Picture:
    """The card without the printed outline of screen decks, with rounded corners, CARD_HEIGHT pixels high."""
    picture = trim_outline(picture)
    width = round(picture.shape[1] * CARD_HEIGHT / picture.shape[0])
    shrunk = cv2.resize(picture, (width, CARD_HEIGHT), interpolation=cv2.INTER_AREA)
    return round_corners(np.asarray(shrunk, np.uint8))


def _inflate(source: Path, scratch: Path) -> Path:
    """A plain SVG file of a compressed atlas."""
    atlas = scratch / "atlas.svg"
    atlas.write_bytes(gzip.decompress(source.read_bytes()))
    return atlas


def _picture(
    deck: DeckSource, source: Path, atlas: Path | None, choices: tuple[str, ...], scratch: Path
) -> Picture | None:
    output = scratch / "card.png"
    height = str(CARD_HEIGHT * _OVERSIZE)
    for choice in choices:
        if atlas is not None:
            command = ["rsvg-convert", "-a", "-h", height, "-i", choice, "-o", str(output), str(atlas)]
        elif choice.endswith(".png"):
            return read_picture(source / choice) if (source / choice).exists() else None
        elif not (source / choice).exists():
            continue
        else:
            card = scratch / "card.svg"
            card.write_text(_mended(deck, choice, (source / choice).read_text("utf-8")), "utf-8")
            command = ["rsvg-convert", "-a", "-h", height, "-o", str(output), str(card)]
        output.unlink(missing_ok=True)
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode == 0 and output.exists():
            return read_picture(output)
    return None


def _mended(deck: DeckSource, file: str, svg: str) -> str:
    """The file's SVG text, without the second small layout that the package's four of spades has on top."""
    if deck.layout == "aguilar" and file == "4s.svg":
        return re.sub(r'<g><use.*?</g>(?=<g class="maxi-card">)', "", svg, count=1, flags=re.S)
    return svg


def write_index(entries: list[dict[str, object]], decks: Path) -> None:
    """Writes decks.json: one entry a deck, in the catalogue's order."""
    (decks / "decks.json").write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", "utf-8")
