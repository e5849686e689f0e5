"""A drinking glass seen from above: what lies under it is magnified, dimmed and streaked with light."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.canvas import Canvas, Quad


def draw_glass(canvas: Canvas, rim: Quad) -> None:
    """Draw a glass whose foot has this outline (Nx2 pixels) over everything lying there."""
    height, width = canvas.image.shape[:2]
    left, top = np.maximum(np.floor(rim.min(axis=0)).astype(int) - 4, 0)
    right = min(int(np.ceil(rim[:, 0].max())) + 5, width)
    bottom = min(int(np.ceil(rim[:, 1].max())) + 5, height)
    if right - left < 8 or bottom - top < 8:
        return
    part = canvas.image[top:bottom, left:right]
    outline = np.round(rim - (left, top)).astype(np.int32)
    middle = rim.mean(axis=0) - (left, top)
    lens = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), 4.0, 1.25)
    inside = cv2.warpAffine(part, lens, (part.shape[1], part.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    inside = cv2.addWeighted(cv2.blur(inside, (5, 5)), 0.82, np.full_like(inside, 245), 0.1, 0)
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA)
    reach = float(np.linalg.norm(rim[0] - rim.mean(axis=0)))
    spot = (int(middle[0] - 0.4 * reach), int(middle[1] - 0.4 * reach))
    shine = (max(2, int(reach * 0.3)), max(1, int(reach * 0.1)))
    cv2.ellipse(inside, spot, shine, -45, 0, 360, (250, 250, 250), -1)
    blend = (mask.astype(np.float32) / 255)[:, :, None]
    part[:] = (part * (1 - blend) + inside * blend).astype(np.uint8)
    thick = max(2, int(reach * 0.07))
    cv2.polylines(part, [outline], True, (215, 220, 220), thick, cv2.LINE_AA)
    cv2.polylines(part, [outline], True, (90, 95, 95), 1, cv2.LINE_AA)
    canvas.owner[top:bottom, left:right][mask > 127] = 0
