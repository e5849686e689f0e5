"""The reader's two networks: one looks at a whole straightened card, one at its two index corners."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.cards import CLASS_COUNT
from vision.training.blocks import Block


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


class IndexNetwork(nn.Module):
    """Bx6x96x64 normalised index corners (`vision.crop.index_corners`) to Bx54 logits (`vision.cards`).

    Both corners go through the same layers; of what these find, the larger and the mean count. So one corner
    is enough, two agree, and it does not matter which is which.
    """

    def __init__(self, classes: int = CLASS_COUNT) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 32, 5, 2, 2, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True)
        )
        self.body = nn.Sequential(
            Block(32, 32, 2), Block(32, 64, 2), Block(64, 64), Block(64, 128, 2), Block(128, 128)
        )
        self.places = nn.Sequential(
            nn.Conv2d(128, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True), nn.Flatten()
        )
        self.mean = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.corner = nn.Sequential(nn.Linear(128 + 32 * 24, 160), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(0.2)
        self.name = nn.Linear(320, classes)

    def forward(self, x: Tensor) -> Tensor:
        return self.both(x)[0]

    def both(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (Bx54) and the embedding they come from (Bx320)."""
        if self.training:  # one pass over all corners is quicker, and normalises them together
            first, second = self._look(torch.cat([x[:, :3], x[:, 3:]])).chunk(2)
        else:
            first, second = self._look(x[:, :3]), self._look(x[:, 3:])
        embedding = torch.cat([torch.maximum(first, second), (first + second) / 2], 1)
        return self.name(self.drop(embedding)), embedding

    def _look(self, corner: Tensor) -> Tensor:
        features = self.body(self.stem(corner))
        found: Tensor = self.corner(torch.cat([self.mean(features), self.places(features)], 1))
        return found
