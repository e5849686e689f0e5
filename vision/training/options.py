"""The options both trainers have on their command lines."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch


def training_parser(description: str | None, out: str, batch: int, rate: float) -> argparse.ArgumentParser:
    """A parser with the shared options; ``out``, ``batch`` and ``rate`` are the trainer's own defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--data", type=Path, help="folder made by `make data`; without it only what is committed is used"
    )
    parser.add_argument("--out", type=Path, default=Path(out), help="folder of the checkpoints")
    parser.add_argument("--weights", type=Path, help="weights to start from (.pt)")
    parser.add_argument("--hours", type=float, help="how long to train")
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=rate, help="highest learning rate")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes that draw the pictures")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--resume", action="store_true", help="go on with the run in the folder of checkpoints"
    )
    return parser


def bfloat16_pays(device: torch.device) -> bool:
    """Whether convolutions in bfloat16 are faster: processors with AVX2 alone only imitate it, slowly."""
    return device.type != "cpu" or torch.backends.cpu.get_cpu_capability() not in ("DEFAULT", "AVX2")
