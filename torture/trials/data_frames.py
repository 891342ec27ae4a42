"""Fits to data of every type, shape and size that a table can have, good and bad, by every estimator.

What is refused must be refused with a sentence (ValueError, TypeError, FloatingPointError) and leave the model as it
was. What is learnt must leave a model of finite numbers, that predicts, and predicts the same of the same rows in any
format: an array in either order, SciPy's sparse formats, pandas with NumPy's, its own or Arrow's types, Arrow tables.
"""

from __future__ import annotations

import warnings
from copy import deepcopy
from typing import Any

import numpy as np
import pandas as pd
import pyarrow
import scipy.sparse as sp
from sklearn.base import is_regressor
from sklearn.exceptions import ConvergenceWarning, DataConversionWarning

from torture.learners import learners
from torture.learnt import difference, not_finite, snapshot
from torture.outcome import Outcome

TITLE = "data frames of every type, shape and size, learnt by every estimator"
FULL, SHARE = 10_000, 60
REFUSALS = (ValueError, TypeError, FloatingPointError)
SCALES = (1.0, 1.0, 1.0, 1e-320, 1e-300, 1e-160, 1e-30, 1e8, 1e30, 1e99, 1e155, 1e200, 1.7e308)
SHIFTS = (0.0, 0.0, 0.0, 1.0, 1e3, 1e8, 1.7e9, 1e15)
TYPES = ("float64", "float32", "float16", "int64", "int8", "uint16", "bool", "object", "Int64", "Float64", "boolean")
TYPES_OF_ARROW = ("double[pyarrow]", "int64[pyarrow]", "bool[pyarrow]")
BAD = (np.nan, np.inf, -np.inf, "text", None, "2020-01-01", b"bytes", 1 + 2j)
SPARSE = {"csr": sp.csr_matrix, "csc": sp.csc_matrix, "coo": sp.coo_matrix, "csr_array": sp.csr_array}
FORMATS = ("C", "F", *SPARSE, "frame", "arrow", "objects", "list")


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Fit so many times, estimator after estimator."""
    outcome, new = Outcome(), learners()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.simplefilter("ignore", DataConversionWarning)
        warnings.filterwarnings("ignore", "X (does not have valid|has) feature names", UserWarning)
        for k in range(count):
            seed = int(random.integers(2**31))
            _fit_once(outcome, deepcopy(new[k % len(new)]), np.random.default_rng(seed), seed)
    return outcome


def _fit_once(outcome: Outcome, model: Any, random: np.random.Generator, seed: int) -> None:
    """Fit a model to a table, perhaps a second one after it, and look at what comes of it."""
    what = f"{model!r} with seed {seed}"
    frame, features = _frame(random), None
    streams = hasattr(model, "partial_fit") and random.random() < 0.5
    for _ in range(2 if streams else 1):
        x, y, weights = _in_format(frame, random), _labels(model, len(frame), random), _weights(len(frame), random)
        before = snapshot(model)
        try:
            more = {} if weights is None or not hasattr(model, "partial_fit") else {"sample_weight": weights}
            (model.partial_fit if streams else model.fit)(x, y, **more)
        except REFUSALS as problem:
            changed = difference(before, snapshot(model))
            if changed:
                outcome.breaks(f"{what}: refused with {problem}, but changed {changed}")
            else:
                outcome.saw("refused")
            break
        except Exception as problem:
            outcome.breaks(f"{what}: {type(problem).__name__}: {problem}")
            break
        features = frame
        place = not_finite(model)
        if place:
            outcome.breaks(f"{what}: {place} is not finite")
        else:
            outcome.saw("learnt")
        frame = _next(frame, random)
    if features is not None:
        _ask(outcome, model, features, what)


def _ask(outcome: Outcome, model: Any, frame: pd.DataFrame, what: str) -> None:
    """Let a fitted model predict the same rows in all formats."""
    said = None
    for form in FORMATS:
        if form in SPARSE and frame.isna().to_numpy().any():
            continue  # a sparse matrix says that a value is missing by not storing it: these are other rows
        try:
            x = _as(frame, form)
        except REFUSALS:
            continue  # a table of such types has no such format
        try:
            answer = np.asarray(model.predict(x))
        except REFUSALS as problem:
            if "sparse" not in str(problem) and said is not None:
                outcome.breaks(f"{what}: predicts, but not {form}: {problem}")
                return
            continue
        except Exception as problem:
            outcome.breaks(f"{what}: predict of {form}: {type(problem).__name__}: {problem}")
            return
        if answer.dtype.kind == "f" and not np.isfinite(answer).all():
            outcome.breaks(f"{what}: predicts what is not finite, {form}")
            return
        if said is None:
            said = answer
        elif not _same(model, frame, said, answer):
            outcome.breaks(f"{what}: predicts {form} otherwise than {FORMATS[0]}: {said[:5]}, {answer[:5]}")
            return
    outcome.saw("predicted" if said is not None else "not predicted")


def _fields(model: Any, frame: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Return the fields of a linear model of rows as they are, and the sizes of what is added up to them."""
    x = frame.to_numpy(dtype=np.float64)
    coef, offset = model.coef_.T, model.intercept_
    return x @ coef + offset, np.abs(x) @ np.abs(coef) + np.abs(offset)


