"""The network that tells whether a card's back lies in an outline."""

from __future__ import annotations

from torch import Tensor, nn

from vision.training.blocks import small_body


class BackNetwork(nn.Module):
    """Bx3x112x80 normalised RGB to Bx1: the logit that a card lies face down just where the outline is."""

    def __init__(self) -> None:
        super().__init__()
        self.body = small_body()
        self.head = nn.Sequential(
            nn.Conv2d(96, 32, 1, bias=False),
            nn.BatchNorm2d(32),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.3),
            nn.Linear(32 * 35, 96),
            nn.ReLU(inplace=True),
            nn.Linear(96, 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        told: Tensor = self.head(self.body(x))
        return told
