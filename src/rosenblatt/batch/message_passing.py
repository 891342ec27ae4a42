r"""Approximate message passing: offline Bayesian learning for any prior and any channel (Rangan 2011).

X = S/sqrt(N), one row for each example, of independent features; f and v are the mean and the variance of a weight
under p(w) exp(r w - A w^2/2) (`rosenblatt.scenario.priors`), x and G what a label says of its field
(`rosenblatt.scenario.channels.responses`). One sweep:

    message-passing.1   lambda = mean of v,   omega = X m - lambda x + b           (the cavity fields, SW 4.11)
    message-passing.2   x <- x(omega, lambda)
    message-passing.3   A <- (1/N) sum_mu G_mu,  which is above 0 for many examples
    message-passing.4   r = X^T x + A m,   m <- f(r, A),   v <- v(r, A)

x, A, m and v are damped, but not in the first sweep. What is not known of the channel is estimated by evidence, sweep
by sweep, and so is an intercept b, if there is to be one:

    message-passing.5   kappa <- < kappa Phi(-u)/(kappa Phi(-u) + (1 - kappa) Phi(u)) >,  u = tau omega/sqrt(lambda)
    message-passing.6   s^2 <- < (s^2 (tau - omega)/(lambda + s^2))^2 > + lambda s^2/(lambda + s^2)
    message-passing.7   b <- b + sum x/sum G,  a step of Newton's, of sqrt(lambda) at most: farther off G is another

Where labels are signs and nearly all is known, only examples within some sqrt(lambda) of the plane still tell anything:
without any, A would be 0 and all be forgotten, and of a few the one that does not fit decides. What P examples tell of
the scale of features is off by 1/sqrt(P) too. So

    message-passing.8   lambda >= 2/P for P examples

For many independent features a sweep without damping is one step of `rosenblatt.theory.state_evolution`, whatever the
prior and the channel. For correlated ones the iteration may not converge, or converge to something else.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from rosenblatt import gaussian
from rosenblatt.scenario.channels import Channel, Flips, GaussianNoise, SignChannel
from rosenblatt.scenario.channels.responses import log_likelihood, response
from rosenblatt.scenario.priors import Prior

NEW = 0.7  # the share of the new value in a damped one
DAMPINGS = (NEW, 0.3, 0.1)  # such shares, tried in turn until one converges
LEAST = 1e-8  # of lambda
LEAST_NOISE, MOST_NOISE = 1e-4, 0.49
LEAST_VARIANCE, MOST_VARIANCE = 1e-6, 1e6  # of noise that is estimated, in units of what the weights explain
LONGEST = 1e6  # of m, in units of a teacher's length: what is longer has diverged
FARTHEST = 10.0  # of an intercept, in units of the fields


@dataclass(frozen=True)
class Noise(ABC):
    """What is known of a channel, and how the rest is estimated."""

    @property
    @abstractmethod
    def first(self) -> Channel:
        """The channel to begin with."""

    def better(self, channel: Channel, labels: np.ndarray, known: np.ndarray, variance: float, share: float) -> Channel:
        """Return the channel after a sweep, of which ``share`` is new."""
        return channel

    def seen(self, labels: np.ndarray, channel: Channel) -> np.ndarray:
        """Return the labels in units in which the weights have mean square 1."""
        return labels

    def change(self, before: Channel, after: Channel) -> float:
        """Return by how much an estimate has changed."""
        return 0.0


@dataclass(frozen=True)
class Known(Noise):
    """A channel that is known."""

    channel: Channel

    @property
    def first(self) -> Channel:
        """The channel."""
        return self.channel


class Estimated(Noise):
    """A channel with one number that is not known."""

    def change(self, before: Channel, after: Channel) -> float:
        """Return the change of that number."""
        return abs(after.level - before.level)


@dataclass(frozen=True)
class UnknownFlips(Estimated):
    """Flips of a share that is not known.  (message-passing.5)"""

    @property
    def first(self) -> Flips:
        """One label in twenty is flipped."""
        return Flips(0.05)

    def better(self, channel: Channel, labels: np.ndarray, known: np.ndarray, variance: float, share: float) -> Flips:
        """Return the flips that the cavities expect."""
        found = flipped(labels * known / math.sqrt(variance), channel.level)
        return Flips(damped(channel.level, found, share))


@dataclass(frozen=True)
class UnknownVariance(Estimated):
    """Numbers with noise of unknown variance; labels have variance 1, of which the weights explain 1/(1 + s^2).

    (message-passing.6)
    """

    @property
    def first(self) -> GaussianNoise:
        """As much noise as is explained."""
        return GaussianNoise(1.0)

    def better(
        self, channel: Channel, labels: np.ndarray, known: np.ndarray, variance: float, share: float
    ) -> GaussianNoise:
        """Return the noise that the cavities expect."""
        part = channel.level / (variance + channel.level)
        found = float(np.mean((part * (labels - known)) ** 2)) + variance * part
        return GaussianNoise(damped(channel.level, min(max(found, LEAST_VARIANCE), MOST_VARIANCE), share))

    def seen(self, labels: np.ndarray, channel: Channel) -> np.ndarray:
        """Return the labels in units of what the weights explain."""
        return labels * math.sqrt(1.0 + channel.level)


@dataclass(frozen=True)
class Messages:
    """What has been learnt.

    Attributes
    ----------
    mean, variance : of each weight.
    fields, intercept : the cavity fields of the examples, with the intercept in them.
    channel : given or estimated.
    evidence : the mean logarithm of the probability of a label, in its cavity.
    path : after each sweep, what is left of a weight's variance on average: the 1 - q of state evolution.
    sweeps, change, converged : how the iteration went: ``change`` is that of the last sweep, relative.
    """

    mean: np.ndarray
    variance: np.ndarray
    fields: np.ndarray
    intercept: float
    channel: Channel
    evidence: float
    path: tuple[float, ...]
    sweeps: int
    change: float
    converged: bool

    def spread(self, x: np.ndarray) -> np.ndarray:
        """Return the deviation of the field of each row, of weights that are independent."""
        return np.sqrt(np.square(x) @ self.variance)


class Calm:
    """Notices that an iteration runs in circles.

    >>> calm = Calm(2)
    >>> [calm.is_worth_going_on(change) for change in (1.0, 0.5, 0.7, 0.6)]
    [True, True, True, False]
    """

    def __init__(self, patience: float) -> None:
        """Take for how many sweeps no change may be less than the least before."""
        self._patience, self._least, self._since = patience, math.inf, 0

    def is_worth_going_on(self, change: float) -> bool:
        """Return whether there was progress of late, after a sweep's change."""
        self._since = 0 if change < self._least else self._since + 1
        self._least = min(change, self._least)
        return self._since < self._patience


