"""Court figures and jokers of the own deck: plain heraldic half figures, the same for both ends of the
card.
"""

from __future__ import annotations

from typing import Final

from datasets.own_deck.shapes import BLACK, RED, suit

GOLD: Final = "#f2b632"
BLUE: Final = "#1f4e9e"
SKIN: Final = "#f8e3cf"
WHITE: Final = "#fdfcf8"
GREEN: Final = "#2c7a4b"

_ROBES: Final = {
    "C": (BLUE, GOLD, RED),
    "D": (GOLD, RED, BLACK),
    "H": (RED, GOLD, BLUE),
    "S": (BLACK, RED, GOLD),
}
_HAIR: Final = {"C": "#4a2f1b", "D": "#d9a441", "H": "#b5651d", "S": "#2a2a30"}


def court(rank: str, suit_name: str) -> str:
    """The upper half of a court card in a frame 270 wide and 660 high, whose middle is the origin."""
    robe, trim, lining = _ROBES[suit_name]
    hair = _HAIR[suit_name]
    parts = [_robe(rank, suit_name, robe, trim, lining), _held(rank, suit_name, trim, lining)]
    parts.append(_head(rank, hair))
    parts.append(_crown(rank, suit_name, robe, trim, lining))
    return "".join(parts)


def _robe(rank: str, suit_name: str, robe: str, trim: str, lining: str) -> str:
    """Shoulders and chest down to the middle line, with a panel that differs by rank."""
    body = (
        f'<path d="M-135 0V-70C-120 -112 -70 -128 -38 -134H38C70 -128 120 -112 135 -70V0Z" '
        f'fill="{robe}" {_LINE}/>'
        f'<path d="M-135 -44C-112 -58 -96 -84 -90 -116L-62 -126C-64 -70 -84 -30 -112 0H-135Z" '
        f'fill="{lining}" {_LINE}/>'
        f'<path d="M135 -44C112 -58 96 -84 90 -116L62 -126C64 -70 84 -30 112 0H135Z" fill="{lining}" '
        f"{_LINE}/>"
    )
    if rank == "K":
        panel = f'<path d="M-34 -134L-26 0H26L34 -134Z" fill="{trim}" {_LINE}/>'
        panel += "".join(
            f'<path d="M-22 {y}L0 {y - 16}L22 {y}L0 {y + 16}Z" fill="{lining}" {_LINE}/>'
            for y in (-18, -56, -94)
        )
        ermine = f'<path d="M-66 -126C-50 -96 50 -96 66 -126L40 -142H-40Z" fill="{WHITE}" {_LINE}/>'
        ermine += "".join(
            f'<path d="M{x} -122v14" stroke="{BLACK}" stroke-width="4"/>' for x in (-40, -20, 0, 20, 40)
        )
        return body + panel + ermine
    if rank == "Q":
        panel = (
            f'<path d="M-48 -134C-20 -80 -20 -40 -40 0H40C20 -40 20 -80 48 -134Z" fill="{WHITE}" {_LINE}/>'
        )
        panel += "".join(f'<circle cx="0" cy="{y}" r="10" fill="{trim}" {_LINE}/>' for y in (-16, -46, -76))
        beads = "".join(
            f'<circle cx="{x}" cy="{y}" r="5.5" fill="{trim}" stroke="{BLACK}" stroke-width="1.5"/>'
            for x, y in ((-36, -126), (-22, -114), (-7, -108), (7, -108), (22, -114), (36, -126))
        )
        return body + panel + beads
    stripes = "".join(
        f'<path d="M{x - 9} -136L{x * 1.5 - 13} 0H{x * 1.5 + 13}L{x + 9} -136Z" fill="{trim}" {_LINE}/>'
        for x in (-38, 0, 38)
    )
    collar = f'<path d="M-58 -130L0 -92L58 -130L34 -146H-34Z" fill="{lining}" {_LINE}/>'
    return body + stripes + collar


