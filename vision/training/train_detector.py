"""Trains the card detector: ultralytics' oriented-box network on scenes rendered as it goes.

python -m vision.training.train_detector --data data --out runs/detector --weights START.pt --hours 1.5
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "true")

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset
from ultralytics.data.build import build_dataloader
from ultralytics.data.dataset import YOLODataset
from ultralytics.models.yolo.obb import OBBTrainer

from datasets.feed import detector_scene, load_stage
from datasets.scene import Stage
from vision.training.detector_network import CardModel
from vision.training.options import bfloat16_pays, training_parser

CLASSES = {0: "face", 1: "back"}


class SceneDataset(Dataset[dict[str, Any]]):
    """Scenes drawn when asked for; every pass over it shows new ones."""

    collate_fn = staticmethod(YOLODataset.collate_fn)

    def __init__(self, data: Path | None, side: int, length: int, seed: int) -> None:
        self._data, self._side, self._length, self._seed = data, side, length, seed
        self._stage: Stage | None = None
        self._passes: dict[int, int] = {}

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> dict[str, Any]:
        if self._stage is None:
            cv2.setNumThreads(1)
            self._stage = load_stage(self._data)
        turn = self._passes.get(index, 0)
        self._passes[index] = turn + 1
        # Workers restarted after a resume must not show the same scenes again
        image, classes, boxes = detector_scene(self._stage, [self._seed, turn, index], self._side)
        return {
            "img": torch.from_numpy(np.ascontiguousarray(image[..., ::-1].transpose(2, 0, 1))),
            "cls": torch.from_numpy(classes).float().view(-1, 1),
            "bboxes": torch.from_numpy(boxes),
            "batch_idx": torch.zeros(len(classes)),
        }


class SceneTrainer(OBBTrainer):
    """Ultralytics' trainer fed by the scene renderer; `vision.training.evaluate` measures the result."""

    data_folder: Path | None = None
    scenes_an_epoch = 800
    data_workers = 1
    seed = 0

    def get_dataset(self) -> dict[str, Any]:
        """Two classes, no files."""
        return {"train": "", "val": "", "nc": 2, "names": CLASSES, "channels": 3}

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> CardModel:
        """The network, with every starting weight that fits."""
        model = CardModel(cfg, nc=2, ch=3, verbose=verbose)
        device = torch.device(self.device)
        model.bfloat16 = device.type == "cpu" and bfloat16_pays(device)
        if weights:
            model.load(weights)
        return model

    def get_dataloader(
        self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train"
    ) -> Any:
        """Scenes, drawn beside the training by worker processes."""
        length = self.scenes_an_epoch if mode == "train" else batch_size
        dataset = SceneDataset(self.data_folder, self.args.imgsz, length, self.seed)
        workers = self.data_workers if mode == "train" else 0
        return build_dataloader(dataset, batch_size, workers, shuffle=True, drop_last=mode == "train")

    def validate(self) -> tuple[dict[str, float], float]:
        """The training loss stands for the fitness."""
        return {}, -float(self.loss.detach())

    def final_eval(self) -> None:
        """Nothing: `vision.training.evaluate` does it."""


def train(
    data: Path | None,
    out: Path,
    weights: Path | None,
    *,
    hours: float | None,
    epochs: int,
    side: int = 512,
    batch: int = 16,
    scenes: int = 800,
    workers: int = 1,
    resume: bool = False,
    seed: int = 0,
    rate: float = 1e-3,
    architecture: str = "yolov8n-obb.yaml",
    threads: int = 1,
) -> SceneTrainer:
    """Train; checkpoints after every epoch of ``scenes`` scenes in ``out``. Returns the finished trainer."""

    class Trainer(SceneTrainer):
        data_folder = data
        scenes_an_epoch = scenes
        data_workers = workers

    Trainer.seed = seed
    last = out / "weights" / "last.pt"
    overrides: dict[str, Any] = {
        "model": str(last) if resume else architecture,
        "pretrained": str(weights) if weights else False,
        "data": "scenes",
        "imgsz": side,
        "batch": batch,
        "epochs": epochs,
        "time": hours,
        "project": str(out.parent.resolve()),
        "name": out.name,
        "exist_ok": True,
        "device": "cuda:0" if torch.cuda.is_available() else "cpu",
        "optimizer": "AdamW",
        "lr0": rate,
        "lrf": 0.03,
        "cos_lr": True,
        "warmup_epochs": 0.5,
        "warmup_bias_lr": 0.0,
        "val": False,
        "plots": False,
        "amp": torch.cuda.is_available(),
        "nbs": batch,
        "resume": str(last) if resume else False,
        "patience": 10_000,
        "weight_decay": 5e-4,
        "seed": seed,
    }
    trainer = Trainer(overrides=overrides)
    # ultralytics takes all processors but one, whatever was set before
    trainer.add_callback("on_train_start", lambda _: torch.set_num_threads(threads))
    trainer.train()
    return trainer


def main() -> None:
    """Command line."""
    parser = training_parser(__doc__, "runs/detector", batch=16, rate=1e-3)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--scenes", type=int, default=800, help="scenes an epoch")
    parser.add_argument("--side", type=int, default=512, help="pixels of the pictures it learns from")
    args = parser.parse_args()
    train(
        args.data,
        args.out,
        args.weights,
        hours=args.hours,
        epochs=args.epochs,
        side=args.side,
        batch=args.batch,
        scenes=args.scenes,
        workers=args.workers,
        resume=args.resume,
        seed=args.seed,
        rate=args.rate,
        threads=args.threads,
    )


if __name__ == "__main__":
    main()
