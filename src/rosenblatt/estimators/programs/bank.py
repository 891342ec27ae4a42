"""A `BayesClassifier` as a program: its members, their mixture, and the layer on top; see `bayes.bank`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.members import Members
from rosenblatt.estimators.bayes.mixture import Mixture
from rosenblatt.estimators.bayes.random_views import RandomView
from rosenblatt.estimators.bayes.state import BankState
from rosenblatt.estimators.programs import members as asked
from rosenblatt.estimators.programs.normal import cdf, field_of_log_odds
from rosenblatt.estimators.programs.scaling import scaled
from rosenblatt.export.programs import Term, Trees
from rosenblatt.kernels.bank.mixture import BEND, CERTAIN, FARTHEST_FIELD


class Said(NamedTuple):
    """What experts say of rows: fields, and P(+1) as it is observed and without flips, (rows, experts)."""

    fields: Term
    observed: Term
    clean: Term

    def beside(self, other: Said) -> Said:
        """Return what both say."""
        return Said(*(mine.beside(theirs) for mine, theirs in zip(self, other, strict=True)))

    def mixed(self, mixture: Mixture) -> Said:
        """Return what a mixture makes of it, as one expert."""
        weights = mixture.mean()[:, None]
        bounded = self.observed.within(CERTAIN, 1.0 - CERTAIN)
        return Said(self.fields @ weights, bounded @ weights, self.clean @ weights)


def probabilities_of(inputs: Term, state: BankState, which: int) -> Term:
    """Return the probabilities of the classes, observed (0) or clean (1), for rows of inputs."""
    z = scaled(inputs, state.feature_scaling)
    said = [said_by(z, bank, state.feature_scaling.features) for bank in state.chosen()]
    of_banks = [one.clean if which else one.observed for one in said]
    together = of_banks[0]
    for one in of_banks[1:]:
        together = together.beside(one)
    number = len(state.classes.labels)
    if number == 2:
        return (1.0 - together).beside(together)
    if number == 1 and not state.classes.declared:
        return together
    return together / together.sum(1).shaped(-1, 1)


def said_by(z: Term, bank: Bank, features: int) -> Said:
    """Return what a bank says of rows that come next."""
    fields = [_fields_of(z, name, own, features) for name, own, _ in bank.groups() if not isinstance(own, Forest)]
    together = fields[0]
    for one in fields[1:]:
        together = together.beside(one)
    noises = np.concatenate([own.noises for _, own, _ in bank.groups() if not isinstance(own, Forest)])
    said = _with_noise(together, noises)
    if bank.forest is not None:
        said = said.beside(_said_by_trees(z, bank.forest))
    if bank.last is None:
        return said
    said = said._replace(fields=said.fields.within(-FARTHEST_FIELD, FARTHEST_FIELD))
    mixed = said.mixed(bank.mixture)
    above = _said_above(mixed, said, bank)
    return above.beside(mixed).mixed(bank.last)


def _fields_of(z: Term, name: str, members: Any, features: int) -> Term:
    """Return the fields of a kind of members in units of their spread."""
    if isinstance(members, RandomView) and members.silent:
        return z.take(np.zeros(len(members)), 1) * 0.0
    views = {"curves": asked.of_curves, "products": asked.of_products}
    alone = {"cells": asked.of_cells, "waves": asked.of_waves}
    own = views[name](z, members, features) if name in views else alone.get(name, asked.of_rows)(z, members)
    return _in_units(own)


def _in_units(own: asked.Fields) -> Term:
    return own.means / _deviation(own.variances)


def _deviation(variances: Term) -> Term:
    """Return the deviation of fields with the noise of the probit, 1."""
    return variances.program.call("sqrt", 1.0 + variances.program.call("maximum", variances, 0.0))


def _with_noise(fields: Term, noises: np.ndarray) -> Said:
    clean = cdf(fields)
    return Said(fields, noises + (1.0 - 2.0 * noises) * clean, clean)


def _said_by_trees(z: Term, forest: Forest) -> Said:
    """Return what the trees say: they see few digits."""
    trees = Trees(forest.features, forest.edges, forest.children, forest.values)
    total = z.program.step("trees", z.of_kind("float32"), trees).of_kind(z.kind)
    log_odds = total + float(forest.odds[0])
    clean = 1.0 / (1.0 + z.program.call("exp", -log_odds))
    return Said(field_of_log_odds(log_odds), clean, clean)


def _said_above(mixed: Said, said: Said, bank: Bank) -> Said:
    """Return what the second layer says.  (second-layer.1)"""
    h = mixed.fields
    bent = h.within(-BEND, BEND)
    seen = h.beside(abs(h)).beside(bent * bent * bent * (1.0 / BEND**2))
    seen = seen.beside(said.fields)
    found = None
    for layer, recent in ((bank.top, None), (bank.runs, bank.recent)):
        if layer is not None:
            own = _said_by_layer(seen, h, layer, np.zeros(0) if recent is None else recent.means)
            found = own if found is None else found.beside(own)
    assert found is not None
    return found


def _said_by_layer(seen: Term, h: Term, layer: Members, recent: np.ndarray) -> Said:
    """Return what members of the second layer say, whose first input is 1 and whose last ones do not change."""
    keep = 1.0 - layer.drifts
    varying = np.arange(1, layer.means.shape[1] - len(recent))
    fixed = np.concatenate([[1.0], recent])
    of_fixed = np.concatenate([[0], np.arange(layer.means.shape[1] - len(recent), layer.means.shape[1])])
    means = keep[:, None] * layer.means
    fields = h + seen @ np.ascontiguousarray(means[:, varying].T) + means[:, of_fixed] @ fixed
    count, inputs = layer.means.shape
    covariances = keep[:, None, None] ** 2 * asked.whole_of_lower(layer.spreads)
    covariances += (1.0 - keep**2)[:, None, None] * layer.priors[:, :, None] * np.eye(inputs)
    factors = np.stack([asked.factor_of(one) for one in covariances]).transpose(0, 2, 1).reshape(count * inputs, inputs)
    parts = seen @ np.ascontiguousarray(factors[:, varying].T) + factors[:, of_fixed] @ fixed
    variances = (parts * parts).shaped(-1, count, inputs).sum(2)
    return _with_noise(fields / _deviation(variances), layer.noises)
