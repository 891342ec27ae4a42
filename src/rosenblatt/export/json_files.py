"""Models as JSON: one object that says what it is, in which version, and all that a prediction needs.

A `Program` has ``columns``, ``labels``, ``steps`` (name, NumPy function, arguments in order: names of terms as texts,
constants as numbers or lists) and ``outputs``; a `LinearModel`, a `BitModel` and a `Learner` have their fields. Files
of the last three are read again, by `read_model`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.export.bit_models import INPUTS, BitModel
from rosenblatt.export.learners import LARGEST_WEIGHT, RULES, UNIT_BITS, Learner, rate_in_bits
from rosenblatt.export.linear_models import LinearModel, Scaling
from rosenblatt.export.programs import Program, plain_steps
from rosenblatt.files import write_whole

FORMAT, VERSION = "rosenblatt-export", 1
REMEDY = "Export the model again."
Exported = LinearModel | BitModel | Learner


def write_json(model: Program | Exported, path: Path) -> None:
    """Write a model as JSON, whole or not at all."""
    said = {"format": FORMAT, "version": VERSION, "kind": KINDS[type(model)], **facts_of(model)}
    text = json.dumps(said, allow_nan=False, separators=(",", ":"))
    write_whole(path, lambda file: file.write_text(text + "\n", encoding="utf-8"))


KINDS: dict[type, str] = {Program: "program", LinearModel: "linear", BitModel: "bits", Learner: "learner"}


def facts_of(model: Program | Exported) -> dict[str, Any]:
    """Return all of a model as JSON."""
    if not isinstance(model, Program):
        return model.facts()
    steps = plain_steps(model.needed())
    return {
        "columns": model.columns,
        "labels": None if model.labels is None else np.asarray(model.labels).tolist(),
        "steps": [[step.name, step.function, [_plain(one) for one in step.arguments]] for step in steps],
        "outputs": model.outputs,
    }


def _plain(argument: Any) -> Any:
    return argument.tolist() if isinstance(argument, np.ndarray) else argument


def is_json(path: Path) -> bool:
    """Whether a file begins as an exported model does."""
    with path.open("rb") as file:
        return file.read(64).lstrip()[:1] == b"{"


def read_model(path: Path) -> Exported:
    """Return a model that was exported as JSON, but for programs, once all of it has been checked."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(said, dict) or said.get("format") != FORMAT:
            raise ValueError("it must be of rosenblatt-export")
        if said.get("version") != VERSION:
            raise ValueError(f"its version must be {VERSION}")
        kind = checks.one_of("kind", said.get("kind"), tuple(READERS))
        return READERS[kind](said)
    except RecursionError:
        problem: Any = "it is nested without end"
    except (ValueError, TypeError, KeyError, OverflowError) as found:
        problem = f"{found} is lacking" if isinstance(found, KeyError) else str(found).partition("; got")[0]
    raise ValueError(
        f"file must be a linear model, bits or a learner exported as JSON; {str(path)!r} is not: "
        f"{' '.join(problem.split()).removesuffix('.')[:200]}. {REMEDY}"
    )


def _numbers(name: str, said: Any, axes: int, shape: tuple[int | None, ...] = ()) -> np.ndarray:
    """Return numbers of a file as an array of so many axes, and of these lengths where they are given."""
    array = np.asarray(said)
    if array.dtype.kind not in "iuf" or array.ndim != axes or 0 in array.shape:
        raise ValueError(f"{name} must be numbers along {axes} axes")
    if any(want is not None and want != have for want, have in zip(shape, array.shape, strict=False)):
        raise ValueError(f"{name} must have the shape {shape}")
    found = array.astype(float)
    if not np.isfinite(found).all():
        raise ValueError(f"{name} must be finite")
    return found


def _whole(name: str, said: Any, axes: int, most: float, shape: tuple[int | None, ...] = ()) -> np.ndarray:
    found = _numbers(name, said, axes, shape)
    if not np.all((found == np.floor(found)) & (np.abs(found) <= most)):
        raise ValueError(f"{name} must be whole numbers up to {most:g}")
    return found.astype(np.int64)


def _classes(said: Any, fields: int) -> tuple[Any, ...]:
    if not isinstance(said, list) or not all(isinstance(one, (str, int, float, bool)) for one in said):
        raise ValueError("classes must be texts or numbers")
    if len({type(one) for one in said}) > 1:
        raise ValueError("classes must be of one type")
    if len(said) == 1 or fields != (len(said) if len(said) > 2 else 1):
        raise ValueError("classes must be two with one field, or as many as there are fields")
    return tuple(said)


def _linear(said: dict[str, Any]) -> LinearModel:
    weights = _numbers("weights", said["weights"], 2)
    fields, features = weights.shape
    scaling = None
    if "centres" in said:
        centres, factors = (_numbers(name, said[name], 1, (features,)) for name in ("centres", "factors"))
        scaling = Scaling(centres, factors, checks.positive("farthest", said["farthest"]))
    intercepts = _numbers("intercepts", said["intercepts"], 1, (fields,))
    return LinearModel(weights, intercepts, _classes(said["classes"], fields), scaling)


def _bits(said: dict[str, Any]) -> BitModel:
    weights = _whole("weights", said["weights"], 2, 1)
    limits = _whole("limits", said["limits"], 1, LARGEST_WEIGHT, (len(weights),))
    classes = _classes(said["classes"], len(weights))
    if not classes:
        raise ValueError("classes must be at least two")
    return BitModel(weights, limits, classes, checks.number("high", said["high"]))


def _learner(said: dict[str, Any]) -> Learner:
    rule, inputs = checks.one_of("rule", said["rule"], RULES), checks.one_of("inputs", said["inputs"], INPUTS[:2])
    classes = _classes(said["classes"], 1)
    if len(classes) != 2 or type(said["intercept"]) is not bool:
        raise ValueError("classes must be two, and intercept true or false")
    most = 2.0**UNIT_BITS if rule == "bounded" else LARGEST_WEIGHT - 1
    weights = _whole("weights", said["weights"], 1, most)
    parameters: dict[str, float] = {}
    if rule == "bounded":
        own = said["parameters"]
        parameters = {name: checks.number(name, own[name]) for name in ("eta", "inhibition", "theta")}
        rate_in_bits(checks.positive("eta", parameters["eta"]))
        if weights.min() < 0 or not all(0.0 <= parameters[name] <= 1.0 for name in ("inhibition", "theta")):
            raise ValueError("weights, inhibition and theta must be in [0, 1]")
    if len(weights) <= said["intercept"]:
        raise ValueError("weights must be there for an input")
    return Learner(rule, inputs, classes, weights, said["intercept"], parameters)


READERS: dict[str, Callable[[dict[str, Any]], Exported]] = {"linear": _linear, "bits": _bits, "learner": _learner}
