"""What is fetched from the package registries, and how each deck of cards is cut out of it.

Every package is named with its registry; nothing here is a run-time dependency and none of the art is
committed. Families group decks that share drawings, so that whole families can be held out for validation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Split = Literal["train", "val"]
Kind = Literal["full", "pips"]


@dataclass(frozen=True, slots=True)
class Package:
    """A package: ``registry`` is "deb", "npm" or "wheel"; ``spec`` is what its client is asked for."""

    name: str
    registry: Literal["deb", "npm", "wheel"]
    spec: str


@dataclass(frozen=True, slots=True)
class DeckSource:
    """One deck: where its art lies, how it is laid out, and how it is used.

    ``layout`` is the naming scheme: "gnome" and "kde" are vector atlases with one element a card, the others
    one file a card. ``kind`` "pips" means that the court cards carry letters of another language and are
    left out. ``jumbo``: its indices reach into the picture. ``drop`` names what was seen to be wrong: aces
    with another letter or number, logos for jokers and backs. ``weight`` is relative: how often
    the deck is drawn when scenes are made.
    """

    name: str
    family: str
    package: str
    path: str
    layout: Literal["gnome", "kde", "kennard", "aguilar", "blackjack", "blackjack2"]
    licence: str
    weight: float = 1.0
    split: Split = "train"
    kind: Kind = "full"
    drop: tuple[str, ...] = ()
    jumbo: bool = False


CARD_PACKAGES = (
    Package("gnome-cards-data", "deb", "gnome-cards-data"),
    Package("aisleriot", "deb", "aisleriot"),
    Package("kdegames-card-data-kf5", "deb", "kdegames-card-data-kf5"),
    Package("react-playing-cards", "npm", "@heruka_urgyen/react-playing-cards@0.5.0"),
    Package("playing-cards-standard-deck", "npm", "@younestouati/playing-cards-standard-deck@3.0.0"),
    Package("blackjack-gui", "wheel", "blackjack-gui==1.8.1"),
)

_ACES = ("AC", "AD", "AH", "AS")
_JOKERS = ("JK", "JK2")
_GNOME = "usr/share/aisleriot/cards"
_KDE = "usr/share/carddecks"


def _gnome(
    name: str,
    family: str,
    weight: float = 1.0,
    split: Split = "train",
    kind: Kind = "full",
    *,
    file: str = "",
    package: str = "gnome-cards-data",
    drop: tuple[str, ...] = (),
) -> DeckSource:
    path = f"{_GNOME}/{file or name}.svgz"
    return DeckSource(
        f"gnome-{name}", family, package, path, "gnome", "GPL-3.0-or-later", weight, split, kind, drop
    )


def _kde(
    name: str,
    family: str,
    file: str,
    weight: float = 1.0,
    split: Split = "train",
    *,
    licence: str = "GPL-2.0-or-later",
    drop: tuple[str, ...] = (),
) -> DeckSource:
    path = f"{_KDE}/svg-{name}/{file}.svgz"
    return DeckSource(
        f"kde-{name}", family, "kdegames-card-data-kf5", path, "kde", licence, weight, split, "full", drop
    )


DECKS: tuple[DeckSource, ...] = (
    # The most like the printed decks that truco is played with come first: they are also drawn most often.
    DeckSource(
        "kennard-2color-bf",
        "kennard",
        "react-playing-cards",
        "package/src/images/2color-bf",
        "kennard",
        "CC0-1.0",
        5.0,
        jumbo=True,
    ),
    DeckSource(
        "kennard-2color",
        "kennard",
        "react-playing-cards",
        "package/src/images/2color",
        "kennard",
        "CC0-1.0",
        3.0,
    ),
    DeckSource(
        "aguilar", "aguilar", "playing-cards-standard-deck", "package/cards", "aguilar", "LGPL-3.0", 4.0
    ),
    DeckSource(
        "blackjack", "blackjack", "blackjack-gui", "blackjack_gui/images", "blackjack", "MIT", 0.5, "val"
    ),
    DeckSource(
        "blackjack2", "blackjack", "blackjack-gui", "blackjack_gui/images", "blackjack2", "MIT", 4.0, "val"
    ),
    _kde("standard", "kde-standard", "standard", 3.0, "val"),
    _gnome("bonded", "dondorf", 2.0, package="aisleriot", drop=(*_JOKERS, "back")),
    _gnome("anglo", "anglo", 2.5),
    _gnome("anglo_bitmap", "anglo", 1.0),
    _gnome("anglo_modern", "anglo_modern", 3.0),
    _gnome("anglo_poker", "kennard", 3.0),
    _gnome("gnomangelo", "anglo", drop=(*_JOKERS, "back")),
    _gnome("gnomangelo_bitmap", "anglo", 0.7),
    _gnome("atlasnye", "atlasnye", 1.0, "val"),
    _gnome("atlasnye_cyrillic", "atlasnye", 0.5, "val", "pips", file="Атласные", drop=_ACES),
    _gnome("bellot", "paris"),
    _gnome("guyenne-classic", "paris", 0.5, kind="pips"),
    _gnome("paris", "paris"),
    _gnome("dondorf", "dondorf"),
    _gnome("neoclassical", "neoclassical"),
    _gnome("orell", "orell"),
    _gnome("ornamental", "ornamental", 0.7),
    _gnome("plastic", "plastic"),
    _gnome("simplistic", "simplistic"),
    _gnome("tango", "tango"),
    _gnome("tango_nuevo", "tango", 0.3, drop=("back",)),
    _gnome("tigullio", "tigullio"),
    _kde("penguins", "penguins", "penguins", 0.5, drop=("back",)),
    _kde("nicu-white", "nicu-white", "white", drop=("back",)),
    _kde("jolly-royal", "jolly-royal", "jolly-royal"),
    _kde("tigullio-international", "tigullio", "tigullio-international", drop=("back",)),
    _kde("oxygen-white", "oxygen", "oxygen-white"),
    _kde("oxygen-air", "oxygen", "oxygen-air", 0.4),
    _kde("ancient-egyptians", "ancient-egyptians", "Ancient_Egyptians", 0.5),
    _gnome("berlin", "berlin", 0.5, kind="pips"),
    _gnome("lattmann", "lattmann", 0.5, kind="pips"),
    _gnome("rheinland", "rheinland", 0.5, kind="pips"),
    _gnome("tarocco", "tarocco", 0.5, kind="pips"),
    _gnome("ancient_french", "ancient_french", 0.5, kind="pips", drop=_ACES),
    _gnome("slavic_costumes", "slavic_costumes", 0.5, kind="pips", drop=(*_ACES, *_JOKERS)),
)
