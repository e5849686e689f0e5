"""The reader's network: a small residual convolutional network that looks at one straightened card."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from vision.cards import CLASS_COUNT


class Block(nn.Module):
    """Two 3x3 convolutions with a way round them; the first may halve the picture."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(outputs)
        self.around: nn.Module = nn.Identity()
        if stride > 1 or inputs != outputs:
            self.around = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
            )
        self.act = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        y = self.act(self.first_norm(self.first(x)))
        return self.act(self.second_norm(self.second(y)) + self.around(x))


class ReaderNetwork(nn.Module):
    """Bx3x160x112 normalised RGB to Bx54 logits (`vision.cards`).

    The index is at known places of a straightened card, so besides the mean over the picture the head also
    sees a thin copy of the last feature map with its places kept.
    """

    def __init__(self, classes: int = CLASS_COUNT) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 24, 5, 2, 2, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True)
        )
        self.body = nn.Sequential(
            Block(24, 48, 2), Block(48, 96, 2), Block(96, 96), Block(96, 160, 2), Block(160, 160)
        )
        self.places = nn.Sequential(
            nn.Conv2d(160, 16, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU(inplace=True), nn.Flatten()
        )
        self.mean = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.embed = nn.Sequential(nn.Linear(160 + 16 * 70, 160), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(0.2)
        self.name = nn.Linear(160, classes)

    def forward(self, x: Tensor) -> Tensor:
        return self.both(x)[0]

    def both(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (Bx54) and the embedding they come from (Bx160)."""
        features = self.body(self.stem(x))
        embedding: Tensor = self.embed(torch.cat([self.mean(features), self.places(features)], 1))
        return self.name(self.drop(embedding)), embedding


def load_reader(checkpoint: Path) -> ReaderNetwork:
    """The network of a training checkpoint, or of the half-precision file, ready to be used."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    network = ReaderNetwork()
    network.load_state_dict(
        {
            key: value.float() if value.is_floating_point() else value
            for key, value in state.get("network", state).items()
        }
    )
    return network.eval()


def normalise(crops: Tensor) -> Tensor:
    """BxHxWx3 BGR uint8 crops to the network's input."""
    rgb = crops.flip(-1).permute(0, 3, 1, 2)
    return (rgb.float() / 255 - 0.5) / 0.25
