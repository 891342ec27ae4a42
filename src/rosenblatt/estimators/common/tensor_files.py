"""Safetensors files of float64 arrays that carry a checksum of everything in them.

    tensor-files.1   eight bytes, the length of the head; the head, JSON, with name, dtype, shape and place of each
                     tensor and texts in ``__metadata__``; the tensors without gaps, little-endian  (the format)
    tensor-files.2   one of the texts is ``checksum``: SHA-256 of the whole file, its own digits taken as zeros

Arrays are written from where they are and read into where they will be: nothing is held twice. A file without a
checksum is read too. A checksum finds damage by accident; whoever changes a file on purpose can compute a new one, so
that what is read has to be checked all the same.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.estimators.common.model_file_checks import Damaged, check_keys, shown

CHECKSUM = "checksum"
NO_DIGITS = "0" * 64
NUMBERS = np.dtype("<f8")
LONGEST_HEAD = 100_000_000  # bytes: that of the format
MOST_AXES = 8


@dataclass(frozen=True)
class Head:
    """What a file says of itself: its first bytes as they are, its texts, and the shapes of its tensors in order."""

    start: bytes
    texts: dict[str, str]
    shapes: dict[str, tuple[int, ...]]


def write_tensors(path: Path, arrays: dict[str, np.ndarray], texts: dict[str, str]) -> None:
    """Write arrays of float64 and some texts."""
    entries: dict[str, Any] = {"__metadata__": {CHECKSUM: NO_DIGITS, **texts}}
    end = 0
    for name, array in arrays.items():
        begin, end = end, end + NUMBERS.itemsize * array.size
        entries[name] = {"dtype": "F64", "shape": list(array.shape), "data_offsets": [begin, end]}
    head = json.dumps(entries, separators=(",", ":")).encode()
    head += b" " * (-len(head) % NUMBERS.itemsize)
    start = len(head).to_bytes(8, "little") + head
    digest = hashlib.sha256(start)
    with path.open("wb") as file:
        file.write(start)
        for array in arrays.values():
            content = np.ascontiguousarray(array, dtype=NUMBERS).reshape(-1).view(np.uint8).data
            file.write(content)
            digest.update(content)
        file.seek(start.index(NO_DIGITS.encode()))
        file.write(digest.hexdigest().encode())


def read_head(file: BufferedReader) -> Head:
    """Return the head of an open file, once it agrees with itself and with the size of the file."""
    size = os.fstat(file.fileno()).st_size
    first = file.read(8)
    length = int.from_bytes(first, "little")
    if len(first) < 8 or length > min(size - 8, LONGEST_HEAD):
        raise Damaged(f"its {size} bytes must begin with a head and the length of it")
    start = first + file.read(length)
    try:
        entries = json.loads(start[8:].decode())
    except (ValueError, RecursionError):  # numbers of thousands of digits and endless nesting among them
        raise Damaged("its head must be JSON") from None
    if not isinstance(entries, dict):
        raise Damaged("its head must name tensors")
    texts, shapes = entries.pop("__metadata__", {}), {}
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise Damaged("__metadata__ must be texts")
    place, room = 0, size - len(start)
    for name, entry in sorted(entries.items(), key=lambda item: _begin(*item)):
        shapes[name] = _shape(name, entry, place, room)
        place = entry["data_offsets"][1]
    if place != room:
        raise Damaged(f"its tensors must take {place} bytes; it has {room}")
    return Head(start, texts, shapes)


def read_tensors(file: BufferedReader, head: Head) -> dict[str, np.ndarray]:
    """Return the arrays of an open file whose head has just been read; raise if the checksum is not theirs."""
    said = head.texts.get(CHECKSUM)
    digest = hashlib.sha256(head.start if said is None else head.start.replace(said.encode(), NO_DIGITS.encode()))
    arrays = {}
    for name, shape in head.shapes.items():
        array = np.empty(shape, dtype=NUMBERS)
        content = array.reshape(-1).view(np.uint8).data
        if file.readinto(content) != array.nbytes:
            raise Damaged(f"{name} must have {array.nbytes} bytes")
        digest.update(content)
        arrays[name] = array.astype(np.float64, copy=False)
    if said is not None and (said != digest.hexdigest() or head.start.count(said.encode()) != 1):
        raise Damaged("its checksum must be that of its content")
    return arrays


def _begin(name: str, entry: Any) -> int:
    """Return where a tensor begins."""
    check_keys(name, entry, ("dtype", "shape", "data_offsets"))
    begin, end = _whole_numbers(f"data_offsets of {name}", entry["data_offsets"], 2)[:2]
    return begin if begin <= end else -1


def _shape(name: str, entry: dict[str, Any], place: int, room: int) -> tuple[int, ...]:
    """Return the shape of the tensor that begins at a place, if it fills its bytes and they are there."""
    shape, (begin, end) = entry["shape"], entry["data_offsets"]
    if entry["dtype"] != "F64":
        raise Damaged(f"dtype of {name} must be F64; got {shown(entry['dtype'])}")
    axes = _whole_numbers(f"shape of {name}", shape, len(shape) if isinstance(shape, list) else 0)
    if len(axes) > MOST_AXES or max(axes, default=1) > room or end > room or begin != place:
        raise Damaged(f"{name} must be in the file, and of at most {MOST_AXES} axes")
    if NUMBERS.itemsize * math.prod(axes) != end - begin:
        raise Damaged(f"{name} must have {end - begin} bytes for its shape {axes}")
    return tuple(axes)


def _whole_numbers(name: str, value: Any, count: int) -> list[int]:
    """Return a list of so many whole numbers that are at least 0."""
    if not isinstance(value, list) or len(value) != count or not all(type(one) is int and one >= 0 for one in value):
        raise Damaged(f"{name} must be whole numbers; got {shown(value)}")
    return value
