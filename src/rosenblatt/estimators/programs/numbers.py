"""A `BayesRegressor` as a program: the mean of what its bank says; see `numbers.bank`."""

from __future__ import annotations

import numpy as np

from rosenblatt.estimators.bayes.mixture import Mixture
from rosenblatt.estimators.numbers.bank import FARTHEST_APART, NumberBank
from rosenblatt.estimators.numbers.closer import TreeNumbers
from rosenblatt.estimators.numbers.members import NumberMembers
from rosenblatt.estimators.numbers.state import NumberState
from rosenblatt.estimators.programs.members import asked, sum_of_trees, with_ones
from rosenblatt.estimators.programs.scaling import scaled
from rosenblatt.export.programs import Term, side_by_side


def means_of(inputs: Term, state: NumberState) -> Term:
    """Return the mean of each row of inputs, (rows, 1)."""
    z = scaled(inputs, state.feature_scaling)
    return state.units.said_unit * _said_by(z, state.bank) + state.units.centre


def _said_by(z: Term, bank: NumberBank) -> Term:
    x = with_ones(z)
    centres = side_by_side(_centres(name, z, x, members) for name, members in bank.groups.items())
    h = centres @ _weights(bank.mixture)
    if bank.last is None:
        return h
    apart = (centres - h).within(-FARTHEST_APART, FARTHEST_APART)
    recent = np.clip(bank.errors, -FARTHEST_APART, FARTHEST_APART)
    said = [
        h + _above(apart, members, recent if name == "runs" else recent[:0]) for name, members in bank.above.items()
    ]
    return side_by_side([*said, h]) @ _weights(bank.last)


def _centres(name: str, z: Term, x: Term, members: NumberMembers) -> Term:
    """Return the means of what members say; those that see trees start from their sum, F = f_0 + S."""
    if not isinstance(members, TreeNumbers):
        return asked(name, x, members).means
    means = (1.0 - members.drifts[:, None]) * members.means
    total = sum_of_trees(z, members.trees)
    return total * (1.0 + means[:, 0]) + (means[:, 1] + float(members.trees.start[0]))


def _above(apart: Term, members: NumberMembers, recent: np.ndarray) -> Term:
    """Return what members of the second layer add: their inputs are running errors, means apart, and 1."""
    means = (1.0 - members.drifts[:, None]) * members.means
    first = len(recent)
    fixed = means[:, :first] @ recent + means[:, -1]
    return apart @ np.ascontiguousarray(means[:, first:-1].T) + fixed


def _weights(mixture: Mixture) -> np.ndarray:
    return mixture.mean()[:, None]
