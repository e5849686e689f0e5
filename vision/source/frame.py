"""What every source gives: frames, and the contract they are given under."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


class SourceError(Exception):
    """There are no frames, or no more although there should be; the message is one sentence."""


class Lost(StrEnum):
    """Why a live source shows nothing that counts; the words are ``view.lost.KEY`` in the app's catalogues.

    ``silent``: no picture comes any more. ``frozen``: the very same picture comes again and again.
    ``black``: the picture is black. ``gone``: the camera is unplugged or the connection broken; it is being
    opened again. ``resized``: the picture has another size from now on (said in one frame only).
    """

    SILENT = "silent"
    FROZEN = "frozen"
    BLACK = "black"
    GONE = "gone"
    RESIZED = "resized"


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a source.

    ``image``: HxWx3 uint8 BGR. ``t``: seconds of film time, starting near 0; it grows from frame to frame
    whatever the camera's clock does. ``number`` counts from 0; live sources leave numbers out where nobody
    asked in time. ``lost``: why there is no picture (`Lost`), empty if there is one; the image is then black.
    """

    image: Image
    t: float
    number: int
    lost: str = ""


class FrameSource(Protocol):
    """Frames in order; also a context manager that closes it.

    Files and folders are read in full, on their own clock, and end; live sources give the newest frame only,
    never end by themselves, say in ``Frame.lost`` when the picture is gone, and go on when it is back.
    """

    @property
    def live(self) -> bool:
        """True where frames come by the clock on the wall."""

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:
        """Stop; a running iteration ends. Closing twice is fine."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Closing:
    """Context manager of all sources."""

    def close(self) -> None:
        """Stop; the sources say how."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