def _held(rank: str, suit_name: str, trim: str, lining: str) -> str:
    """What the figure holds at the side: a sword, a flower, a halberd; and the hand."""
    hand = f'<ellipse cx="92" cy="-66" rx="19" ry="16" fill="{SKIN}" {_LINE}/>'
    if rank == "K":
        sword = (
            f'<path d="M84 -92V-268L92 -290L100 -268V-92Z" fill="#dfe5ea" {_LINE}/>'
            f'<path d="M92 -276V-92" stroke="{BLACK}" stroke-width="2"/>'
            f'<rect x="64" y="-100" width="56" height="13" rx="6" fill="{GOLD}" {_LINE}/>'
            f'<rect x="86" y="-88" width="12" height="50" fill="{lining}" {_LINE}/>'
            f'<circle cx="92" cy="-34" r="9" fill="{GOLD}" {_LINE}/>'
        )
        return sword + hand
    if rank == "Q":
        petals = "".join(
            f'<ellipse cx="92" cy="-206" rx="10" ry="22" transform="rotate({turn} 92 -186)" '
            f'fill="{RED}" {_LINE}/>'
            for turn in range(0, 360, 60)
        )
        flower = (
            f'<path d="M92 -60C86 -100 98 -140 92 -180" fill="none" stroke="{GREEN}" stroke-width="7"/>'
            f'<path d="M92 -116C112 -118 122 -132 124 -146C106 -146 94 -134 92 -116Z" fill="{GREEN}" '
            f"{_LINE}/>"
            f'{petals}<circle cx="92" cy="-186" r="12" fill="{GOLD}" {_LINE}/>'
        )
        return flower + hand
    halberd = (
        f'<rect x="87" y="-268" width="10" height="268" fill="#8a5a2b" {_LINE}/>'
        f'<path d="M92 -300L104 -262H80Z" fill="#dfe5ea" {_LINE}/>'
        f'<path d="M97 -258C126 -262 132 -226 120 -204C114 -218 106 -222 97 -222Z" fill="#dfe5ea" {_LINE}/>'
        f'<path d="M87 -252L66 -238L87 -226Z" fill="{trim}" {_LINE}/>'
    )
    return halberd + hand


def _head(rank: str, hair: str) -> str:
    """Face and hair; the king has a beard, the queen long hair, the jack a short page's cut."""
    y = -196
    locks = {
        "K": f'<path d="M-52 {y - 30}C-66 {y + 10} -60 {y + 44} -70 {y + 56}C-50 {y + 62} -36 {y + 50} '
        f"-34 {y + 20}V{y - 30}Z"
        f"M52 {y - 30}C66 {y + 10} 60 {y + 44} 70 {y + 56}C50 {y + 62} 36 {y + 50} 34 "
        f'{y + 20}V{y - 30}Z" fill="{hair}" {_LINE}/>',
        "Q": f'<path d="M-40 {y - 50}C-78 {y - 20} -58 {y + 40} -80 {y + 84}C-50 {y + 96} -30 {y + 70} '
        f"-30 {y + 40}V{y - 40}Z"
        f"M40 {y - 50}C78 {y - 20} 58 {y + 40} 80 {y + 84}C50 {y + 96} 30 {y + 70} 30 "
        f'{y + 40}V{y - 40}Z" fill="{hair}" {_LINE}/>',
        "J": f'<path d="M-44 {y - 40}C-64 {y - 10} -58 {y + 26} -62 {y + 36}H-34V{y - 40}Z'
        f'M44 {y - 40}C64 {y - 10} 58 {y + 26} 62 {y + 36}H34V{y - 40}Z" fill="{hair}" {_LINE}/>',
    }[rank]
    neck = f'<path d="M-18 {y + 36}V{y + 66}H18V{y + 36}Z" fill="{SKIN}" {_LINE}/>'
    chin = 60 if rank == "J" else 56
    face = (
        f'<path d="M-42 {y - 40}V{y + 8}C-42 {y + 40} -20 {y + chin} 0 {y + chin}C20 {y + chin} 42 '
        f'{y + 40} 42 {y + 8}V{y - 40}Z" fill="{SKIN}" {_LINE}/>'
    )
    eyes = "".join(
        f'<path d="M{x - 11} {y - 6}Q{x} {y - 16} {x + 11} {y - 6}Q{x} {y + 2} {x - 11} {y - 6}Z" '
        f'fill="{WHITE}" stroke="{BLACK}" '
        f'stroke-width="2.5"/><circle cx="{x + 1}" cy="{y - 7}" r="4" fill="{BLACK}"/>'
        f'<path d="M{x - 13} {y - 20}Q{x} {y - 28} {x + 13} {y - 20}" fill="none" stroke="{BLACK}" '
        f'stroke-width="3"/>'
        for x in (-19, 19)
    )
    nose = f'<path d="M2 {y - 8}L-5 {y + 16}H5" fill="none" stroke="{BLACK}" stroke-width="2.5"/>'
    mouth = (
        f'<path d="M-11 {y + 29}Q0 {y + 36} 11 {y + 29}Q0 {y + 23} -11 {y + 29}Z" fill="{RED}" '
        f'stroke="{BLACK}" stroke-width="1.5"/>'
    )
    beard = ""
    if rank == "K":
        beard = (
            f'<path d="M-42 {y + 6}C-38 {y + 24} -26 {y + 22} -14 {y + 20}Q0 {y + 14} 14 {y + 20}C26 '
            f"{y + 22} 38 {y + 24} 42 {y + 6}"
            f'C46 {y + 50} 24 {y + 84} 0 {y + 92}C-24 {y + 84} -46 {y + 50} -42 {y + 6}Z" fill="{hair}" '
            f"{_LINE}/>"
        )
    return locks + neck + face + beard + eyes + nose + mouth


