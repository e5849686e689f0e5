"""Table tops and things on tables from the packages: data/surfaces/{train,val}/*.jpg,
data/clutter/{train,val}/*.png.

Whole groups are held out for validation, never single pictures of a group.
"""

from __future__ import annotations

import json
import shutil
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from datasets.art.catalogue import Package
from datasets.art.fetch import FetchError
from datasets.art.picture import Picture, inked, picture_of, write_picture
from datasets.art.procedural import Image

LONG_SIDE = 1024
"""Longest side of a stored surface in pixels."""

CLUTTER_SIDE = 400
"""Longest side of a stored cut-out in pixels."""

_TILE_BELOW = 512


@dataclass(frozen=True, slots=True)
class Group:
    """Pictures of one package that are used together; ``pattern`` are file globs, ``archive`` a zip file
    they lie in.

    ``leave`` are globs of what was seen to be useless: icons, drawings, pictures with cards on them.
    """

    name: str
    package: str
    licence: str
    patterns: tuple[str, ...]
    split: Literal["train", "val"] = "train"
    archive: str = ""
    leave: tuple[str, ...] = ()


TABLE_PACKAGES = tuple(
    Package(name, "deb", name)
    for name in (
        "qgo",
        "pychess",
        "gnubg-data",
        "gimp-data",
        "sweethome3d",
        "mypaint-data-extras",
        "openarena-081-textures",
        "mate-backgrounds",
        "lomiri-wallpapers-16.04",
        "plasma-workspace-wallpapers",
        "opencv-doc",
        "tuxpaint-stamps-default",
    )
)

_GPL2, _GPL3 = "GPL-2.0-or-later", "GPL-3.0-or-later"

SURFACES: tuple[Group, ...] = (
    Group("qgo", "qgo", _GPL2, ("*/boardtextures/*.png",)),
    Group("pychess", "pychess", _GPL3, ("*/boards/*.png",)),
    Group(
        "gnubg",
        "gnubg-data",
        _GPL3,
        ("*/gnubg/textures/*.png",),
        "val",
        leave=("*hinge*", "*logo*", "*Water*", "*checkered*"),
    ),
    Group(
        "gimp",
        "gimp-data",
        _GPL3,
        (
            "*/patterns/Fabric/*.pat",
            "*/patterns/Paper/*.pat",
            "*/patterns/Stone/*.pat",
            "*/patterns/Wood/*.pat",
            "*/patterns/Animal/*.pat",
            "*/patterns/Food/java.pat",
        ),
        leave=("*Craters*", "*Moonfoot*"),
    ),
    Group(
        "sweethome3d",
        "sweethome3d",
        _GPL2,
        ("*/resources/textures/*.jpg",),
        archive="usr/share/sweethome3d/sweethome3d.jar",
        leave=("*Sky*", "*loudy*", "*boxTree*", "*Wall.jpg", "*Bricks*"),
    ),
    Group("mypaint-mrmamurk", "mypaint-data-extras", _GPL2, ("*/mrmamurk/*.png",)),
    Group("mypaint-ramon", "mypaint-data-extras", _GPL2, ("*/ramon/*.png",), "val"),
    Group(
        "openarena",
        "openarena-081-textures",
        _GPL2,
        (
            "*wood0*.jpg",
            "*woodceiling*.jpg",
            "*panelwood*.jpg",
            "*gothic_trim/wood*.jpg",
            "*base_floor/concrete.jpg",
            "*base_floor/dirt.jpg",
            "*base_floor/smallstone.jpg",
            "*tilefloor7.jpg",
            "*concrete1.jpg",
            "*concrete_dark.jpg",
            "*clown/*tile.jpg",
            "*cosmo_floor/sand*.jpg",
            "*e7brickfloor01.jpg",
            "*e7sbrickfloor.jpg",
            "*stile_drty.jpg",
            "*e6c_floor.jpg",
            "*cretefloor*.jpg",
            "*largeblockfloor*.jpg",
            "*largerblock3b.jpg",
            "*oquartz/blackstone*.jpg",
            "*acc_dm5/stn*.jpg",
            "*acc_dm5/tiles*.jpg",
            "*floor_gray.jpg",
            "*hfloor3.jpg",
            "*base_floor/diamond2.jpg",
        ),
        archive="usr/share/games/openarena/baseoa/pak4-textures.pk3",
    ),
    Group(
        "mate",
        "mate-backgrounds",
        _GPL2,
        ("*/nature/*.jpg", "*/abstract/Silk.png", "*/abstract/Waves.png", "*/abstract/Elephants.jpg"),
    ),
    Group("lomiri", "lomiri-wallpapers-16.04", "CC-BY-SA-4.0", ("*/backgrounds/*_by_*.jpg",), "val"),
    Group(
        "plasma",
        "plasma-workspace-wallpapers",
        _GPL2,
        ("*/contents/images/*x1600.jpg", "*/contents/images/*x2000.jpg", "*/contents/images/3840x2160.png"),
    ),
    Group(
        "opencv",
        "opencv-doc",
        "Apache-2.0 AND BSD-3-Clause",
        (
            "*/examples/data/*.jpg",
            "*/examples/data/box*.png",
            "*/examples/data/graf*.png",
            "*/examples/data/rubber*1.png",
        ),
        leave=(
            "*left*",
            "*right*",
            "*Logo*",
            "*Suzanne*",
            "*cards*",
            "*text*",
            "*ellipses*",
            "*leuvenB*",
            "*aloeR*",
            "*ela_modified*",
            "*graf3*",
            "*messi*",
            "*pca_*",
            "*licenseplate*",
            "*Happy*",
        ),
    ),
)

