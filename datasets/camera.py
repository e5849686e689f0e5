"""A pin-hole camera over the table plane."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """Projects table millimetres (x, y on the table, z up towards the camera) to picture pixels.

    ``matrix`` is the 3x4 projection, ``size`` the picture's width and height in pixels.
    """

    matrix: Array
    size: tuple[int, int]

    @classmethod
    def over_table(
        cls,
        size: tuple[int, int],
        card_px: float,
        *,
        card_mm: float = 58.0,
        tilt: float = 0.0,
        heading: float = 0.0,
        roll: float = 0.0,
        field_of_view: float = math.radians(60),
    ) -> Camera:
        """A camera that looks at the table's origin.

        ``card_px``: width in pixels of a card of ``card_mm`` at the middle of the picture, seen without
        foreshortening. ``tilt``: angle between the line of sight and the table's normal. ``heading``: side
        the camera stands on. ``roll``: about the line of sight. Angles in radians; ``field_of_view`` is
        that of the picture's long side.
        """
        width, height = size
        focal = 0.5 * max(size) / math.tan(field_of_view / 2)
        distance = focal * card_mm / card_px
        sin_t, cos_t = math.sin(tilt), math.cos(tilt)
        sin_h, cos_h = math.sin(heading), math.cos(heading)
        eye = distance * np.array([sin_t * sin_h, -sin_t * cos_h, cos_t])
        forward = -eye / distance
        # Heading 0 looks along +y, and +y points up in the picture.
        right = np.array([cos_h, sin_h, 0.0])
        down = np.cross(forward, right)
        sin_r, cos_r = math.sin(roll), math.cos(roll)
        rotation = np.stack([cos_r * right + sin_r * down, -sin_r * right + cos_r * down, forward])
        intrinsic = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
        matrix = intrinsic @ np.hstack([rotation, -(rotation @ eye)[:, None]])
        return cls(matrix, size)

    def project(self, points: Array) -> Array:
        """Nx3 millimetres to Nx2 pixels."""
        homogeneous = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return homogeneous[:, :2] / homogeneous[:, 2:]

    @property
    def tilt(self) -> float:
        """Angle between the line of sight and the table's normal, radians."""
        sight = self.matrix[2, :3]
        return math.acos(min(1.0, abs(float(sight[2])) / float(np.linalg.norm(sight))))

    def plane(self) -> Array:
        """3x3 homography from table millimetres (z = 0) to pixels."""
        return self.matrix[:, [0, 1, 3]]

    def on_table(self, pixels: Array) -> Array:
        """Nx2 pixels to the Nx2 points of the table seen there, in millimetres."""
        inverse = np.linalg.inv(self.plane())
        homogeneous = np.column_stack([pixels, np.ones(len(pixels))]) @ inverse.T
        return homogeneous[:, :2] / homogeneous[:, 2:]
