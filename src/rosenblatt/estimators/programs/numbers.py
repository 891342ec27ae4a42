"""A `BayesRegressor` as a program: the mean of what its bank says; see `numbers.bank`."""

from __future__ import annotations

import numpy as np

from rosenblatt.estimators.bayes.mixture import Mixture
from rosenblatt.estimators.numbers.bank import FARTHEST_APART, NumberBank
from rosenblatt.estimators.numbers.members import NumberMembers
from rosenblatt.estimators.numbers.state import NumberState
from rosenblatt.estimators.programs import members as asked
from rosenblatt.estimators.programs.scaling import scaled
from rosenblatt.export.programs import Term


def means_of(inputs: Term, state: NumberState) -> Term:
    """Return the mean of each row of inputs, (rows, 1)."""
    z, features = scaled(inputs, state.feature_scaling), state.feature_scaling.features
    return state.units.said_unit * _said_by(z, state.bank, features) + state.units.centre


def _said_by(z: Term, bank: NumberBank, features: int) -> Term:
    centres = None
    for name, members in bank.groups.items():
        own = _centres(z, name, members, features)
        centres = own if centres is None else centres.beside(own)
    assert centres is not None
    h = centres @ _weights(bank.mixture)
    if bank.last is None:
        return h
    apart = (centres - h).within(-FARTHEST_APART, FARTHEST_APART)
    recent = np.clip(bank.errors, -FARTHEST_APART, FARTHEST_APART)
    said = None
    for name, members in bank.above.items():
        own = h + _above(apart, members, recent if name == "runs" else recent[:0])
        said = own if said is None else said.beside(own)
    assert said is not None
    return said.beside(h) @ _weights(bank.last)


def _centres(z: Term, name: str, members: NumberMembers, features: int) -> Term:
    views = {"curves": asked.of_curves, "products": asked.of_products}
    own = views[name](z, members, features) if name in views else asked.of_rows(z, members)
    return own.means


def _above(apart: Term, members: NumberMembers, recent: np.ndarray) -> Term:
    """Return what members of the second layer add: their inputs are running errors, means apart, and 1."""
    means = (1.0 - members.drifts[:, None]) * members.means
    first = len(recent)
    fixed = means[:, :first] @ recent + means[:, -1]
    return apart @ np.ascontiguousarray(means[:, first:-1].T) + fixed


def _weights(mixture: Mixture) -> np.ndarray:
    return mixture.mean()[:, None]
