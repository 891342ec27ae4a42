"""Formats, and what is written in each: programs as ONNX and JSON, the rest as C too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rosenblatt import checks
from rosenblatt.export.bit_models import BitModel
from rosenblatt.export.c_bits import bits_header
from rosenblatt.export.c_learning import learning_header
from rosenblatt.export.c_linear import linear_header
from rosenblatt.export.c_text import name_of
from rosenblatt.export.json_files import Exported, write_json
from rosenblatt.export.learners import Learner
from rosenblatt.export.linear_models import LinearModel
from rosenblatt.export.onnx_graphs import write_onnx
from rosenblatt.export.programs import Program
from rosenblatt.files import write_whole

ENDINGS = {"onnx": ".onnx", "c": ".h", "json": ".json"}
FORMATS = tuple(ENDINGS)


def format_of(path: Path, given: Any) -> str:
    """Return the format that is given, or that the ending of a path says."""
    if given is not None:
        return checks.one_of("format", given, FORMATS)
    of_ending = {ending: name for name, ending in ENDINGS.items()}
    if path.suffix.lower() not in of_ending:
        raise ValueError(
            f"format must be one of {', '.join(FORMATS)}; got none, and {path.name!r} ends in none of "
            f"{', '.join(of_ending)}. Pass format='onnx', for example."
        )
    return of_ending[path.suffix.lower()]


def write(model: Program | Exported, path: Path, form: str) -> None:
    """Write a model in a format, whole or not at all."""
    if form == "json":
        write_json(model, path)
    elif form == "c":
        text = _header(model, name_of(path))
        write_whole(path, lambda file: file.write_text(text, encoding="ascii"))
    elif isinstance(model, Learner):
        raise ValueError("format of a learner must be 'c' or 'json'; got 'onnx', in which nothing learns. Take 'c'.")
    else:
        write_onnx(model if isinstance(model, Program) else model.program(), path)


def _header(model: Program | Exported, name: str) -> str:
    """Return a model as a C header."""
    if isinstance(model, LinearModel):
        return linear_header(model, name)
    if isinstance(model, BitModel):
        return bits_header(model, name)
    if isinstance(model, Learner):
        return learning_header(model, name)
    raise ValueError("format of a model that is not linear must be 'onnx' or 'json'; got 'c'. Take 'onnx', or clip it.")
