"""How a bank sees columns of numbers, in steps of a program: missing values, and running means as they are now."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.estimators.bayes.feature_scaling import FeatureScaling
from rosenblatt.estimators.common.features.columns import MISSING
from rosenblatt.estimators.common.features.layout import Layout
from rosenblatt.estimators.common.running_scaler import RunningScaler
from rosenblatt.export.programs import Term
from rosenblatt.kernels.standardise import CONSTANT, FARTHEST, FIRST, WILD


def inputs_of(rows: Term, layout: Layout | None, names: list[Any]) -> Term:
    """Return the inputs that columns of these names become: themselves, and which of them are missing."""
    if layout is None:
        return rows
    if not layout.has_numbers_only:
        strange = next(one for one in layout.columns.values() if one.kind != "number")
        raise ValueError(
            f"model must have columns of numbers to be exported; got {strange.name!r}, a {strange.kind}. "
            "Make numbers of it before the model learns."
        )
    place_of = {name: place for place, name in enumerate(names)}
    places = np.array([place_of[one.column] for one in layout.inputs], dtype=np.int64)
    gaps = np.array([one.what == MISSING for one in layout.inputs])
    if not gaps.any() and len(layout.inputs) == len(names):
        return rows
    seen = rows.take(places, 1)
    if not gaps.any():
        return seen
    return rows.program.where(gaps, missing(seen).of_kind("float64"), seen)


def missing(x: Term) -> Term:
    """Return where numbers are missing."""
    return x.program.call("isnan", x)


def scaled(x: Term, scaling: FeatureScaling) -> Term:
    """Return rows as the members of a bank see them, without the 1 of the intercept."""
    if scaling.sparse:
        raise ValueError(
            "model must have learnt dense rows to be exported; got one of sparse rows. "
            "Learn X.toarray(), if there is room for it."
        )
    if scaling.scaler is None:
        return x.program.where(missing(x), 0.0, x)
    return standardised(x, scaling.scaler)


def standardised(x: Term, known: RunningScaler) -> Term:
    """Return rows as each would be seen if it came next; see `rosenblatt.kernels.standardise`."""
    program, varied = x.program, known.spread > 0.0
    units = np.where(known.units > 0.0, known.units, 1.0)  # of a column of zeros any will do
    share = 1.0 / (known.numbers + 1.0)
    deviation = np.sqrt(known.spread / np.maximum(known.numbers, 1.0))
    bound = np.where(varied, np.minimum(WILD * deviation, FIRST), FIRST)
    gaps = missing(x)
    filled = program.where(gaps, (known.mean / units)[None], x)  # standardise.5: seen as 0
    inner = filled * units - known.mean
    off = inner.within(-bound, bound)
    nearer = off * share
    variance = known.spread * share + off * off * ((1.0 - share) * share)  # standardise.1
    centre = nearer + known.mean
    z = (inner - nearer) / program.call("sqrt", program.call("maximum", variance, np.finfo(float).tiny))
    there = variance > CONSTANT * centre * centre
    z = program.where(there, z.within(-FARTHEST, FARTHEST), 0.0)  # standardise.2
    return _raw(x, z, known, gaps) if known.raw.any() else z


def _raw(x: Term, z: Term, known: RunningScaler, gaps: Term) -> Term:
    """Return columns that have held only 0 and 1 as they are, for as long as they hold nothing else."""
    program = x.program
    usual = np.divide(known.mean, known.units, out=np.zeros_like(known.mean), where=known.units > 0.0)
    filled = program.where(gaps, usual[None], x)
    binary = program.call("logical_or", program.call("equal", x, 0.0), program.call("equal", x, 1.0))
    still = program.call("logical_and", program.call("logical_or", binary, gaps), known.raw > 0.0)
    return program.where(still, filled, z)  # standardise.3
