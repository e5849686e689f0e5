"""What the detector takes for a back, however faintly, in its fitted outline."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.config import DEFAULT
from vision.detector import BACK, CardDetector
from vision.events import Detection
from vision.models import load_networks
from vision.outline import OutlineFitter


class Candidates:
    """Finds in a picture what `vision.back.BackJudge` is asked about, with the weights in ``models``."""

    def __init__(self) -> None:
        networks = load_networks()
        if networks.outline is None:
            raise ValueError("candidates need the outline network; train and export it first")
        self._detector = CardDetector(networks.detector, faintest_back=DEFAULT.back.candidate)
        self._fitter = OutlineFitter(networks.outline)

    def __call__(self, image: NDArray[np.uint8]) -> list[Detection]:
        """Backs of a HxWx3 BGR picture."""
        found = [one for one in self._detector.detect(image) if one.side == BACK]
        quads = self._fitter.fit(image, [one.quad for one in found])
        return [replace(one, quad=quad) for one, quad in zip(found, quads, strict=True)]
