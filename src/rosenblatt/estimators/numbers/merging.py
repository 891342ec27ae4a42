"""Two banks of numbers that learnt other rows, made one: what the rows said adds up, the prior counts once.

Means, covariances and mixtures are merged as those of labels are, see `rosenblatt.estimators.bayes.merging`. Of the
noise, with n_0 and S_0 before any row and the precisions P = C^-1 of the weights:

    merging-numbers.1   n = n_1 + n_2 - n_0
    merging-numbers.2   S = S_1 + S_2 - S_0 + m_1.P_1 m_1 + m_2.P_2 m_2 - m.P m, for a full covariance without drift,
                        forgetting and tail: exact, if the statistics of the features stood still
    merging-numbers.3   S = n (S_1 + S_2)/(n_1 + n_2) for all others, which do not know all their rows: the mean noise

Both banks must see the targets in the same units. Trees do not add up: those of the bank with more rows are kept, and
so are its cells and waves if those of the other are of other features.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from rosenblatt.estimators.bayes.merging import (
    Views,
    merge_mixtures,
    merge_posteriors,
    merge_scalers,
    same_views,
)
from rosenblatt.estimators.numbers.bank import NumberBank
from rosenblatt.estimators.numbers.members import LEAST_SQUARES, START_NOISE, NumberMembers
from rosenblatt.estimators.numbers.target_units import TargetUnits

OWN_VIEWS = ("curves", "products", "cells", "waves")  # see features as each bank has seen them


def merge_units(one: TargetUnits, other: TargetUnits) -> TargetUnits:
    """Return the units of the targets of both: their mean and deviation, if they differ."""
    statistics = merge_scalers(one.statistics, other.statistics)
    factor = float(statistics.factor()[0])
    unit = 1.0 / factor if factor > 0.0 else max(one.unit, other.unit)
    return TargetUnits(float(statistics.centre()[0]), unit, statistics)


def merge_banks(one: NumberBank, other: NumberBank, views: Views) -> NumberBank:
    """Return the bank that has learnt the rows of both, the other's last; ``views`` are their changes of view."""
    longer, groups = max(one, other, key=lambda bank: bank.groups["members"].degrees.max()), {}
    for name, own in one.groups.items():
        if own.is_like(other.groups[name]):
            groups[name] = _merge_members(own, other.groups[name], same_views(own) if name in OWN_VIEWS else views)
        else:
            groups[name] = longer.groups[name].copy()
    above = {name: _merge_members(own, other.above[name], same_views(own)) for name, own in one.above.items()}
    last = merge_mixtures(one.last, other.last) if one.last is not None and other.last is not None else None
    return NumberBank(groups, merge_mixtures(one.mixture, other.mixture), above, other.errors.copy(), last)


def _merge_members(one: NumberMembers, other: NumberMembers, views: Views) -> NumberMembers:
    merged = merge_posteriors((one, other), views)
    starts = merged.starts[:, None]
    merged.degrees = one.degrees + other.degrees - starts  # merging-numbers.1
    both = one.squares + other.squares
    merged.squares = merged.degrees * both / (one.degrees + other.degrees)  # merging-numbers.3
    exact = (merged.drifts == 0.0) & (merged.forgettings == 0.0) & (merged.tails == 0.0)
    if merged.full and exact.any():
        apart = (_weighed(one) + _weighed(other) - _weighed(merged))[:, None]
        summed = np.maximum(both - START_NOISE * starts + apart, LEAST_SQUARES)  # merging-numbers.2
        merged.squares = np.where(exact[:, None], summed, merged.squares)
    return merged


def _weighed(members: NumberMembers) -> np.ndarray:
    """Return m.P m of each member with a full covariance."""
    pairs = zip(members.means, members.spreads, strict=True)
    return np.array([mean @ cho_solve(cho_factor(lower, lower=True), mean) for mean, lower in pairs])
