"""Saved models: one safetensors file, numbers as arrays, everything else as JSON in its header.

Loading runs no code: a header is parsed as JSON, arrays are read as they lie, and only attributes that a model of that
class has are filled. Writing is atomic: a file is written whole or not at all.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from rosenblatt.files import write_whole

FORMAT, VERSION = "rosenblatt", 2
CLASS_TYPES = "biufUO"  # of classes: truth values, numbers, texts


def save_state(path: Any, kind: str, arrays: dict[str, np.ndarray], about: dict[str, Any]) -> None:
    """Write a model's state; ``about`` goes into the header as JSON."""
    header = {"format": FORMAT, "version": VERSION, "kind": kind, "about": about}
    tensors = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    content = save(tensors, metadata={"rosenblatt": json.dumps(header, default=_plain)})
    write_whole(Path(path), lambda file: file.write_bytes(content))


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


def load_state(path: Any) -> tuple[str, dict[str, np.ndarray], dict[str, Any]]:
    """Return kind, arrays and header of a saved model, or raise if the file is not one."""
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"path must be a saved model; there is no file {str(path)!r}.")
    try:
        with safe_open(path, framework="numpy") as file:
            header = json.loads((file.metadata() or {}).get("rosenblatt", "{}"))
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (it is no mapping)
    except (SafetensorError, json.JSONDecodeError, UnicodeDecodeError) as problem:
        raise ValueError(f"path must be a saved model; {str(path)!r} is not, or is damaged: {problem}.") from None
    if header.get("format") != FORMAT:
        raise ValueError(f"path must be a model saved by rosenblatt; {str(path)!r} is of something else.")
    if header.get("version") != VERSION:
        older = isinstance(header.get("version"), int) and header["version"] < VERSION
        raise ValueError(
            f"version of a saved model must be {VERSION}; {str(path)!r} has {header.get('version')!r}. "
            + ("Its bank was another one: learn again." if older else "Update rosenblatt.")
        )
    return header["kind"], arrays, header["about"]


def labels_to_json(labels: np.ndarray) -> dict[str, Any]:
    """Return classes as JSON: their type and values."""
    if labels.dtype.kind not in CLASS_TYPES:
        raise TypeError(f"classes of a saved model must be numbers or texts; got {labels.dtype}. Convert them first.")
    return {"dtype": labels.dtype.str, "values": labels.tolist()}


def labels_from_json(said: dict[str, Any]) -> np.ndarray:
    """Return classes from JSON; only plain numbers, truth values and texts are classes."""
    dtype = np.dtype(said["dtype"])
    if dtype.kind not in CLASS_TYPES:
        raise ValueError(f"classes of a saved model must be numbers or texts; got {said['dtype']!r}.")
    return np.array(said["values"], dtype=dtype)
