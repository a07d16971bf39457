"""What an environment tells, as bytes to compare."""

from typing import Any

import numpy as np


def as_bytes(told: Any) -> bytes:
    """Everything in it, arrays by their bytes."""
    if isinstance(told, np.ndarray):
        return f"{told.dtype}{told.shape}".encode() + told.tobytes()
    if isinstance(told, dict):
        return b"{" + b",".join(as_bytes(key) + b":" + as_bytes(value) for key, value in told.items()) + b"}"
    if isinstance(told, tuple | list):
        return b"(" + b",".join(as_bytes(part) for part in told) + b")"
    return repr(told).encode()
