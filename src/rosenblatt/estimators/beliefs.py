r"""What a Bayesian learner believes of rows without a label: probabilities, and how they would move together.

A posterior over weights, normal with mean m and covariance C, gives the field of a row the mean h = m.x and the
variance v = x.C x; the label is the sign of the field after noise of variance s^2, flipped with probability kappa:

    beliefs.1   Z = kappa + (1 - 2 kappa) Phi(h/sqrt(s^2 + v)),   D = dZ/dh
    (in another channel Z and D are those of channels.8)
    beliefs.2   several posteriors of weights w_k:   Z = sum_k w_k Z_k
    beliefs.3   S(x, x*) = sum_k w_k ( D_k(x) D_k(x*) x.C_k x* + (Z_k(x) - Z(x)) (Z_k(x*) - Z(x*)) )

S is the covariance of the probabilities of two rows over what is not known, to first order in x.C x*. The label of x
moves the mean of the field at x* by x*.C x times D/Z or -D/(1 - Z), which is D^2/(Z (1 - Z)) in the mean square: what a
query tells in theory too (queries-theory.4).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, singledispatch
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.exceptions import NotFittedError

from rosenblatt import gaussian
from rosenblatt.estimators.bayes import BayesClassifier
from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.member_inputs import Rows
from rosenblatt.estimators.bayes.members import Members
from rosenblatt.estimators.common.validation import dense_floats, largest_of, validated_features
from rosenblatt.estimators.mean_field import MeanFieldClassifier
from rosenblatt.estimators.online import OnlineClassifier
from rosenblatt.rules.kinds.bayesian import BayesianRule
from rosenblatt.scenario import Flips, Probit, SignChannel

SHARE, MOST = 0.9, 12  # of the weights of a bank that its chosen members have, and how many there are at most
MOST_NUMBERS = 3e7  # of rows as a kind of members sees them, if they are dense: what is more is left out
MEMBERS_NOISE = 1.0  # the variance of the noise on the field that members of a bank assume


@dataclass(frozen=True)
class Posterior:
    """A normal posterior over weights, and the rows as it sees them.

    Attributes
    ----------
    rows : (rows, inputs), dense or CSR.
    mean : of the weights.
    spread : their covariance: a matrix, a variance for each, or one for all.
    channel : of the labels, given the field.
    weight : among several posteriors.
    """

    rows: Any
    mean: np.ndarray
    spread: np.ndarray
    channel: SignChannel
    weight: float = 1.0

    def covariance(self, chosen: np.ndarray) -> np.ndarray:
        """Return x.C x* for all rows x and the chosen ones x*, of shape (rows, chosen)."""
        some: Any = self.rows[chosen]
        if np.ndim(self.spread) == 2:
            return np.asarray(self.rows @ (self.spread @ some.T))
        if not isinstance(some, np.ndarray) and some.shape[0] * some.shape[1] <= MOST_NUMBERS:
            some = some.toarray()  # faster, where there is room
        scaled = some * self.spread if isinstance(some, np.ndarray) else some.multiply(self.spread).tocsr()
        product = self.rows @ scaled.T
        return product if isinstance(product, np.ndarray) else product.toarray()

    @cached_property
    def variance(self) -> np.ndarray:
        """Of the field of each row."""
        x = self.rows
        if np.ndim(self.spread) == 2:
            seen = x @ self.spread
            found = np.einsum("ij,ij->i", seen, x) if isinstance(x, np.ndarray) else x.multiply(seen).sum(axis=1)
        else:
            squares = x * x if isinstance(x, np.ndarray) else x.multiply(x)
            found = squares @ (self.spread * np.ones(x.shape[1]))
        return np.maximum(np.asarray(found).ravel(), 0.0)

    @cached_property
    def chance_and_slope(self) -> tuple[np.ndarray, np.ndarray]:
        """Z and D of each row.  (beliefs.1)"""
        field = np.asarray(self.rows @ self.mean).ravel()
        return _chance_and_slope(self.channel, field, np.sqrt(np.maximum(self.variance, 1e-300)))


@singledispatch
def _chance_and_slope(channel: SignChannel, field: np.ndarray, spread: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return Z and D for fields of these means and deviations, in any channel."""
    likelihood, numbers = type(channel).likelihood, channel.kernel_numbers
    found = np.array([likelihood(*one, numbers) for one in zip(field.tolist(), spread.tolist(), strict=True)])
    return found[:, 0], found[:, 2]


