"""Decks set in the registries' fonts: each with its own letters, suits, proportions and colours.

Printed decks differ most in their indices, and the fetched art has only some twenty kinds of them. These
decks never existed; they teach the reader that the index names the card, whatever the picture shows.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.art.catalogue import Package
from datasets.art.fetch import FetchError
from datasets.art.pack import PACK_HEIGHT, packed_names, write_packed
from datasets.art.picture import Picture, corner_mask, read_picture
from datasets.art.suits import drawn_suits
from datasets.own_deck.draw import PIPS
from datasets.own_deck.shapes import SUIT_SHAPES
from vision.cards import CARD_NAMES, JOKER, RANKS, SUITS

Mask = NDArray[np.uint8]
"""Height x width, 255 where the ink is; cut to the ink."""

FONT_PACKAGES: Final = tuple(
    Package(f"fonts-{name}", "deb", f"fonts-{name}")
    for name in (
        "adf-accanthis",
        "adf-baskervald",
        "adf-berenis",
        "adf-gillius",
        "adf-romande",
        "adf-tribun",
        "adf-universalis",
        "bebas-neue",
        "cabin",
        "cantarell",
        "courier-prime",
        "crosextra-caladea",
        "crosextra-carlito",
        "dejavu-core",
        "dejavu-extra",
        "freefont-ttf",
        "lato",
        "liberation",
        "linuxlibertine",
        "oldstandard",
        "open-sans",
        "quicksand",
        "roboto-slab",
        "roboto-unhinted",
        "sil-charis",
        "sil-gentium",
        "symbola",
        "urw-base35",
        "yanone-kaffeesatz",
    )
)

FAMILIES: Final = (
    "Accanthis ADF Std", "Baskervald ADF Std", "Berenis ADF Pro", "Gillius ADF", "Gillius ADF No2",
    "Romande ADF Std", "Tribun ADF Std", "Universalis ADF Std", "Bebas Neue", "Cabin", "Cantarell",
    "Courier Prime", "Caladea", "Carlito", "DejaVu Sans", "DejaVu Sans Condensed", "DejaVu Serif",
    "DejaVu Serif Condensed", "DejaVu Sans Mono", "FreeSans", "FreeSerif", "FreeMono", "Lato",
    "Liberation Sans", "Liberation Sans Narrow", "Liberation Serif", "Liberation Mono", "Old Standard TT",
    "Open Sans", "Quicksand", "Roboto Slab", "Roboto", "Roboto Condensed", "Charis SIL", "Gentium",
    "URW Bookman", "C059", "P052", "Nimbus Sans", "Nimbus Sans Narrow", "Nimbus Roman", "Nimbus Mono PS",
    "URW Gothic", "Yanone Kaffeesatz",
)  # fmt: skip
"""Families whose figures are of one height and cannot be mistaken for one another."""

SUIT_FAMILIES: Final = (
    "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "FreeSans", "FreeSerif", "FreeMono", "Liberation Sans",
    "Liberation Serif", "Liberation Mono", "Symbola", "D050000L", "Linux Libertine O",
)  # fmt: skip
"""Families that draw the four suits themselves."""

LICENCE: Final = "fonts: OFL-1.1, GPL-2.0/3.0 with font exception, Apache-2.0, AGPL-3.0 with exemption, Vera"

_SIGNS: Final = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}
_CELL: Final = 260
_LETTERS: Final = (*RANKS, *(letter for letter in "JOKER" if letter not in RANKS))


class Types:
    """Renders glyphs of the unpacked fonts, and of no others."""

    def __init__(self, unpacked: Path, scratch: Path) -> None:
        """``unpacked`` holds a folder a package; ``scratch`` is kept as long as this is used."""
        folders = "".join(f"<dir>{(unpacked / package.name).resolve()}</dir>" for package in FONT_PACKAGES)
        config = scratch / "fonts.conf"
        config.write_text(
            '<?xml version="1.0"?><fontconfig>'
            f"{folders}<cachedir>{scratch.resolve()}</cachedir></fontconfig>",
            "utf-8",
        )
        self._environment = {**os.environ, "FONTCONFIG_FILE": str(config)}

    def glyphs(
        self, family: str, texts: Sequence[str], weight: int = 400, style: str = "normal"
    ) -> list[Mask]:
        """Each text as a mask, all to one scale. FetchError when they cannot be drawn."""
        cells = "".join(
            f'<text x="{(number + 0.5) * _CELL}" y="{_CELL * 0.75}" text-anchor="middle">{text}</text>'
            for number, text in enumerate(texts)
        )
        return self._masks(
            f'<g font-family="{family}" font-weight="{weight}" font-style="{style}" '
            f'font-size="{_CELL * 0.62}">{cells}</g>',
            len(texts),
            family,
        )

    def own_suits(self) -> list[Mask]:
        """The suits of the own deck, in the order of ``SUITS``."""
        shapes = "".join(
            f'<path transform="translate({(number + 0.5) * _CELL} {_CELL / 2}) scale(1.6)" '
            f'd="{SUIT_SHAPES[suit]}"/>'
            for number, suit in enumerate(SUITS)
        )
        return self._masks(shapes, len(SUITS), "own suits")

    def _masks(self, drawing: str, count: int, what: str) -> list[Mask]:
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_CELL * count}" height="{_CELL}">'
            f"{drawing}</svg>"
        )
        try:
            done = subprocess.run(
                ["rsvg-convert"], input=svg.encode(), capture_output=True, env=self._environment, check=False
            )
        except FileNotFoundError as error:
            raise FetchError(
                "rsvg-convert is not installed: install librsvg2-bin and run make data again."
            ) from error
        drawn = np.frombuffer(done.stdout, np.uint8)
        picture = cv2.imdecode(drawn, cv2.IMREAD_UNCHANGED) if len(drawn) else None
        if picture is None or picture.ndim != 3:
            raise FetchError(f"rsvg-convert could not draw {what}: {done.stderr.decode().strip()}")
        masks = [_tight(picture[:, n * _CELL : (n + 1) * _CELL, 3]) for n in range(count)]
        if any(min(mask.shape) < 8 for mask in masks):
            raise FetchError(f"{what} lacks a sign that cards need: its package has changed.")
        return masks


def _tight(alpha: NDArray[np.uint8]) -> Mask:
    rows, columns = np.flatnonzero(alpha.max(axis=1) > 40), np.flatnonzero(alpha.max(axis=0) > 40)
    if not len(rows) or not len(columns):
        return np.zeros((0, 0), np.uint8)
    return np.ascontiguousarray(alpha[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


@dataclass(frozen=True, slots=True)
class Art:
    """Centres to borrow: pictures of a fetched deck's cards without their indices, BGR; by card name."""

    deck: Mapping[str, NDArray[np.uint8]]


