"""The network that finds a card's true corners in a box that is off."""

from __future__ import annotations

from torch import Tensor, nn

from vision.training.blocks import small_body


class OutlineNetwork(nn.Module):
    """Bx3x112x80 normalised RGB to Bx8: how far the card's corners lie from the box's.

    x and y of the corners in the order of `vision.crop.UNIT_QUAD`, as shares of the box's width and height.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = small_body()
        self.head = nn.Sequential(
            nn.Conv2d(96, 32, 1, bias=False),
            nn.BatchNorm2d(32),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Linear(32 * 35, 192),
            nn.ReLU(inplace=True),
            nn.Linear(192, 8),
        )

    def forward(self, x: Tensor) -> Tensor:
        moves: Tensor = self.head(self.body(x))
        return moves
