r"""Vector message passing: for inputs whose directions differ in size (Schniter, Rangan and Fletcher 2016).

X = S/sqrt(N) = U diag(s) V^T. The prior is a law of single weights, the channel one of single examples, and X is known
by its directions: each of the three is told of the others by means, and one precision for all. With f, v, x and G as in
`rosenblatt.batch.message_passing`, natural means r = A times a mean, P rows, and < > an average, a sweep is

    vector-passing.1   labels:   omega, lambda = p/T, 1/T;   z = omega + lambda x(omega + b, lambda),
                       1/u = lambda - lambda^2 <G>,   T' = u - T,   p' = u z - p
    vector-passing.2   weights:  m = f(r, A),   1/h = <v(r, A)>,   A' = h - A,   r' = h m - r
    vector-passing.3   inputs:   C = (A' + T' X^T X)^(-1),   w = C (r' + X^T p'),
                       1/c = tr C/N,   A = c - A',   r = c w - r';    1/k = tr X C X^T/P,   T = k - T',   p = k X w - p'

At a fixed point m = w, and both have the same mean variance. Where features are independent it is one of AMP. For many
weights it is exact if V is a rotation drawn at random, whatever s is: inputs may be correlated, but not along the axes
of the weights. With a Gaussian prior and Gaussian noise it is exact for any X. What labels and weights tell is damped;
the noise and an intercept are estimated as there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rosenblatt.batch.message_passing import (
    LONGEST,
    NEW,
    Calm,
    Messages,
    Noise,
    better_intercept,
    damped,
    least_variance,
)
from rosenblatt.scenario.channels import Channel
from rosenblatt.scenario.channels.responses import log_likelihood, response
from rosenblatt.scenario.priors import Prior

LEAST, MOST = 1e-10, 1e12  # of a precision
SEEN = 1e-10  # of the variance of a field, the least that a label takes away or leaves


class Told(NamedTuple):
    """What is told of numbers: natural means, and one precision for all."""

    natural: np.ndarray
    precision: float

    @property
    def mean(self) -> np.ndarray:
        """The means."""
        return self.natural / self.precision

    def rest(self, mean: np.ndarray, variance: float) -> Told:
        """Return what others must have told where all together give these means and this variance."""
        whole = 1.0 / max(variance, 1.0 / MOST)
        return Told(whole * mean - self.natural, min(max(whole - self.precision, LEAST), MOST))

    def vaguer(self, most: float) -> Told:
        """Return the same means with a precision of at most so much."""
        return self if self.precision <= most else Told(most * self.mean, most)

    def damped(self, before: Told | None, share: float) -> Told:
        """Return the same with a share of it new."""
        if before is None:
            return self
        natural, precision = (damped(*pair, share) for pair in zip(before, self, strict=True))
        return Told(natural, precision)


@dataclass(frozen=True)
class VectorMessages(Messages):
    """What has been learnt, and the covariance of the weights.

    Attributes
    ----------
    directions, shares, rest : C = V diag(shares - rest) V^T + rest, with the directions as the rows of V^T.
    """

    directions: np.ndarray
    shares: np.ndarray
    rest: float

    def spread(self, x: np.ndarray) -> np.ndarray:
        """Return the deviation of the field of each row."""
        along = np.square(x @ self.directions.T)
        beside = np.maximum(np.square(x).sum(axis=1) - along.sum(axis=1), 0.0)
        return np.sqrt(along @ self.shares + self.rest * beside)


class State(NamedTuple):
    """What goes on from sweep to sweep: what weights and fields are told, what they tell, and what is known by that."""

    weights: Told
    fields: Told
    by_weights: Told | None
    by_labels: Told | None
    mean: np.ndarray
    variance: np.ndarray
    channel: Channel
    intercept: float

    def change(self, before: State, noise: Noise) -> float:
        """Return by how much it has changed; the first time the weights had not been told of any label."""
        if before.by_weights is None:
            return math.inf
        moved = float(np.linalg.norm(self.mean - before.mean)) / max(float(np.linalg.norm(self.mean)), 1e-300)
        return max(moved, noise.change(before.channel, self.channel), abs(self.intercept - before.intercept))

    def is_lost(self) -> bool:
        """Return whether the weights are no numbers, or far too long."""
        return not float(np.linalg.norm(self.mean)) <= LONGEST * math.sqrt(len(self.mean))


class VectorPassing:
    """Vector message passing on some rows, whose directions are computed once."""

    def __init__(self, x: np.ndarray) -> None:
        """Take inputs divided by sqrt(N), one row for each example."""
        self.x = x
        _, sizes, self.directions = np.linalg.svd(np.linalg.qr(x, mode="r"), full_matrices=False)
        self.squares = sizes * sizes

    def __call__(
        self,
        labels: np.ndarray,
        prior: Prior,
        noise: Noise,
        *,
        intercept: bool = False,
        sweeps: int = 1000,
        tolerance: float = 1e-6,
        new: float = NEW,
        patience: float = math.inf,
    ) -> VectorMessages:
        """Learn from all examples at once; parameters as of `rosenblatt.batch.message_passing.message_passing`."""
        n, rows = self.x.shape[1], len(labels)
        fields = Told(np.zeros(rows), rows / max(float(self.squares.sum()), LEAST))
        state = State(Told(np.zeros(n), LEAST), fields, None, None, np.zeros(n), np.ones(n), noise.first, 0.0)
        path, change, calm = [], math.inf, Calm(patience)
        while len(path) < sweeps and change > tolerance and calm.is_worth_going_on(change):
            before, state = state, self._sweep(state, labels, prior, noise, new if path else 1.0, intercept)
            if state.is_lost():
                return self._messages(before, labels, noise, path, math.inf, False)
            path.append(float(state.variance.mean()))
            change = state.change(before, noise)
        return self._messages(state, labels, noise, path, change, change <= tolerance)

    def _sweep(
        self, now: State, labels: np.ndarray, prior: Prior, noise: Noise, share: float, intercept: bool
    ) -> State:
        seen, lam, omega = noise.seen(labels, now.channel), 1.0 / now.fields.precision, now.fields.mean
        found, taken = response(now.channel, seen, omega + now.intercept, math.sqrt(lam))
        kept = min(max(1.0 - lam * float(taken.mean()), SEEN), 1.0 - SEEN)
        by_labels = now.fields.rest(omega + lam * found, lam * kept).damped(now.by_labels, share)  # vector-passing.1
        mean, variance = prior.posterior(now.weights.natural, now.weights.precision)
        by_weights = now.weights.rest(mean, float(variance.mean())).damped(now.by_weights, share)  # vector-passing.2
        shares = 1.0 / (by_weights.precision + by_labels.precision * self.squares)  # vector-passing.3, from here on
        unseen = len(mean) - len(shares)
        force = by_weights.natural + self.x.T @ by_labels.natural
        along = self.directions @ force
        w = self.directions.T @ (shares * along)
        if unseen:
            w += (force - self.directions.T @ along) / by_weights.precision
        spread = (float(shares.sum()) + unseen / by_weights.precision) / len(mean)
        weights = by_weights.rest(w, spread)
        fields = by_labels.rest(self.x @ w, float(self.squares @ shares) / len(labels))
        fields = fields.vaguer(1.0 / least_variance(now.channel, len(labels)))
        channel = noise.better(now.channel, seen, omega + now.intercept, lam, share)
        b = better_intercept(now.intercept, found, taken, math.sqrt(lam), share) if intercept else 0.0
        return State(weights, fields, by_weights, by_labels, mean, variance, channel, b)

    def _messages(
        self, state: State, labels: np.ndarray, noise: Noise, path: list[float], change: float, converged: bool
    ) -> VectorMessages:
        omega, precision = state.fields.mean + state.intercept, state.fields.precision
        told = log_likelihood(state.channel, noise.seen(labels, state.channel), omega, 1.0 / math.sqrt(precision))
        rest, by_labels = (0.0 if one is None else one.precision for one in (state.by_weights, state.by_labels))
        return VectorMessages(
            mean=state.mean,
            variance=state.variance,
            fields=omega,
            intercept=state.intercept,
            channel=state.channel,
            evidence=float(told.mean()) if math.isfinite(change) else -math.inf,
            path=tuple(path),
            sweeps=len(path),
            change=change,
            converged=converged,
            directions=self.directions,
            shares=1.0 / (rest + by_labels * self.squares),
            rest=1.0 / rest,
        )