def borrowed(folder: Path) -> Art:
    """The inside of every card of a rendered deck; OSError when a picture is broken."""
    inside = {}
    for path in sorted(folder.glob("*.png")):
        picture = read_picture(path)
        height, width = picture.shape[:2]
        rows = slice(round(0.09 * height), round(0.91 * height))
        part = picture[rows, round(0.21 * width) : round(0.79 * width), :3]
        inside[path.stem] = cv2.resize(part, (200, 360), interpolation=cv2.INTER_AREA)
    return Art(inside)


@dataclass(frozen=True, slots=True)
class Look:
    """How one deck looks; lengths are shares of the card's height unless said otherwise."""

    wide: int
    rank_high: float
    rank_narrow: float
    suit_high: float
    margin: tuple[float, float]
    beside: bool
    four_corners: bool
    paper: tuple[int, int, int]
    inks: Mapping[str, tuple[int, int, int]]
    pip_high: float
    pip_columns: float
    pip_rise: float
    centre: str
    courts: str
    frame: bool


def random_look(rng: np.random.Generator) -> Look:
    """The proportions and colours of a deck."""
    jumbo = rng.random() < 0.45
    rank_high = rng.uniform(0.15, 0.27) if jumbo else rng.uniform(0.08, 0.15)
    warm = rng.uniform(0, 14)
    return Look(
        wide=round(PACK_HEIGHT * (57 if rng.random() < 0.5 else 63) / 88),
        rank_high=rank_high,
        rank_narrow=rng.uniform(0.7, 1.1),
        suit_high=rank_high * rng.uniform(0.5, 0.95),
        margin=(rng.uniform(0.003, 0.055), rng.uniform(0.005, 0.06)),
        beside=bool(rng.random() < 0.06),
        four_corners=bool(rng.random() < (0.08 if jumbo else 0.22)),
        paper=(int(255 - 1.6 * warm), int(254 - 0.8 * warm), int(rng.uniform(248, 255))),
        inks=_inks(rng),
        pip_high=rng.uniform(0.08, 0.13) if jumbo else rng.uniform(0.11, 0.18),
        pip_columns=rng.uniform(0.13, 0.2),
        pip_rise=rng.uniform(0.26, 0.35),
        centre=str(rng.choice(["pips", "one", "rank", "borrowed"], p=[0.62, 0.13, 0.07, 0.18])),
        courts=str(rng.choice(["same", "any", "one", "rank"], p=[0.25, 0.55, 0.12, 0.08])),
        frame=bool(rng.random() < 0.45),
    )


