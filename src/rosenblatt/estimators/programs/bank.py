"""A `BayesClassifier` as a program: its members, their mixture, and the layer on top; see `bayes.bank`."""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.members import Members
from rosenblatt.estimators.bayes.mixture import Mixture
from rosenblatt.estimators.bayes.random_views import RandomView
from rosenblatt.estimators.bayes.state import BankState
from rosenblatt.estimators.programs.members import asked, of_covariances, sum_of_trees, with_ones
from rosenblatt.estimators.programs.normal import cdf, field_of_log_odds
from rosenblatt.estimators.programs.scaling import scaled
from rosenblatt.export.programs import Term, side_by_side
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
    said = [said_by(z, bank) for bank in state.chosen()]
    together = side_by_side(one.clean if which else one.observed for one in said)
    if len(said) == 1:  # the second of two classes
        return (1.0 - together).beside(together)
    return together / together.sum(1).shaped(-1, 1)


def said_by(z: Term, bank: Bank) -> Said:
    """Return what a bank says of rows that come next."""
    x, groups = with_ones(z), [group for group in bank.groups() if not isinstance(group[1], Forest)]
    together = side_by_side(_fields_of(name, x, own) for name, own, _ in groups)
    noises = np.concatenate([own.noises for _, own, _ in groups])
    said = _with_noise(together, noises)
    if bank.forest is not None:
        said = said.beside(_said_by_trees(z, bank.forest))
    if bank.last is None:
        return said
    said = said._replace(fields=said.fields.within(-FARTHEST_FIELD, FARTHEST_FIELD))
    mixed = said.mixed(bank.mixture)
    above = _said_above(mixed, said, bank)
    return above.beside(mixed).mixed(bank.last)


def _fields_of(name: str, x: Term, members: Any) -> Term:
    """Return the fields of a kind of members in units of their spread."""
    if isinstance(members, RandomView) and members.look.silent:
        return 0.0 * x.take(np.zeros(len(members)), 1)
    own = asked(name, x, members)
    return own.means / _deviation(own.variances)


def _deviation(variances: Term) -> Term:
    """Return the deviation of fields with the noise of the probit, 1."""
    return variances.program.call("sqrt", 1.0 + variances)


def _with_noise(fields: Term, noises: np.ndarray) -> Said:
    clean = cdf(fields)
    return Said(fields, noises + (1.0 - 2.0 * noises) * clean, clean)


def _said_by_trees(z: Term, forest: Forest) -> Said:
    """Return what the trees say."""
    log_odds = sum_of_trees(z, forest) + float(forest.start[0])
    clean = 1.0 / (1.0 + z.program.call("exp", -log_odds))
    return Said(field_of_log_odds(log_odds), clean, clean)


def _said_above(mixed: Said, said: Said, bank: Bank) -> Said:
    """Return what the second layer says.  (second-layer.1)"""
    h = mixed.fields
    bent = h.within(-BEND, BEND)
    shapes = [0.0 * h + 1.0, h, abs(h), bent * bent * bent * (1.0 / BEND**2)]
    seen = side_by_side([*shapes, said.fields])
    own = [] if bank.top is None else [_said_by_layer(seen, h, bank.top)]
    if bank.runs is not None and bank.recent is not None:
        own.append(_said_by_layer(seen.beside(0.0 * h + bank.recent.means), h, bank.runs))
    return reduce(Said.beside, own)


def _said_by_layer(seen: Term, h: Term, layer: Members) -> Said:
    """Return what members of the second layer say, who start from the mixed field."""
    own = of_covariances(seen, layer)
    return _with_noise((h + own.means) / _deviation(own.variances), layer.noises)