_TOYS = ("*cartoon*", "*mirror*", "*flip*")

CLUTTER: tuple[Group, ...] = (
    Group(
        "money",
        "tuxpaint-stamps-default",
        "GPL-2.0",
        ("*/money/us/*.png", "*/money/euro/*.png", "*/money/canadian/*.png"),
        leave=_TOYS,
    ),
    Group(
        "money-japan", "tuxpaint-stamps-default", "GPL-2.0", ("*/money/japanese/*.png",), "val", leave=_TOYS
    ),
    Group(
        "fruit",
        "tuxpaint-stamps-default",
        "GPL-2.0",
        ("*/food/fruit/*.png", "*/food/nuts/*.png"),
        leave=_TOYS,
    ),
    Group(
        "vegetables",
        "tuxpaint-stamps-default",
        "GPL-2.0",
        ("*/food/vegetables/*.png", "*/food/spices/*.png"),
        "val",
        leave=_TOYS,
    ),
    Group(
        "household",
        "tuxpaint-stamps-default",
        "GPL-2.0",
        (
            "*/household/dishes/*.png",
            "*/household/tools/*.png",
            "*/household/*.png",
            "*/hobbies/*.png",
            "*/medical/*.png",
            "*/clothes/clothespin*.png",
            "*/sports/*ball.png",
            "*/seasonal/candle.png",
            "*/seasonal/christmas/*photo*.png",
            "*/plants/flowers/*.png",
        ),
        leave=(
            *_TOYS,
            "*bin.png",
            "*toilet*",
            "*garbage*",
            "*cementmixer*",
            "*drumkit*",
            "*stethoscope*",
            "*tooth.png",
            "*arttools*",
        ),
    ),
    Group(
        "arttools", "tuxpaint-stamps-default", "GPL-2.0", ("*/household/arttools/*.png",), "val", leave=_TOYS
    ),
)


def make_surfaces(data: Path, unpacked: dict[str, Path]) -> dict[str, int]:
    """Fills data/surfaces and its index.json; the number of pictures in each split."""
    return _make(data / "surfaces", unpacked, SURFACES, "jpg")


def make_clutter(data: Path, unpacked: dict[str, Path]) -> dict[str, int]:
    """Fills data/clutter and its index.json; the number of pictures in each split."""
    return _make(data / "clutter", unpacked, CLUTTER, "png")


