"""Write tiny ONNX files byte by byte: the format is protobuf, and a handful of fields does for a test."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np


def _varint(value: int) -> bytes:
    out = bytearray()
    value &= (1 << 64) - 1
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def tensor(name: str, array: np.ndarray) -> bytes:
    """A TensorProto of float32 or int64."""
    kind = 7 if array.dtype == np.int64 else 1
    dims = b"".join(_number(1, n) for n in array.shape)
    return dims + _number(2, kind) + _bytes(8, name) + _bytes(9, array.tobytes())


def node(
    op: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: int | float | list[int]
) -> bytes:
    """A NodeProto."""
    data = b"".join(_bytes(1, i) for i in inputs) + b"".join(_bytes(2, o) for o in outputs)
    data += _bytes(3, outputs[0]) + _bytes(4, op)
    for name, value in attributes.items():
        if isinstance(value, list):
            body = b"".join(_number(8, n) for n in value) + _number(20, 7)
        elif isinstance(value, float):
            body = _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, 1)
        else:
            body = _number(3, value) + _number(20, 2)
        data += _bytes(5, _bytes(1, name) + body)
    return data


def _value(name: str, shape: Sequence[int | str]) -> bytes:
    dims = b"".join(_bytes(1, _number(1, n) if isinstance(n, int) else _bytes(2, n)) for n in shape)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, 1) + _bytes(2, dims)))


def model(
    nodes: Sequence[bytes],
    tensors: Sequence[bytes],
    inputs: Sequence[tuple[str, Sequence[int | str]]],
    outputs: Sequence[tuple[str, Sequence[int | str]]],
) -> bytes:
    """A ModelProto (IR 8, opset 17)."""
    graph = (
        b"".join(_bytes(1, n) for n in nodes) + _bytes(2, "tiny") + b"".join(_bytes(5, t) for t in tensors)
    )
    graph += b"".join(_bytes(11, _value(*i)) for i in inputs) + b"".join(
        _bytes(12, _value(*o)) for o in outputs
    )
    return _number(1, 8) + _bytes(8, _bytes(1, "") + _number(2, 17)) + _bytes(7, graph)


def tiny_reader(seed: int = 7) -> bytes:
    """Bx3x160x112 to Bx54: one strided convolution, the mean over the picture, and a linear layer."""
    rng = np.random.default_rng(seed)
    kernel = rng.normal(0, 0.2, (8, 3, 8, 8)).astype(np.float32)
    matrix = rng.normal(0, 1.0, (8, 54)).astype(np.float32)
    bias = rng.normal(0, 1.0, 54).astype(np.float32)
    return model(
        [
            node("Conv", ["images", "kernel"], ["c"], kernel_shape=[8, 8], strides=[8, 8], pads=[0, 0, 0, 0]),
            node("Relu", ["c"], ["r"]),
            node("GlobalAveragePool", ["r"], ["p"]),
            node("Flatten", ["p"], ["f"], axis=1),
            node("Gemm", ["f", "matrix", "bias"], ["logits"]),
        ],
        [tensor("kernel", kernel), tensor("matrix", matrix), tensor("bias", bias)],
        [("images", ["batch", 3, 160, 112])],
        [("logits", ["batch", 54])],
    )


def tiny_detector(seed: int = 7) -> bytes:
    """1x3xHxW to 1x67xH/32xW/32: one strided convolution."""
    rng = np.random.default_rng(seed)
    kernel = rng.normal(0, 0.05, (67, 3, 32, 32)).astype(np.float32)
    return model(
        [
            node(
                "Conv",
                ["images", "kernel"],
                ["stride32"],
                kernel_shape=[32, 32],
                strides=[32, 32],
                pads=[0, 0, 0, 0],
            )
        ],
        [tensor("kernel", kernel)],
        [("images", [1, 3, "high", "wide"])],
        [("stride32", [1, 67, "rows", "columns"])],
    )