@_chance_and_slope.register
def _(channel: Flips, field: np.ndarray, spread: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return _blurred(field / spread, spread, channel.noise)


@_chance_and_slope.register
def _(channel: Probit, field: np.ndarray, spread: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    width = np.hypot(spread, 1.0 / channel.slope)
    return _blurred(field / width, width, channel.noise)


def _blurred(u: np.ndarray, width: np.ndarray, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Return Z and D of flips after noise on the field.  (beliefs.1)"""
    clean = 1.0 - 2.0 * noise
    return noise + clean * gaussian.cdf(u), clean * gaussian.pdf(u) / width


@dataclass(frozen=True)
class Belief:
    """What is believed of the rows in one binary subproblem, by one posterior or several."""

    posteriors: tuple[Posterior, ...]

    @cached_property
    def weights(self) -> np.ndarray:
        """The weights of the posteriors, of sum 1."""
        weights = np.array([one.weight for one in self.posteriors])
        return weights / weights.sum()

    @cached_property
    def chance(self) -> np.ndarray:
        """The probability of each row to be of the subproblem's class.  (beliefs.2)"""
        return self.weights @ np.array([one.chance_and_slope[0] for one in self.posteriors])

    @cached_property
    def _apart(self) -> np.ndarray:
        """How far the posteriors differ, in units of the root of their weights."""
        chances = np.array([one.chance_and_slope[0] for one in self.posteriors])
        return np.sqrt(self.weights)[:, None] * (chances - self.chance)

    def covariance(self, chosen: np.ndarray) -> np.ndarray:
        """Return S for all rows and the chosen ones, of shape (rows, chosen).  (beliefs.3)"""
        total = self._apart.T @ self._apart[:, chosen]
        for weight, one in zip(self.weights, self.posteriors, strict=True):
            slope = one.chance_and_slope[1]
            total += weight * slope[:, None] * one.covariance(chosen) * slope[chosen]
        return total


@singledispatch
def beliefs(model: Any, pool: Any) -> list[Belief]:
    """Return what a fitted model believes of the rows of a pool, for each binary subproblem."""
    raise TypeError(
        f"model must be a Bayesian learner; got {type(model).__name__}. "
        "Take rb.BayesClassifier(), rb.MeanFieldClassifier() or rb.OnlineClassifier('bayes-gaussian')."
    )


@beliefs.register
def _(model: BayesClassifier, pool: Any) -> list[Belief]:
    _check_fitted(model, "state_")
    x = validated_features(model, pool, reset=False, largest=largest_of(model))
    seen = model.state_.feature_scaling.look(x)
    return [_of_bank(bank, seen) for bank in model.state_.chosen()]


@beliefs.register
def _(model: MeanFieldClassifier, pool: Any) -> list[Belief]:
    _check_fitted(model, "scale_")
    seen = model.scale_.see(dense_floats(validated_features(model, pool, reset=False)))
    parts = zip(model.mean_, model.covariance_, model.noise_, strict=True)
    return [Belief((Posterior(seen, mean, np.asarray(spread), Flips(noise)),)) for mean, spread, noise in parts]


@beliefs.register
def _(model: OnlineClassifier, pool: Any) -> list[Belief]:
    _check_fitted(model, "students_")
    students = model.students_
    rule = students.rule
    if not isinstance(rule, BayesianRule):
        raise TypeError(
            f"rule of the model must be a Bayesian one, which knows what it does not know; got {rule.name!r}. "
            "Take rb.OnlineClassifier('bayes-gaussian')."
        )
    seen, weights = model._seen(pool), students.weights("mean")
    seen = seen if model.scaler_ is None else model.scaler_.scale(dense_floats(seen))
    students.check_rows(seen, np.ones(1))
    if students.synapses.shape[2] > seen.shape[1]:
        seen = _with_ones(seen)
    reports, channel = students.reports(), rule.believed
    assert isinstance(channel, SignChannel)
    spreads = [np.asarray(report.get("covariance", report["variance"])) for report in reports]
    return [Belief((Posterior(seen, weights[k], spreads[k], channel),)) for k in model._classes.chosen()]


def _check_fitted(model: Any, name: str) -> None:
    if not hasattr(model, name):
        raise NotFittedError(
            f"model must have learnt some labels before it can choose; got an unfitted {type(model).__name__}. "
            "Call fit or partial_fit first."
        )


def _of_bank(bank: Bank, seen: Any) -> Belief:
    """Return the belief of the members of a bank that have most of the weight."""
    of_posteriors = np.concatenate([np.full(len(own), isinstance(own, Members)) for _, own, _ in bank.groups()])
    shares, first = bank.mixture.mean() * of_posteriors, 0
    shares /= shares.sum()
    ranking = np.argsort(-shares, kind="stable")
    enough = int(np.searchsorted(np.cumsum(shares[ranking]), SHARE)) + 1
    heavy = set(ranking[: min(enough, MOST)].tolist())
    posteriors: list[Posterior] = []
    for _, members, view in bank.groups():
        own = [k for k in range(len(members)) if first + k in heavy]
        first += len(members)
        if not isinstance(members, Members):  # trees are in no doubt
            continue
        inputs = members.means.shape[1]
        if not own or (isinstance(seen, np.ndarray) and len(seen) * inputs > MOST_NUMBERS and posteriors):
            continue
        rows = _as_matrix(view(seen), inputs)
        for k in own:
            spread = members.mean_covariance(np.eye(len(members))[k])
            share = float(shares[first - len(members) + k])
            channel = Probit(1.0 / math.sqrt(MEMBERS_NOISE), float(members.noises[k]))
            posteriors.append(Posterior(rows, members.means[k], spread, channel, share))
    return Belief(tuple(posteriors))


def _as_matrix(rows: Rows, inputs: int) -> Any:
    """Return rows with the 1 of the intercept last, dense or CSR."""
    if isinstance(rows, np.ndarray):
        return rows
    shape = (len(rows.starts) - 1, inputs - 1)
    return _with_ones(sp.csr_matrix((rows.values, rows.columns.astype(np.int64), rows.starts), shape=shape))


def _with_ones(x: Any) -> Any:
    """Return rows with a last input that is always 1."""
    ones = np.ones((x.shape[0], 1))
    return np.hstack([x, ones]) if isinstance(x, np.ndarray) else sp.hstack([x, ones], format="csr")