def _inks(rng: np.random.Generator) -> dict[str, tuple[int, int, int]]:
    """Blue, green, red of each suit: two colours, seldom four."""
    red = (int(rng.uniform(0, 60)), int(rng.uniform(0, 50)), int(rng.uniform(165, 235)))
    dark = int(rng.uniform(5, 50))
    black = (dark + int(rng.uniform(0, 25)), dark, dark)
    inks = {"C": black, "S": black, "D": red, "H": red}
    if rng.random() < 0.12:
        inks["C"] = (int(rng.uniform(0, 60)), int(rng.uniform(90, 140)), int(rng.uniform(0, 50)))
        inks["D"] = (int(rng.uniform(150, 220)), int(rng.uniform(60, 120)), int(rng.uniform(0, 50)))
    return inks


class Typesetter:
    """Sets one deck: ``ranks`` and ``suits`` are its glyphs, ``art`` what its centres borrow."""

    def __init__(
        self,
        rng: np.random.Generator,
        look: Look,
        letters: Mapping[str, Mask],
        suits: Mapping[str, Mask],
        art: Art,
    ) -> None:
        self._rng, self._look, self._letters, self._suits, self._art = rng, look, letters, suits, art
        self._tall = max(letters[rank].shape[0] for rank in RANKS)

    def card(self, name: str) -> Picture:
        """One card (PACK_HEIGHT x wide x 4), rounded corners; names as in `vision.cards`, and ``JK2``."""
        look = self._look
        image = np.empty((PACK_HEIGHT, look.wide, 3), np.uint8)
        image[:] = look.paper
        if name.startswith(JOKER):
            self._joker(image, name)
        else:
            self._centre(image, name[:-1], name[-1])
            self._indices(image, name[:-1], name[-1])
        return np.dstack([image, corner_mask(PACK_HEIGHT, look.wide)])

    def _indices(self, image: Picture, rank: str, suit: str) -> None:
        look = self._look
        ink = look.inks[suit]
        high = look.rank_high * PACK_HEIGHT
        glyph = self._letters[rank]
        scale = high / self._tall
        narrow = scale * look.rank_narrow * (0.78 if rank == "10" else 1.0)
        size = (max(3, round(glyph.shape[1] * narrow)), max(4, round(glyph.shape[0] * scale)))
        size = (min(size[0], round(0.3 * look.wide)), size[1])
        sign = self._suits[suit]
        sign_high = max(4, round(look.suit_high * PACK_HEIGHT))
        sign_size = (max(4, round(sign.shape[1] * sign_high / sign.shape[0])), sign_high)
        column = max(size[0], sign_size[0] if not look.beside else 0, round(0.62 * high * look.rank_narrow))
        left, top = look.margin[0] * PACK_HEIGHT, look.margin[1] * PACK_HEIGHT
        middle = left + column / 2
        layer = np.zeros(image.shape[:2], np.uint8)
        _press(layer, glyph, middle, top + size[1] / 2, size)
        if look.beside:
            _press(layer, sign, left + column + 0.6 * sign_size[0], top + size[1] / 2, sign_size)
        else:
            _press(layer, sign, middle, top + high * 1.1 + sign_high / 2, sign_size)
        # An index is printed over the picture on its own paper, so that it can be read
        quiet = cv2.dilate(layer, np.ones((9, 9), np.uint8))
        if look.four_corners:
            layer = np.maximum(layer, _other_corner(layer))
            quiet = np.maximum(quiet, _other_corner(quiet))
        layer, quiet = np.maximum(layer, layer[::-1, ::-1]), np.maximum(quiet, quiet[::-1, ::-1])
        _ink(image, quiet, look.paper)
        _ink(image, layer, ink)

    def _centre(self, image: Picture, rank: str, suit: str) -> None:
        look, rng = self._look, self._rng
        if rank in ("J", "Q", "K"):
            kind = {"same": "borrowed", "any": "borrowed"}.get(look.courts, look.courts)
            wanted = rank if look.courts == "same" else str(rng.choice(["J", "Q", "K"]))
            # Mostly of the other suit of its colour: what tells clubs from spades is the sign alone
            twin = {"C": "S", "S": "C", "D": "H", "H": "D"}[suit]
            others = (twin, suit, str(rng.choice(list(SUITS))))
            suit_of_art = str(rng.choice(others, p=[0.5, 0.25, 0.25])) if look.courts == "any" else suit
            art = self._art.deck.get(wanted + suit_of_art)
        else:
            kind, art = look.centre, self._art.deck.get(rank + suit)
        if rank == "A" and rng.random() < (0.35 if suit == "S" else 0.06):
            self._ornament(image, suit)
        elif kind == "borrowed" and art is not None:
            self._picture(image, art)
        elif kind == "rank":
            glyph = self._letters[rank]
            high = round(rng.uniform(0.3, 0.45) * PACK_HEIGHT)
            wide = min(round(glyph.shape[1] * high / glyph.shape[0]), round(0.5 * look.wide))
            self._stamp(image, glyph, look.wide / 2, PACK_HEIGHT / 2, (wide, high), look.inks[suit])
        elif kind == "one" or rank in ("A", "J", "Q", "K"):
            high = round(rng.uniform(0.2, 0.5) * PACK_HEIGHT)
            self._sign(image, suit, look.wide / 2, PACK_HEIGHT / 2, high)
            if rank == "A" and rng.random() < (0.6 if suit == "S" else 0.15):
                self._adorn(image, suit, high)
        else:
            self._pips(image, rank, suit)
        if look.frame and (rank in ("J", "Q", "K") or look.centre == "borrowed"):
            inset_x, inset_y = round(0.19 * look.wide), round(0.075 * PACK_HEIGHT)
            corner = (look.wide - inset_x, PACK_HEIGHT - inset_y)
            cv2.rectangle(image, (inset_x, inset_y), corner, look.inks["S"], 2, cv2.LINE_AA)

    def _adorn(self, image: Picture, suit: str, high: int) -> None:
        """Smaller signs in turn in paper and ink inside a large one, and a printer's line above and below."""
        look, rng = self._look, self._rng
        mask = self._suits[suit]
        for step in range(int(rng.integers(1, 6))):
            inner = round(high * (0.88 - 0.14 * step))
            size = (max(3, round(mask.shape[1] * inner / mask.shape[0])), inner)
            ink = look.paper if step % 2 == 0 else look.inks[suit]
            self._stamp(image, mask, look.wide / 2, PACK_HEIGHT / 2 + 0.03 * high * step, size, ink)
        if rng.random() < 0.5:
            half = round(rng.uniform(0.12, 0.28) * look.wide)
            for y in (PACK_HEIGHT / 2 - 0.62 * high, PACK_HEIGHT / 2 + 0.6 * high):
                ends = ((look.wide // 2 - half, round(y)), (look.wide // 2 + half, round(y)))
                cv2.line(image, *ends, look.inks[suit], int(rng.integers(1, 5)), cv2.LINE_AA)

    def _ornament(self, image: Picture, suit: str) -> None:
        """An ace as makers show off with: a figure of many fine lines in the suit's ink, its sign amidst."""
        look, rng = self._look, self._rng
        arts = [art for name, art in self._art.deck.items() if name[0] in "JQK"]
        high = rng.uniform(0.35, 0.75) * PACK_HEIGHT
        if arts:
            lines = 255 - cv2.cvtColor(arts[rng.integers(len(arts))], cv2.COLOR_BGR2GRAY)
            size = (round(rng.uniform(0.4, 0.6) * look.wide), round(high))
            self._stamp(
                image, np.asarray(lines, np.uint8), look.wide / 2, PACK_HEIGHT / 2, size, look.inks[suit]
            )
        sign = round(high * rng.uniform(0.25, 0.7))
        mask = self._suits[suit]
        size = (round(mask.shape[1] * sign / mask.shape[0]), sign)
        quiet = (round(size[0] * 1.15), round(sign * 1.15))
        self._stamp(image, mask, look.wide / 2, PACK_HEIGHT / 2, quiet, look.paper)
        self._stamp(image, mask, look.wide / 2, PACK_HEIGHT / 2, size, look.inks[suit])
        if rng.random() < 0.6:
            self._adorn(image, suit, sign)

    def _picture(self, image: Picture, art: NDArray[np.uint8]) -> None:
        look = self._look
        wide, high = round(0.62 * look.wide), round(0.85 * PACK_HEIGHT)
        left, top = (look.wide - wide) // 2, (PACK_HEIGHT - high) // 2
        part = cv2.resize(art, (wide, high), interpolation=cv2.INTER_LINEAR)
        image[top : top + high, left : left + wide] = part

    def _pips(self, image: Picture, rank: str, suit: str) -> None:
        look = self._look
        high = round(look.pip_high * PACK_HEIGHT)
        for place, share in PIPS[rank]:
            x = look.wide / 2 + place * look.pip_columns * PACK_HEIGHT
            y = PACK_HEIGHT / 2 - share * look.pip_rise * PACK_HEIGHT
            self._sign(image, suit, x, y, high)
            if share > 0:
                self._sign(image, suit, look.wide - x, PACK_HEIGHT - y, high, turned=True)
        if rank == "7":
            self._sign(image, suit, look.wide / 2, PACK_HEIGHT * (0.5 - look.pip_rise / 2), high)

    def _sign(
        self, image: Picture, suit: str, x: float, y: float, high: int, *, turned: bool = False
    ) -> None:
        mask = self._suits[suit]
        size = (max(3, round(mask.shape[1] * high / mask.shape[0])), high)
        self._stamp(image, mask[::-1, ::-1] if turned else mask, x, y, size, self._look.inks[suit])

    def _stamp(
        self,
        image: Picture,
        mask: Mask,
        x: float,
        y: float,
        size: tuple[int, int],
        ink: tuple[int, int, int],
    ) -> None:
        layer = np.zeros(image.shape[:2], np.uint8)
        _press(layer, mask, x, y, size)
        _ink(image, layer, ink)

    def _joker(self, image: Picture, name: str) -> None:
        look = self._look
        art = self._art.deck.get(name, self._art.deck.get(JOKER))
        if art is not None:
            self._picture(image, art)
        ink = look.inks["H" if name == JOKER else "S"]
        high = max(14, round(look.rank_high * PACK_HEIGHT * 0.42))
        layer = np.zeros(image.shape[:2], np.uint8)
        column = look.margin[0] * PACK_HEIGHT + 0.45 * high
        for row, letter in enumerate("JOKER"):
            glyph = self._letters[letter]
            wide = max(3, round(glyph.shape[1] * high / self._tall * look.rank_narrow))
            y = look.margin[1] * PACK_HEIGHT + (0.5 + row * 1.15) * high
            _press(layer, glyph, column, y, (wide, high))
        layer = np.maximum(layer, layer[::-1, ::-1])
        _ink(image, cv2.dilate(layer, np.ones((7, 7), np.uint8)), look.paper)
        _ink(image, layer, ink)


def _other_corner(layer: Mask) -> Mask:
    """What stands in the top left corner, moved unmirrored to the top right one."""
    columns = np.flatnonzero(layer.max(axis=0))
    moved = np.zeros_like(layer)
    if len(columns):
        first, last = int(columns[0]), int(columns[-1]) + 1
        moved[:, layer.shape[1] - last : layer.shape[1] - first] = layer[:, first:last]
    return moved


def _press(layer: Mask, mask: Mask, x: float, y: float, size: tuple[int, int]) -> None:
    """Adds a mask, scaled to ``size`` (width, height) and centred on x, y; what lies outside is cut off."""
    small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    left, top = round(x - size[0] / 2), round(y - size[1] / 2)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + size[0], layer.shape[1]), min(top + size[1], layer.shape[0])
    if x1 > x0 and y1 > y0:
        part = layer[y0:y1, x0:x1]
        np.maximum(part, small[y0 - top : y1 - top, x0 - left : x1 - left], out=part)


def _ink(image: Picture, layer: Mask, ink: tuple[int, int, int]) -> None:
    """Colours the picture where the layer is."""
    rows, columns = np.flatnonzero(layer.max(axis=1)), np.flatnonzero(layer.max(axis=0))
    if not len(rows):
        return
    box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    share = layer[box][..., None].astype(np.float32) / 255
    image[box] = (image[box] * (1 - share) + np.float32(ink) * share).round().astype(np.uint8)


DECKS: Final = 96
PRINTED_SUITS: Final = 28
"""Decks with the suits of fonts and of our own deck; the others' are drawn from numbers."""
WEIGHT: Final = 0.5
"""How often each is drawn; together they weigh about as much as all fetched and own decks."""

_FACES: Final = (*CARD_NAMES, "JK2")


def make_typeset(decks: Path, unpacked: Path, lenders: Sequence[Path]) -> list[dict[str, object]]:
    """Sets the decks into ``decks``, unless they are there, and returns their entries for decks.json.

    ``lenders``: folders of rendered decks whose pictures the centres may borrow. FetchError when a font lacks
    a sign.
    """
    entries: list[dict[str, object]] = []
    arts: dict[Path, Art] = {}
    with tempfile.TemporaryDirectory() as scratch:
        types = Types(unpacked, Path(scratch))
        for number in range(DECKS):
            folder = decks / f"typeset__{number:02}"
            if packed_names(folder) != _FACES:
                rng = np.random.default_rng([17, number])
                lender = lenders[rng.integers(len(lenders))]
                if lender not in arts:
                    arts[lender] = borrowed(lender)
                look = random_look(rng)
                glyphs = _glyphs(types, rng, drawn=number >= PRINTED_SUITS)
                setter = Typesetter(rng, look, *glyphs, arts[lender])
                folder.mkdir(parents=True, exist_ok=True)
                write_packed(folder, _FACES, [setter.card(name) for name in _FACES])
            entries.append(
                {
                    "name": f"typeset-{number:02}",
                    "family": "typeset",
                    "licence": LICENCE,
                    "split": "train",
                    "kind": "full",
                    "weight": WEIGHT,
                    "folder": folder.name,
                    "cards": list(CARD_NAMES),
                }
            )
    return entries


def _glyphs(types: Types, rng: np.random.Generator, drawn: bool) -> tuple[dict[str, Mask], dict[str, Mask]]:
    family = FAMILIES[rng.integers(len(FAMILIES))]
    weight = int(rng.choice([300, 400, 700, 900], p=[0.15, 0.25, 0.42, 0.18]))
    style = "italic" if rng.random() < 0.08 else "normal"
    letters = dict(zip(_LETTERS, types.glyphs(family, _LETTERS, weight, style), strict=True))
    if drawn:
        return letters, drawn_suits(rng)
    chosen = int(rng.integers(len(SUIT_FAMILIES) + 4))
    if chosen < len(SUIT_FAMILIES):
        masks = types.glyphs(SUIT_FAMILIES[chosen], [_SIGNS[suit] for suit in SUITS])
    else:
        masks = types.own_suits()
    stretch = rng.uniform(0.82, 1.15)
    return letters, {
        suit: np.asarray(cv2.resize(mask, None, fx=stretch, fy=1.0, interpolation=cv2.INTER_AREA), np.uint8)
        for suit, mask in zip(SUITS, masks, strict=True)
    }