def _ties(model: Any, frame: pd.DataFrame) -> np.ndarray:
    """Return which rows a linear classifier of rows as they are decides by rounding, which depends on the format."""
    if getattr(model, "standardise", False) or not hasattr(model, "coef_"):
        return np.zeros(len(frame), dtype=bool)
    with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is no tie
        fields, sizes = _fields(model, frame)
    best = np.sort(np.column_stack([np.zeros(len(fields)), fields]) if fields.shape[1] == 1 else fields, axis=1)
    return best[:, -1] - best[:, -2] <= 1e-12 * sizes.max(axis=1)


def _same(model: Any, frame: pd.DataFrame, one: np.ndarray, other: np.ndarray) -> bool:
    """Whether predictions of the same rows are the same: classes but for ties, numbers but for rounding."""
    if is_regressor(model):
        largest = float(np.abs(one).max(initial=0.0))
        if hasattr(model, "coef_") and not getattr(model, "standardise", False):
            with np.errstate(over="ignore", invalid="ignore"):
                rounding = 1e-3 * np.nan_to_num(_fields(model, frame)[1]).max(initial=0.0)  # of what cancels
            largest = max(largest, float(rounding))
        return np.allclose(one, other, rtol=1e-9, atol=1e-9 * largest)
    same = one == other
    return bool(same.all() or (same | _ties(model, frame)).all())


def _frame(random: np.random.Generator) -> pd.DataFrame:
    """Return a table, of one column or several, each of its own type, and now and then with a bad value."""
    rows = int(random.choice([0, 1, 2, 3, 10, 30, 80], p=[0.02, 0.04, 0.04, 0.1, 0.3, 0.3, 0.2]))
    columns = int(random.choice([0, 1, 2, 3, 5, 8], p=[0.02, 0.18, 0.2, 0.2, 0.2, 0.2]))
    kind = random.random()
    names = [f"x{k}" for k in range(columns)]
    if kind < 0.4:  # all columns alike
        chosen = [(str(random.choice(TYPES)), float(random.choice(SCALES)), float(random.choice(SHIFTS)))] * columns
    elif kind < 0.5:
        chosen = [(str(random.choice(TYPES_OF_ARROW)), 1.0, 0.0) for _ in names]
    else:
        chosen = [
            (str(random.choice(TYPES)), float(random.choice(SCALES)), float(random.choice(SHIFTS))) for _ in names
        ]
    frame = pd.DataFrame(
        {name: _column(rows, *how, random) for name, how in zip(names, chosen, strict=True)}, index=range(rows)
    )
    if frame.size and random.random() < 0.1:
        row, column = int(random.integers(rows)), int(random.integers(columns))
        frame = frame.astype(object)
        frame.iloc[row, column] = BAD[int(random.integers(len(BAD)))]
    return frame


