"""Exported models asked: by onnxruntime, and by the reader of JSON that the docs show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from rosenblatt.export.onnx_graphs import onnx_model
from rosenblatt.export.programs import Program


def by_onnx(path: Path, x: np.ndarray) -> dict[str, np.ndarray]:
    """Return the outputs of an ONNX file."""
    return _asked(onnxruntime.InferenceSession(str(path)), x)


def by_graph(program: Program, x: np.ndarray) -> dict[str, np.ndarray]:
    """Return the outputs of a program as ONNX."""
    return _asked(onnxruntime.InferenceSession(onnx_model(program).SerializeToString()), x)


def _asked(session: Any, x: np.ndarray) -> dict[str, np.ndarray]:
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(None, {"X": np.asarray(x, dtype=float)}), strict=True))


def by_json(path: Path, x: np.ndarray) -> dict[str, np.ndarray]:
    """Return the outputs of a JSON file of a program."""
    program = json.loads(path.read_text(encoding="utf-8"))
    values: dict[str, Any] = {"X": np.asarray(x, dtype=float)}
    with np.errstate(all="ignore"):
        for name, function, arguments in program["steps"]:
            given = [values[one] if isinstance(one, str) else np.array(one) for one in arguments]
            values[name] = getattr(np, function)(*given)
    return {name: values[term] for name, term in program["outputs"].items()}
