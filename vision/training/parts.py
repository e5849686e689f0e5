"""The small networks that are trained on cut-out cards: what each looks at, and what it is told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from datasets.feed import BackPool, CoverPool, CropPool, OutlinePool
from datasets.scene import Stage
from vision.crop import CORNER_SIZE, COVER_SIZE, CROP_SIZE, OUTLINE_SIZE
from vision.training.back_network import BackNetwork
from vision.training.candidates import Candidates
from vision.training.cover_network import CoverNetwork
from vision.training.outline_network import OutlineNetwork
from vision.training.reader_network import IndexNetwork, ReaderNetwork

PartName = Literal["card", "index", "outline", "cover", "back"]

_NEAR = 0.05
"""Share of a card's side by which each of its corners may be off for an outline to count as right."""
_DOUBT = 0.01
"""Chance that an outline is labelled amiss: nothing is to be learnt as certain."""
_COVERED = 0.05
"""Share of a card that something must hide for what is told of it to be counted."""
_ALIKE = 0.7
"""Overlap (IoU) of what is told and what is hidden from which it counts as right."""


@dataclass(frozen=True, slots=True)
class Part:
    """``file``: name of the weights; ``size``, ``channels``: of the pictures."""

    file: str
    network: type[nn.Module]
    size: tuple[int, int]
    channels: int = 3

    def pool(self, stage: Stage, seed: list[int], size: int) -> CropPool | OutlinePool | CoverPool | BackPool:
        """The supply of its pictures and truths."""
        if self.network is OutlineNetwork:
            return OutlinePool(stage, seed, size)
        if self.network is CoverNetwork:
            return CoverPool(stage, seed, size)
        if self.network is BackNetwork:
            candidates = Candidates()
            return BackPool(stage, seed, size, lambda image: [one.quad for one in candidates(image)])
        return CropPool(stage, seed, size, part="index" if self.network is IndexNetwork else "card")

    def loss(self, answer: Tensor, truth: Tensor) -> tuple[Tensor, float]:
        """The loss of a batch, and the share of it that is right."""
        if self.network is OutlineNetwork:
            wanted = truth.flatten(1)
            right = ((answer - wanted).abs().amax(1) < _NEAR).float().mean().item()
            return functional.smooth_l1_loss(answer, wanted, beta=0.02) * 10, right
        if self.network is CoverNetwork:
            hidden = truth.flatten(1).float() / 255
            told, true = answer > 0, hidden > 0.5
            overlap = (told & true).sum(1) / (told | true).sum(1).clamp(min=1)
            right = (overlap[hidden.mean(1) > _COVERED] > _ALIKE).float().mean().item()
            return functional.binary_cross_entropy_with_logits(answer, hidden), right
        if self.network is BackNetwork:
            right = ((answer > 0) == (truth > 0.5)).float().mean().item()
            softer = truth * (1 - 2 * _DOUBT) + _DOUBT
            return functional.binary_cross_entropy_with_logits(answer, softer), right
        return functional.cross_entropy(answer, truth), (answer.argmax(1) == truth).float().mean().item()

    def example(self) -> Tensor:
        """Two empty inputs, for the export."""
        return torch.zeros(2, self.channels, self.size[1], self.size[0])


PARTS: Final[dict[PartName, Part]] = {
    "card": Part("reader", ReaderNetwork, CROP_SIZE),
    "index": Part("index", IndexNetwork, CORNER_SIZE, channels=6),
    "outline": Part("outline", OutlineNetwork, OUTLINE_SIZE),
    "cover": Part("cover", CoverNetwork, COVER_SIZE),
    "back": Part("back", BackNetwork, OUTLINE_SIZE),
}


def load_part(name: PartName, checkpoint: Path) -> nn.Module:
    """The network of a training checkpoint, or of the half-precision file, ready to be used."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    network = PARTS[name].network()
    network.load_state_dict(
        {
            key: value.float() if value.is_floating_point() else value
            for key, value in state.get("network", state).items()
        }
    )
    return network.eval()


def normalise(crops: Tensor) -> Tensor:
    """BxHxWx3 BGR uint8 crops (or x6: two of them) to the networks' input."""
    count, height, width, channels = crops.shape
    rgb = crops.view(count, height, width, channels // 3, 3).flip(-1).reshape(crops.shape).permute(0, 3, 1, 2)
    return (rgb.float() / 255 - 0.5) / 0.25


def as_tensors(pictures: NDArray[np.uint8], truths: NDArray[np.generic]) -> tuple[Tensor, Tensor]:
    """A batch of a pool for the trainer."""
    return torch.from_numpy(pictures), torch.from_numpy(truths)
