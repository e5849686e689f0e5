"""What the small networks are built of."""

from __future__ import annotations

from torch import Tensor, nn


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


def small_body() -> nn.Sequential:
    """Bx3x112x80 to Bx96x7x5: what a small network sees of one outline with room round it."""
    return nn.Sequential(
        nn.Conv2d(3, 16, 5, 2, 2, bias=False),
        nn.BatchNorm2d(16),
        nn.ReLU(inplace=True),
        Block(16, 32, 2),
        Block(32, 64, 2),
        Block(64, 64),
        Block(64, 96, 2),
    )
