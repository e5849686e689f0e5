"""Renders the fetched decks to one picture a card: data/decks/<family>__<deck>/<CARD>.png and decks.json."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np

from datasets.art.backs import fitted
from datasets.art.catalogue import DeckSource
from datasets.art.fetch import FetchError
from datasets.art.pack import packed_names, write_pack
from datasets.art.picture import Picture, inked, read_picture, round_corners, trim_outline, write_picture
from vision.cards import JOKER, RANKS, SUITS

CARD_HEIGHT = 640
"""Height of a rendered card in pixels: more than twice what a card ever covers in a 1280x720 picture."""

OVERSIZE = CARD_HEIGHT * 5 // 4
"""Height at which vectors are rendered before they are trimmed and made smaller."""

_SUIT_WORDS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
_COURT_WORDS = {"J": "jack", "Q": "queen", "K": "king"}
_COURTS = ("J", "Q", "K")


def elements_of(deck: DeckSource) -> dict[str, str]:
    """For each card name (and "back", "JK", "JK2"): the element id or file name under which a deck may hold
    it.
    """
    names: dict[str, str] = {}
    for suit in SUITS:
        for number, rank in enumerate(RANKS, start=1):
            if deck.kind == "pips" and rank in _COURTS:
                continue
            names[rank + suit] = _element(deck.layout, rank, suit, number)
    names |= {
        "gnome": {JOKER: "joker_red", "JK2": "joker_black", "back": "back"},
        "kde": {"back": "back"},
        "kennard": {JOKER: "2J.svg", "back": "../back.svg"},
        "aguilar": {JOKER: "joker.svg", "back": "back.svg"},
        "blackjack": {JOKER: "red_joker.png", "JK2": "black_joker.png", "back": "back.png"},
        "blackjack2": {JOKER: "black_joker.png", "back": "back.png"},
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


def folder_of(deck: DeckSource) -> str:
    """Name of the folder that a deck is rendered into."""
    return f"{deck.family}__{deck.name}"


def render_deck(deck: DeckSource, unpacked: Path, decks: Path) -> dict[str, object]:
    """Renders one deck into ``decks``/<family>__<name>, unless it is there, and returns its entry for
    decks.json.

    Raises FetchError when a card of the deck is not in the package.
    """
    folder = decks / folder_of(deck)
    elements = elements_of(deck)
    faces = tuple(card for card in elements if card != "back")
    if packed_names(folder) != faces:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        source = unpacked / deck.path
        with tempfile.TemporaryDirectory() as scratch:
            atlas = _inflate(source, Path(scratch)) if deck.layout in ("gnome", "kde") else None
            for card, element in elements.items():
                picture = _picture(deck, source, atlas, element, Path(scratch))
                if picture is None:
                    raise FetchError(f"Deck {deck.name} lacks the card {card}: its package has changed.")
                write_picture(folder / f"{card}.png", finish(fitted(picture) if card == "back" else picture))
        write_pack(folder, faces)
    return {
        "name": deck.name,
        "family": deck.family,
        "licence": deck.licence,
        "split": deck.split,
        "kind": deck.kind,
        "weight": deck.weight,
        "folder": folder.name,
        "cards": [card for card in faces if card != "JK2"],
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
    deck: DeckSource, source: Path, atlas: Path | None, element: str, scratch: Path
) -> Picture | None:
    """One card as its package has it, well over CARD_HEIGHT pixels high; None when the package lacks it."""
    if atlas is not None:
        picture = _rendered(atlas, OVERSIZE, scratch, ["-i", element])
        # Some elements reach, unseen, far beyond the card: once more, with the card itself that high.
        rows = inked(picture)[0] if picture is not None else slice(0, 0)
        high = rows.stop - rows.start
        if 0 < high < 0.9 * OVERSIZE:
            picture = _rendered(
                atlas, min(6 * OVERSIZE, OVERSIZE * OVERSIZE // high), scratch, ["-i", element]
            )
        return picture
    file = source / element
    if not file.exists():
        return None
    if file.suffix == ".png":
        return read_picture(file)
    card = scratch / "card.svg"
    card.write_text(_mended(deck, element, file.read_text("utf-8")), "utf-8")
    return _rendered(card, OVERSIZE, scratch, [])


def _rendered(svg: Path, height: int, scratch: Path, options: list[str]) -> Picture | None:
    output = scratch / "card.png"
    output.unlink(missing_ok=True)
    command = ["rsvg-convert", "-a", "-h", str(height), *options, "-o", str(output), str(svg)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=300, check=False)
    except FileNotFoundError as error:
        raise FetchError(
            "rsvg-convert is not installed: install librsvg2-bin and run make data again."
        ) from error
    return read_picture(output) if done.returncode == 0 and output.exists() else None


def _mended(deck: DeckSource, file: str, svg: str) -> str:
    """The file's SVG text, without the second small layout that the package's four of spades has on top."""
    if deck.layout == "aguilar" and file == "4s.svg":
        return re.sub(r'<g><use.*?</g>(?=<g class="maxi-card">)', "", svg, count=1, flags=re.S)
    return svg


def write_index(entries: list[dict[str, object]], decks: Path) -> None:
    """Writes decks.json: one entry a deck, in the catalogue's order."""
    (decks / "decks.json").write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", "utf-8")
