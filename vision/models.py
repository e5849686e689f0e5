"""Load the trained networks: checked against their checksums, run by OpenCV alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.back import BackNetwork
from vision.cards import CLASS_COUNT
from vision.cover import CoverNetwork
from vision.crop import COVER_SIZE, COVER_STEP
from vision.detector import DetectorNetwork
from vision.head import CHANNELS, decode_head
from vision.outline import OutlineNetwork
from vision.reader import IndexNetwork, ReaderNetwork

MODELS_FOLDER: Final = Path(__file__).resolve().parent.parent / "models"
MANIFEST: Final = "models.json"
_REMEDY: Final = "install Vira again, or fetch the models folder anew"


class WeightsError(Exception):
    """The weights are missing, altered or not what they should be; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Networks:
    """The networks a table is read with.

    Without ``index`` the whole card alone tells its name; without ``outline`` boxes stay as they were found;
    without ``cover`` nobody tells what lies on a card.
    """

    detector: DetectorNetwork
    reader: ReaderNetwork
    index: IndexNetwork | None = None
    outline: OutlineNetwork | None = None
    cover: CoverNetwork | None = None
    back: BackNetwork | None = None


class OnnxDetector:
    """Detector weights run by ``cv2.dnn``."""

    def __init__(self, weights: bytes, size: int, score_threshold: float) -> None:
        self._net = _open(weights)
        # stride8, stride16, stride32: each version of OpenCV lists them in an order of its own
        self._outputs = sorted(self._net.getUnconnectedOutLayersNames(), key=lambda name: (len(name), name))
        self._size = size
        self._score_threshold = score_threshold

    @property
    def size(self) -> int:
        """Longer side of the input in pixels."""
        return self._size

    @property
    def score_threshold(self) -> float:
        """Score, 0..1, below which a box is no finding."""
        return self._score_threshold

    def forward(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """1x3xHxW to 1x7xN."""
        self._net.setInput(blob)
        maps = [np.asarray(one, np.float32) for one in self._net.forward(self._outputs)]
        for one in maps:
            if one.ndim != 4 or one.shape[1] != CHANNELS:
                raise WeightsError(
                    f"the detector answers {one.shape} instead of 1 x {CHANNELS} x H x W; {_REMEDY}"
                )
        return decode_head(maps, blob.shape[3], self._score_threshold)


class OnnxReader:
    """Reader weights run by ``cv2.dnn``."""

    def __init__(self, weights: bytes, size: tuple[int, int], threshold: float, temperature: float) -> None:
        self._net = _open(weights)
        self._size = size
        self._threshold = threshold
        self._temperature = temperature

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its crops in pixels."""
        return self._size

    @property
    def threshold(self) -> float:
        """Probability, 0..1, below which a card is not named."""
        return self._threshold

    @property
    def temperature(self) -> float:
        """Divisor of the logits."""
        return self._temperature

    def forward(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx3xHxW to Bx54."""
        self._net.setInput(batch)
        answer = np.asarray(self._net.forward(self._output("logits")), np.float32)
        return _shaped(answer, (len(batch), CLASS_COUNT), "reader")

    def embed(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx3xHxW to BxE: what the network makes of a card before naming it; alike cards lie close.

        WeightsError when these weights have no such output.
        """
        self._net.setInput(batch)
        return np.asarray(self._net.forward(self._output("embedding")), dtype=np.float32)

    def _output(self, name: str) -> str:
        return _output(self._net, name, "reader")


class OnnxIndex:
    """Weights of the network that reads index corners, run by ``cv2.dnn``."""

    def __init__(self, weights: bytes, temperature: float) -> None:
        self._net = _open(weights)
        self._temperature = temperature

    @property
    def temperature(self) -> float:
        """Divisor of the logits."""
        return self._temperature

    def forward(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx6xHxW to Bx54."""
        self._net.setInput(batch)
        answer = np.asarray(self._net.forward(_output(self._net, "logits", "index reader")), np.float32)
        return _shaped(answer, (len(batch), CLASS_COUNT), "index reader")


class OnnxOutline:
    """Weights of the network that moves corners, run by ``cv2.dnn``."""

    def __init__(self, weights: bytes) -> None:
        self._net = _open(weights)

    def forward(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx3xHxW to Bx8."""
        self._net.setInput(batch)
        return _shaped(np.asarray(self._net.forward(), np.float32), (len(batch), 8), "outline fitter")


class OnnxCover:
    """Weights of the network that tells what lies on a card, run by ``cv2.dnn``."""

    def __init__(self, weights: bytes) -> None:
        self._net = _open(weights)

    def forward(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx3xHxW to Bx560."""
        self._net.setInput(batch)
        places = COVER_SIZE[0] * COVER_SIZE[1] // COVER_STEP**2
        return _shaped(np.asarray(self._net.forward(), np.float32), (len(batch), places), "cover finder")


class OnnxBack:
    """Weights of the network that tells backs from what looks like one, run by ``cv2.dnn``."""

    def __init__(self, weights: bytes, counts: tuple[float, float, float]) -> None:
        self._net = _open(weights)
        self._weights = counts

    @property
    def weights(self) -> tuple[float, float, float]:
        """See `vision.back.BackNetwork`."""
        return self._weights

    def forward(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Bx3xHxW to Bx1."""
        self._net.setInput(batch)
        return _shaped(np.asarray(self._net.forward(), np.float32), (len(batch), 1), "judge of backs")


def load_networks(folder: Path | None = None) -> Networks:
    """The networks of a folder with ``models.json`` (default: the ones Vira comes with).

    WeightsError when a file is missing, its SHA-256 differs, or it is no network OpenCV can run.
    """
    place = MODELS_FOLDER if folder is None else folder
    manifest = _manifest(place)
    detector, reader = _section(manifest, "detector"), _section(manifest, "reader")
    index = _section(manifest, "index") if "index" in manifest else None
    outline = _section(manifest, "outline") if "outline" in manifest else None
    cover = _section(manifest, "cover") if "cover" in manifest else None
    back = _section(manifest, "back") if "back" in manifest else None
    wide, high = _pair(reader, "size")
    return Networks(
        OnnxDetector(
            _weights(place, detector), int(_number(detector, "size")), _number(detector, "score_threshold")
        ),
        OnnxReader(
            _weights(place, reader),
            (wide, high),
            _number(reader, "threshold"),
            _number(reader, "temperature"),
        ),
        None if index is None else OnnxIndex(_weights(place, index), _number(index, "temperature")),
        None if outline is None else OnnxOutline(_weights(place, outline)),
        None if cover is None else OnnxCover(_weights(place, cover)),
        None if back is None else OnnxBack(_weights(place, back), _counts(back)),
    )


def _output(net: cv2.dnn.Net, name: str, who: str) -> str:
    """The output of that name; networks with a single output may call it as they like."""
    names = list(net.getUnconnectedOutLayersNames())
    if name not in names and (name == "embedding" or len(names) > 1):
        raise WeightsError(f"the {who} has no output {name!r}; {_REMEDY}")
    return name if name in names else str(names[0])


def _shaped(answer: NDArray[np.float32], expected: tuple[int, int], who: str) -> NDArray[np.float32]:
    if answer.shape != expected:
        raise WeightsError(f"the {who} answers {answer.shape} instead of {expected}; {_REMEDY}")
    return answer


def _open(weights: bytes) -> cv2.dnn.Net:
    try:
        return cv2.dnn.readNetFromONNX(np.frombuffer(weights, dtype=np.uint8))
    except cv2.error as error:
        raise WeightsError(f"OpenCV {cv2.__version__} cannot run the weights; {_REMEDY}") from error


def _manifest(folder: Path) -> Mapping[str, object]:
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise WeightsError(f"the list of weights {path} is missing; {_REMEDY}") from error
    except (OSError, ValueError) as error:
        raise WeightsError(f"the list of weights {path} cannot be read; {_REMEDY}") from error
    if not isinstance(manifest, dict):
        raise WeightsError(f"the list of weights {path} is not an object; {_REMEDY}")
    return manifest


def _section(manifest: Mapping[str, object], name: str) -> Mapping[str, object]:
    section = manifest.get(name)
    if not isinstance(section, dict):
        raise WeightsError(f"the list of weights says nothing about the {name}; {_REMEDY}")
    return section


def _number(section: Mapping[str, object], name: str) -> float:
    value = section.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
        raise WeightsError(
            f"the list of weights gives {name} as {value!r} instead of a number above 0; {_REMEDY}"
        )
    return float(value)


def _pair(section: Mapping[str, object], name: str) -> tuple[int, int]:
    value = section.get(name)
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(n, int) and n > 0 for n in value)):
        raise WeightsError(
            f"the list of weights gives {name} as {value!r} instead of width and height; {_REMEDY}"
        )
    return value[0], value[1]


def _counts(section: Mapping[str, object]) -> tuple[float, float, float]:
    value = section.get("weights")
    if not (isinstance(value, list) and len(value) == 3 and all(isinstance(n, (int, float)) for n in value)):
        raise WeightsError(f"the list of weights gives weights as {value!r} instead of three; {_REMEDY}")
    return float(value[0]), float(value[1]), float(value[2])


def _weights(folder: Path, section: Mapping[str, object]) -> bytes:
    name, expected = section.get("file"), section.get("sha256")
    if not isinstance(name, str) or Path(name).name != name or not isinstance(expected, str):
        raise WeightsError(f"the list of weights names no file with its checksum; {_REMEDY}")
    path = folder / name
    try:
        weights = path.read_bytes()
    except FileNotFoundError as error:
        raise WeightsError(f"the weights {path} are missing; {_REMEDY}") from error
    except OSError as error:
        raise WeightsError(f"the weights {path} cannot be read ({error.strerror}); {_REMEDY}") from error
    if hashlib.sha256(weights).hexdigest() != expected.lower():
        raise WeightsError(f"the weights {path} are not the ones Vira was tested with (checksum); {_REMEDY}")
    return weights
