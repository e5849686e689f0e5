"""The detector's network: ultralytics' oriented boxes, trained more quickly on a processor."""

from __future__ import annotations

from typing import Any

import torch
from ultralytics.nn.tasks import OBBModel


class CardModel(OBBModel):
    """The oriented-box network with its convolutions in bfloat16 and its loss in float32."""

    bfloat16 = False

    def loss(self, batch: dict[str, Any], preds: Any = None) -> Any:
        """Loss of a batch, as ultralytics computes it."""
        if preds is None and self.bfloat16 and self.training:
            with torch.autocast("cpu", torch.bfloat16):
                preds = _as_float(self.forward(batch["img"]))
        return super().loss(batch, preds)


def _as_float(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.float()
    if isinstance(value, dict):
        return {key: _as_float(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_float(item) for item in value]
    return value