def _column(rows: int, kind: str, scale: float, shift: float, random: np.random.Generator) -> pd.Series:
    law = int(random.integers(5))
    values = [
        random.standard_normal(rows),
        (random.random(rows) < 0.3).astype(float),
        np.zeros(rows),
        random.integers(0, 4, rows).astype(float),
        np.where(random.random(rows) < 0.1, random.standard_normal(rows) * 1e6, random.random(rows)),
    ][law]
    if kind in ("float64", "Float64", "double[pyarrow]", "object"):
        with np.errstate(over="ignore"):
            values = np.clip(values * scale + shift, -1.7e308, 1.7e308)
    elif kind in ("float32", "float16"):
        values = np.clip(values, -6e4, 6e4)
    elif kind in ("bool", "boolean", "bool[pyarrow]"):
        values = values > 0.0
    elif kind != "int64[pyarrow]":
        values = np.abs(np.rint(np.clip(values, -100, 100)))
    else:
        values = np.rint(np.clip(values, -100, 100))
    return pd.Series(values, dtype=kind)  # pyright: ignore[reportArgumentType, reportCallIssue]


def _next(frame: pd.DataFrame, random: np.random.Generator) -> pd.DataFrame:
    """Return the next batch: the same rows in another order, scaled, or something else."""
    if random.random() < 0.2:
        return _frame(random)
    shuffled = frame.sample(frac=1.0, random_state=int(random.integers(2**31))).reset_index(drop=True)
    if random.random() < 0.3 and all(kind == np.float64 for kind in frame.dtypes):
        with np.errstate(over="ignore"):
            return shuffled.mul(float(random.choice(SCALES))).clip(-1.7e308, 1.7e308)
    return shuffled


def _in_format(frame: pd.DataFrame, random: np.random.Generator) -> Any:
    """Return the table in a random format that can hold it."""
    for form in random.permutation(FORMATS).tolist():
        try:
            return _as(frame, form)
        except REFUSALS:
            continue
    return frame


def _as(frame: pd.DataFrame, form: str) -> Any:
    """Return a table in a format; raise if it cannot hold it."""
    if form == "frame":
        return frame.to_numpy() if not len(frame.columns) else frame
    if form == "arrow":
        return pyarrow.Table.from_pandas(frame, preserve_index=False)
    if form == "objects":
        return frame.astype(object).to_numpy()
    values = frame.to_numpy(dtype=np.float64)
    if form in ("C", "F"):
        return np.array(values, order=form)
    if form == "list":
        return values.tolist()
    return SPARSE[form](values)


def _labels(model: Any, rows: int, random: np.random.Generator) -> Any:
    """Return labels, or targets for a regressor, in some type."""
    if is_regressor(model):
        scale = float(random.choice([0.0, 1.0, 1e-200, 1e20, 1e140, 1e200]))
        shape = (rows,) if random.random() < 0.8 else (rows, 2)
        return random.standard_normal(shape) * scale
    codes = random.integers(0, int(random.choice([1, 2, 2, 3, 4])), rows)
    kind = int(random.integers(6))
    if kind == 0:
        return np.array(["a", "b", "c", "d"])[codes]
    if kind == 1:
        return pd.Series(codes, dtype="Int64")
    if kind == 2:
        return codes.astype(float) if random.random() < 0.7 else codes + 0.5
    if kind == 3:
        return pd.Series(np.array(["a", "b", "c", "d"], dtype=object)[codes])
    return codes if kind == 4 else codes > 0


def _weights(rows: int, random: np.random.Generator) -> Any:
    """Return sample weights of some size, or None."""
    if random.random() < 0.7:
        return None
    scale = float(random.choice([0.0, 1e-300, 1.0, 1e10, 1e200, -1.0]))
    return random.integers(0, 3, rows) * scale
