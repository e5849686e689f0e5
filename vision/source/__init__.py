"""Where frames come from: camera, stream, video file, folder of photos, or a platform that pushes them."""

from vision.source.capture import CameraSource, Capture, CaptureSource, StreamSource
from vision.source.files import FolderSource, HeldPhotos, VideoSource
from vision.source.frame import Frame, FrameSource, Image, Lost, SourceError
from vision.source.live import LiveSource, PushSource
from vision.source.opening import open_source

__all__ = [
    "CameraSource",
    "Capture",
    "CaptureSource",
    "FolderSource",
    "Frame",
    "FrameSource",
    "HeldPhotos",
    "Image",
    "LiveSource",
    "Lost",
    "PushSource",
    "SourceError",
    "StreamSource",
    "VideoSource",
    "open_source",
]
