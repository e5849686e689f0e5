"""Trains one of the small networks (`vision.training.parts`) on crops rendered as it goes.

python -m vision.training.train_part card --data data --out runs/reader --hours 1.5
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from datasets.feed import load_stage
from vision.training.options import bfloat16_pays, training_parser
from vision.training.parts import PARTS, PartName, as_tensors, load_part, normalise


class CropStream(IterableDataset[tuple[Tensor, Tensor]]):
    """Endless batches of crops and what they show; every worker draws its own."""

    def __init__(self, data: Path | None, batch: int, seed: int, pool: int, part: PartName) -> None:
        self._data, self._batch, self._seed, self._pool, self._part = data, batch, seed, pool, part

    def __iter__(self) -> object:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        seed = [self._seed, worker.id if worker else 0]
        pool = PARTS[self._part].pool(load_stage(self._data), seed, self._pool)
        while True:
            yield as_tensors(*pool.batch(self._batch))


@dataclass(slots=True)
class Progress:
    """Where a run stands: steps done, crops seen, and the mean loss and share right since the last note."""

    steps: int = 0
    crops: int = 0
    loss: float = math.nan
    right: float = math.nan


def train(
    part: PartName,
    data: Path | None,
    out: Path,
    *,
    hours: float | None = None,
    steps: int | None = None,
    batch: int = 64,
    rate: float = 2e-3,
    workers: int = 1,
    resume: bool = False,
    seed: int = 0,
    note_every: int = 200,
    pool: int = 16384,
    weights: Path | None = None,
) -> list[Progress]:
    """Train for ``hours`` or ``steps``; a checkpoint in ``out`` at every note. Returns the notes taken.

    ValueError unless exactly one of ``hours`` and ``steps`` is given.
    """
    if (hours is None) == (steps is None):
        raise ValueError("give either hours or steps")
    torch.manual_seed(seed)
    out.mkdir(parents=True, exist_ok=True)
    last = out / "last.pt"
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = load_part(part, weights) if weights else PARTS[part].network()
    network.to(device, memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=0.02)
    done = Progress()
    spent = 0.0
    if resume:
        state = torch.load(last, map_location=device, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        done.steps, done.crops, spent = state["steps"], state["crops"], state["seconds"]
    stream = DataLoader(
        CropStream(data, batch, seed + done.steps, pool, part),
        batch_size=None,
        num_workers=workers,
        # a forked worker would inherit OpenCV's locks from a parent that has drawn pictures, and hang
        multiprocessing_context="spawn" if workers else None,
    )
    start, notes = time.monotonic() - spent, []
    losses, rights = [], []
    network.train()
    for crops, truths in stream:
        share = done.steps / steps if steps else (time.monotonic() - start) / (3600 * (hours or 1))
        if share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = (
                rate * min(1, (done.steps + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
            )
        crops, truths = crops.to(device), truths.to(device)
        with torch.autocast(device.type, torch.bfloat16, enabled=bfloat16_pays(device)):
            answers = network(_relit(normalise(crops)).contiguous(memory_format=torch.channels_last))
        loss, right = PARTS[part].loss(answers.float(), truths)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimizer.step()
        done.steps += 1
        done.crops += len(crops)
        losses.append(loss.item())
        rights.append(right)
        if done.steps % note_every == 0:
            done.loss, done.right = float(np.mean(losses)), float(np.mean(rights))
            losses, rights = [], []
            notes.append(Progress(done.steps, done.crops, done.loss, done.right))
            seconds = time.monotonic() - start
            print(
                f"{done.steps} steps {done.crops} crops {seconds:.0f} s "
                f"loss {done.loss:.4f} right {done.right:.4f}",
                flush=True,
            )
            _save(last, network, optimizer, done, seconds)
    _save(last, network, optimizer, done, time.monotonic() - start)
    return notes


def _relit(batch: Tensor) -> Tensor:
    """Other contrast, brightness and colour cast each time a crop is seen."""
    count = len(batch)
    contrast = torch.empty(count, 1, 1, 1, device=batch.device).uniform_(0.8, 1.25)
    cast = torch.randn(count, 3, 1, 1, device=batch.device) * 0.12
    return batch * contrast + cast.repeat(1, batch.shape[1] // 3, 1, 1)


def _save(
    path: Path,
    network: nn.Module,
    optimizer: torch.optim.Optimizer,
    done: Progress,
    seconds: float,
) -> None:
    state = {
        "network": network.state_dict(),
        "optimizer": optimizer.state_dict(),
        "steps": done.steps,
        "crops": done.crops,
        "seconds": seconds,
    }
    torch.save(state, path.with_suffix(".tmp"))
    path.with_suffix(".tmp").replace(path)


def main() -> None:
    """Command line."""
    parser = training_parser(__doc__, "runs/reader", batch=64, rate=2e-3)
    parser.add_argument("part", choices=sorted(PARTS), help="which network")
    parser.add_argument("--pool", type=int, default=16384, help="crops drawn and not yet replaced")
    parser.add_argument("--steps", type=int, help="how many batches to train on, instead of hours")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    train(
        args.part,
        args.data,
        args.out,
        hours=args.hours,
        steps=args.steps,
        batch=args.batch,
        rate=args.rate,
        workers=args.workers,
        resume=args.resume,
        seed=args.seed,
        weights=args.weights,
        pool=args.pool,
    )


if __name__ == "__main__":
    main()
