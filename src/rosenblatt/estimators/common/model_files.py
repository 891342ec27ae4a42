"""Saved models: one safetensors file, numbers as arrays, everything else as JSON in its header.

Loading runs no code: a header is parsed as JSON, arrays are read as they lie, and only attributes that a model of that
class has are filled, once all that is said of them has been checked. Writing is atomic: a file is written whole or not
at all. See `tensor_files` for the checksum; files of earlier versions have none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.estimators.common.model_file_checks import Damaged, check_keys, shown, whole
from rosenblatt.estimators.common.tensor_files import CHECKSUM, read_head, read_tensors, write_tensors
from rosenblatt.files import write_whole

FORMAT, VERSION = "rosenblatt", 2
CLASS_TYPES = re.compile(r"[<>|](b1|[iu][1248]|f[248]|U\d{1,8}|O)")  # truth values, numbers, texts
VALUE_TYPES = {"b": bool, "i": int, "u": int, "f": float, "U": str, "O": str}
LARGEST_CLASSES = 2**28  # bytes
REMEDY = "Restore the file from a copy, or learn again."


def save_state(path: Any, kind: str, arrays: dict[str, np.ndarray], about: dict[str, Any]) -> None:
    """Write a model's state; ``about`` goes into the header as JSON."""
    header = {"format": FORMAT, "version": VERSION, "kind": kind, "about": about}
    texts = {FORMAT: json.dumps(header, default=_plain)}
    write_whole(Path(path), lambda file: write_tensors(file, arrays, texts))


def as_read(about: dict[str, Any]) -> dict[str, Any]:
    """Return what `load_state` would return of ``about``, once it is in a header."""
    return json.loads(json.dumps(about, default=_plain))


def _plain(value: Any) -> Any:
    """Return a NumPy number as a Python one."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"a saved model must have parameters that JSON can say; got {value!r}. Use numbers and texts.")


def prefixed(name: str, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays of a part, named ``name.key``."""
    return {f"{name}.{key}": array for key, array in arrays.items()}


def part(name: str, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays of a part by their own names: what `prefixed` was given.

    >>> part("a", prefixed("a", {"b.c": 1}) | prefixed("ab", {"c": 2}))
    {'b.c': 1}
    """
    start = f"{name}."
    return {key.removeprefix(start): array for key, array in arrays.items() if key.startswith(start)}


@contextmanager
def damage_named(path: Any) -> Iterator[None]:
    """Let an error about damage say which file is meant, and what to do."""
    try:
        yield
    except Damaged as problem:
        sentence = f"path must be a saved model; {str(path)!r} is not, or is damaged: {problem}."
        raise ValueError(f"{sentence} {REMEDY}") from None


def load_state(path: Any) -> tuple[str, dict[str, np.ndarray], dict[str, Any]]:
    """Return kind, arrays and header of a saved model, or raise if the file is not one."""
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"path must be a saved model; there is no file {str(path)!r}.")
    with damage_named(path), path.open("rb") as file:
        head = read_head(file)
        header = _header(path, head.texts)
        return header["kind"], read_tensors(file, head), header["about"]


def _header(path: Path, texts: dict[str, str]) -> dict[str, Any]:
    """Return the header of a model of this version."""
    try:
        header = json.loads(texts.get(FORMAT, "{}"))
    except (ValueError, RecursionError):
        raise Damaged("its header must be JSON") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError(f"path must be a model saved by rosenblatt; {str(path)!r} is of something else.")
    version = whole("version", header.get("version"), 0, 1e9)
    if version != VERSION:
        raise ValueError(
            f"version of a saved model must be {VERSION}; {str(path)!r} has {version}. "
            + ("Its bank was another one: learn again." if version < VERSION else "Update rosenblatt.")
        )
    check_keys("its head", texts, {FORMAT, CHECKSUM} if len(texts) > 1 else {FORMAT})
    check_keys("its header", header, ("format", "version", "kind", "about"))
    return header


def labels_to_json(labels: np.ndarray) -> dict[str, Any]:
    """Return classes as JSON: their type and values."""
    if not CLASS_TYPES.fullmatch(labels.dtype.str):
        raise TypeError(f"classes of a saved model must be numbers or texts; got {labels.dtype}. Convert them first.")
    return {"dtype": labels.dtype.str, "values": labels.tolist()}


def labels_from_json(name: str, said: Any) -> np.ndarray:
    """Return classes from JSON, in order; only plain numbers, truth values and texts are classes."""
    check_keys(name, said, ("dtype", "values"))
    dtype, values = said["dtype"], said["values"]
    if not isinstance(dtype, str) or not CLASS_TYPES.fullmatch(dtype):
        raise Damaged(f"{name} must be numbers or texts; got {shown(dtype)}")
    of_values = VALUE_TYPES[dtype[1]]
    if not isinstance(values, list) or not all(type(value) is of_values for value in values):
        raise Damaged(f"{name} must be a list of {of_values.__name__}; got {shown(values)}")
    if len(values) * np.dtype(dtype).itemsize > LARGEST_CLASSES:
        raise Damaged(f"{name} must take at most {LARGEST_CLASSES} bytes; got {len(values)} of {dtype}")
    try:
        with np.errstate(over="ignore"):
            labels = np.array(values, dtype=dtype)
    except OverflowError:
        raise Damaged(f"{name} must be of the type {dtype}; got {shown(values)}") from None
    if labels.tolist() != values:
        raise Damaged(f"{name} must be of the type {dtype}; got {shown(values)}")
    return labels
