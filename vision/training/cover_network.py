"""The network that tells what lies on a card."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.training.blocks import Block


class CoverNetwork(nn.Module):
    """Bx3x112x80 normalised RGB (`vision.crop.COVER_SIZE`) to Bx560 logits.

    Each says whether something hides the card at one of 28 x 20 places, row by row.

    An edge inside the crop has the card on one of its sides only; which one is known from the corners, so
    what is seen coarsely is brought back to the fine map.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 24, 5, 2, 2, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True)
        )
        self.fine = Block(24, 32, 2)
        self.middle = Block(32, 64, 2)
        self.coarse = nn.Sequential(Block(64, 96, 2), Block(96, 96), Block(96, 96))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.join_middle = Block(96 + 64, 64)
        self.join_fine = Block(64 + 32, 32)
        self.answer = nn.Conv2d(32, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        fine = self.fine(self.stem(x))
        middle = self.middle(fine)
        joined = self.join_middle(torch.cat([self.up(self.coarse(middle)), middle], 1))
        found: Tensor = self.answer(self.join_fine(torch.cat([self.up(joined), fine], 1)))
        return found.flatten(1)