def _crown(rank: str, suit_name: str, robe: str, trim: str, lining: str) -> str:
    """Crown, coronet or feathered cap above the head."""
    if rank == "K":
        return (
            f'<path d="M-56 -234L-64 -300L-34 -268L0 -312L34 -268L64 -300L56 -234Z" fill="{GOLD}" {_LINE}/>'
            f'<circle cx="-64" cy="-302" r="8" fill="{RED}" {_LINE}/><circle cx="64" cy="-302" r="8" '
            f'fill="{RED}" {_LINE}/>'
            f'<path d="M-6 -328H6V-318H16V-306H6V-294H-6V-306H-16V-318H-6Z" fill="{GOLD}" {_LINE}/>'
            f'<rect x="-58" y="-250" width="116" height="24" rx="4" fill="{lining}" {_LINE}/>'
            + "".join(f'<circle cx="{x}" cy="-238" r="6" fill="{WHITE}"/>' for x in (-40, -20, 0, 20, 40))
        )
    if rank == "Q":
        return (
            f'<path d="M-48 -236C-60 -262 -56 -276 -50 -284L-26 -262L-14 -294L0 -266L14 -294L26 -262L50 '
            f'-284C56 -276 60 -262 48 -236Z" '
            f'fill="{GOLD}" {_LINE}/>'
            + "".join(
                f'<circle cx="{x}" cy="{y}" r="7" fill="{robe}" {_LINE}/>'
                for x, y in ((-50, -288), (-14, -298), (14, -298), (50, -288))
            )
            + f'<path d="M-48 -238Q0 -256 48 -238V-226Q0 -244 -48 -226Z" fill="{lining}" {_LINE}/>'
        )
    return (
        f'<path d="M-58 -232C-70 -274 -30 -292 6 -286C44 -282 66 -262 58 -232Z" fill="{robe}" {_LINE}/>'
        f'<rect x="-60" y="-246" width="120" height="22" rx="8" fill="{trim}" {_LINE}/>'
        f'<path d="M-46 -250C-80 -286 -70 -322 -24 -326C-50 -310 -44 -282 -34 -250Z" fill="{lining}" '
        f"{_LINE}/>"
        f'<path d="M-42 -252C-62 -284 -58 -308 -32 -322" fill="none" stroke="{WHITE}" stroke-width="3"/>'
    )


def joker(ink: str) -> str:
    """A jester's head with a belled cap, around the origin, about 300 high."""
    second = GOLD if ink == RED else "#9aa0a6"
    third = BLUE if ink == RED else "#5b6168"
    bells = "".join(
        f'<circle cx="{x}" cy="{y}" r="17" fill="{GOLD if ink == RED else "#d7dade"}" {_LINE}/>'
        for x, y in ((-132, 6), (0, -216), (132, 6))
    )
    ruff = "".join(
        f'<path d="M0 60L{x} {y}L{x2} {y2}Z" fill="{fill}" {_LINE}/>'
        for x, y, x2, y2, fill in (
            (-128, 96, -96, 160, ink),
            (-96, 160, -34, 140, second),
            (-34, 140, 0, 190, third),
            (0, 190, 34, 140, ink),
            (34, 140, 96, 160, second),
            (96, 160, 128, 96, third),
        )
    )
    return (
        f"{ruff}"
        f'<path d="M-62 -40C-140 -110 -160 -40 -132 0C-116 -40 -90 -30 -62 10Z" fill="{ink}" {_LINE}/>'
        f'<path d="M62 -40C140 -110 160 -40 132 0C116 -40 90 -30 62 10Z" fill="{third}" {_LINE}/>'
        f'<path d="M-66 -20C-60 -110 -30 -160 0 -206C30 -160 60 -110 66 -20Z" fill="{second}" {_LINE}/>'
        f'<path d="M-64 -30C-70 50 -40 96 0 104C40 96 70 50 64 -30Z" fill="{SKIN}" {_LINE}/>'
        f'<path d="M-70 -24Q0 -52 70 -24V-4Q0 -32 -70 -4Z" fill="{ink}" {_LINE}/>'
        f'<circle cx="-26" cy="14" r="8" fill="{BLACK}"/><circle cx="26" cy="14" r="8" fill="{BLACK}"/>'
        f'<path d="M-40 -2Q-26 -12 -12 -2M12 -2Q26 -12 40 -2" fill="none" stroke="{BLACK}" stroke-width="5"/>'
        f'<path d="M0 14L-8 44H8" fill="none" stroke="{BLACK}" stroke-width="4"/>'
        f'<path d="M-38 52Q0 98 38 52Q0 72 -38 52Z" fill="{RED if ink == RED else "#5b6168"}" '
        f"{_LINE}/>{bells}"
    )


def corner_pip(suit_name: str) -> str:
    """The suit inside the frame, beside the head."""
    return suit(suit_name, -94, -268, 62)


_LINE: Final = f'stroke="{BLACK}" stroke-width="3.5" stroke-linejoin="round"'