def as_surface(picture: Picture) -> Image:
    """A table top from a texture or photograph: small textures are mirrored into larger ones, large ones
    shrunk.
    """
    alpha = picture[..., 3:].astype(np.float32) / 255
    flat = (picture[..., :3] * alpha + 128 * (1 - alpha)).astype(np.uint8)
    if max(flat.shape[:2]) > LONG_SIDE:
        scale = LONG_SIDE / max(flat.shape[:2])
        flat = np.asarray(cv2.resize(flat, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    if min(flat.shape[:2]) < _TILE_BELOW:
        # Tiny patterns are enlarged first, or their tiling would be finer than any real cloth's.
        scale = 2.0 if min(flat.shape[:2]) < 160 else 1.0
        flat = np.asarray(cv2.resize(flat, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
        flat = np.vstack([flat, flat[::-1]])
        flat = np.hstack([flat, flat[:, ::-1]])
        rows, columns = -(-_TILE_BELOW // flat.shape[0]), -(-_TILE_BELOW // flat.shape[1])
        flat = np.tile(flat, (rows, columns, 1))[:LONG_SIDE, :LONG_SIDE]
    return flat


def as_clutter(picture: Picture) -> Picture | None:
    """A cut-out without its empty margins, at most CLUTTER_SIDE pixels; None when it has no transparent
    ground.
    """
    thing = picture[inked(picture)]
    if thing.size == 0 or float((thing[..., 3] < 30).mean()) < 0.03 or max(thing.shape[:2]) < 60:
        return None
    scale = min(1.0, CLUTTER_SIDE / max(thing.shape[:2]))
    # Colours are averaged with their alpha, or the unseen ground would darken the rim.
    weight = thing[..., 3:].astype(np.float32) / 255
    blend = np.dstack([thing[..., :3] * weight, weight])
    small = cv2.resize(blend, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    colours = small[..., :3] / np.maximum(small[..., 3:], 1e-3)
    return np.clip(np.dstack([colours, small[..., 3:] * 255]), 0, 255).round().astype(np.uint8)


def _make(folder: Path, unpacked: dict[str, Path], groups: tuple[Group, ...], kind: str) -> dict[str, int]:
    index: list[dict[str, str]] = []
    shutil.rmtree(folder, ignore_errors=True)
    for group in groups:
        target = folder / group.split
        target.mkdir(parents=True, exist_ok=True)
        found = False
        for name, picture in _pictures(group, unpacked[group.package]):
            file = target / f"{group.name}__{name}.{kind}"
            if kind == "jpg":
                done, packed = cv2.imencode(".jpg", as_surface(picture), [cv2.IMWRITE_JPEG_QUALITY, 92])
                if not done:
                    raise OSError(f"{file.name} could not be written.")
                file.write_bytes(packed.tobytes())
            else:
                thing = as_clutter(picture)
                if thing is None:
                    continue
                write_picture(file, thing)
            found = True
            source = {"group": group.name, "package": group.package, "licence": group.licence}
            index.append({"file": f"{group.split}/{file.name}", "split": group.split, **source})
        if not found:
            raise FetchError(
                f"Package {group.package} has none of the pictures of {group.name}: it has changed."
            )
    (folder / "index.json").write_text(json.dumps(index, indent=1) + "\n", "utf-8")
    return {split: sum(entry["split"] == split for entry in index) for split in ("train", "val")}


def _pictures(group: Group, root: Path) -> Iterator[tuple[str, Picture]]:
    """The group's pictures in a fixed order, each with a name that is unique within the group."""
    for name, content in _files(group, root):
        picture = read_pattern(content) if name.endswith(".pat") else picture_of(content)
        if picture is not None:
            yield "-".join(Path(name).with_suffix("").parts[-5:]).replace(" ", "_"), picture


def _files(group: Group, root: Path) -> Iterator[tuple[str, bytes]]:
    if group.archive:
        with zipfile.ZipFile(root / group.archive) as archive:
            for name in sorted(archive.namelist()):
                if _wanted(group, f"/{name}"):
                    yield name, archive.read(name)
        return
    for path in sorted(root.rglob("*.*")):
        if path.is_file() and not path.is_symlink() and _wanted(group, f"/{path.relative_to(root)}"):
            yield str(path.relative_to(root)), path.read_bytes()


def _wanted(group: Group, name: str) -> bool:
    return any(fnmatch(name, pattern) for pattern in group.patterns) and not any(
        fnmatch(name, pattern) for pattern in group.leave
    )


def read_pattern(content: bytes) -> Picture | None:
    """A GIMP pattern file (header size, version, width, height, channels, mark; then the pixels); None if
    it is not.
    """
    if len(content) < 24:
        return None
    start, _, width, height, channels, mark = struct.unpack(">6I", content[:24])
    if mark != 0x47504154 or channels not in (3, 4) or len(content) < start + width * height * channels:
        return None
    pixels = np.frombuffer(content, np.uint8, width * height * channels, start).reshape(
        height, width, channels
    )
    alpha = pixels[..., 3] if channels == 4 else np.full((height, width), 255, np.uint8)
    return np.dstack([pixels[..., 2::-1], alpha])