def message_passing(
    x: np.ndarray,
    labels: np.ndarray,
    prior: Prior,
    noise: Noise,
    *,
    intercept: bool = False,
    sweeps: int = 1000,
    tolerance: float = 1e-6,
    new: float = NEW,
    patience: float = math.inf,
) -> Messages:
    """Learn from all examples at once.

    Parameters
    ----------
    x : inputs divided by sqrt(N), one row for each example.
    labels : signs, or numbers, as the channel has them.
    prior, noise : the law of a weight, and what is known of the channel.
    intercept : whether to estimate one.
    sweeps, tolerance : stop after so many sweeps, or when nothing changes by more than ``tolerance``, relative.
    new : the share of the new values after a sweep; less is slower and converges on harder data.
    patience : give up after so many sweeps of which none changed less than the least change before them.
    """
    n, channel, b = x.shape[1], noise.first, 0.0
    m, v, left, effect, a = np.zeros(n), 1.0, np.ones(n), np.zeros(len(labels)), 0.0
    omega, change, share = np.zeros(len(labels)), math.inf, 1.0
    path: list[float] = []
    least = least_variance(channel, len(labels))
    calm = Calm(patience)
    while len(path) < sweeps and change > tolerance and calm.is_worth_going_on(change):
        lam = max(v, least)
        omega = x @ m - lam * effect + b  # message-passing.1
        seen = noise.seen(labels, channel)
        found, taken = response(channel, seen, omega, math.sqrt(lam))
        old = m
        effect = damped(effect, found, share)  # message-passing.2
        a = damped(a, max(float(taken.sum()) / n, 0.0), share)  # message-passing.3
        mean, left = prior.posterior(x.T @ effect + a * m, a)  # message-passing.4
        m, v = damped(m, mean, share), damped(v, float(left.mean()), share)
        size = float(np.linalg.norm(m))
        change = float(np.linalg.norm(m - old)) / max(size, 1e-300)
        before, channel = channel, noise.better(channel, seen, omega, lam, share)
        change = max(change, noise.change(before, channel))
        if intercept:
            b, last = better_intercept(b, found, taken, math.sqrt(lam), share), b
            change = max(change, abs(b - last))
        if not (change < math.inf and size <= LONGEST * math.sqrt(n)):
            return Messages(old, left, omega, b, before, -math.inf, tuple(path), len(path), math.inf, False)
        path.append(v)
        share = new
    told = log_likelihood(channel, noise.seen(labels, channel), omega, math.sqrt(max(v, least)))
    return Messages(m, left, omega, b, channel, float(told.mean()), tuple(path), len(path), change, change <= tolerance)


def least_variance(channel: Channel, examples: int) -> float:
    """Return how small the variance of a cavity field may become.  (message-passing.8)"""
    return max(LEAST, 2.0 / examples) if isinstance(channel, SignChannel) else LEAST


def better_intercept(b: float, found: np.ndarray, taken: np.ndarray, longest: float, share: float) -> float:
    """Return the intercept after a step of Newton's, by x and G of the labels.  (message-passing.7)"""
    step = share * NEW * float(found.sum()) / max(float(taken.sum()), 1e-300)
    return min(max(b + min(max(step, -longest), longest), -FARTHEST), FARTHEST)


def flipped(u: np.ndarray, noise: float) -> float:
    """Return the share of labels that are flipped, given where the fields are.  (message-passing.5)"""
    wrong, right = noise * gaussian.cdf(-u), (1.0 - noise) * gaussian.cdf(u)
    return float(np.clip(np.mean(wrong / (wrong + right)), LEAST_NOISE, MOST_NOISE))


def damped(old, value, share: float):
    """Return a value of which ``share`` is new."""
    return value if share == 1.0 else share * value + (1.0 - share) * old
