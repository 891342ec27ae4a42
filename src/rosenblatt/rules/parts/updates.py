r"""When and how what examples say reaches the weights: after each of them, in batches, or through a velocity.

What one example adds is F S/sqrt(N) in each case; Omega is the rule's weight decay.

    updates.1   each example:     J <- (1 - Omega/N) J + F S/sqrt(N)
    updates.2   batches of mu N:  J <- (1 - mu Omega) J + the sum of F S/sqrt(N) over the batch,  all fields those of
                the old J; F takes alpha at the end of the batch and Q of the old J
    updates.3   momentum:         V <- (1 - Gamma/N) V + F S/sqrt(N),   J <- (1 - Omega/N) J + (eps/N) V
    updates.4   fixed momentum:   V <- beta V + F S/sqrt(N),            J <- (1 - Omega/N) J + eps V

V starts at 0. What is followed of it is R_v = V.B/N, X = J.V/N and W = V.V/N, in columns ``VELOCITY``. A normalised
student is brought back to Q = 1 after each of these steps of J; V is left as it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks

VELOCITY = ("r_v", "x_v", "w_v")

LARGEST = 1e12  # of a damping or a rate of momentum: beyond it a velocity forgets or moves all at once


class Update(ABC):
    """How examples reach the weights. ``str`` says what differs from learning each of them at once."""

    @abstractmethod
    def __str__(self) -> str: ...

    def whole(self, examples: np.ndarray, n: int) -> np.ndarray:
        """Return the numbers of examples, of ``n`` weights, after which the weights are those of a finished step."""
        return examples


@dataclass(frozen=True)
class EachExample(Update):
    """Each example is learnt before the next is seen.  (updates.1)"""

    def __str__(self) -> str:
        return ""


EACH_EXAMPLE = EachExample()


@dataclass(frozen=True)
class Batches(Update):
    """Batches of ``size`` N examples, summed.  (updates.2)"""

    size: float

    def __post_init__(self) -> None:
        checks.positive("batch", self.size, "It is the number of examples in a batch per weight, such as 0.5.")

    def __str__(self) -> str:
        return f"batches of {self.size:g} N"

    def count(self, alpha: np.ndarray) -> np.ndarray:
        """Return the whole numbers of batches that are nearest to ``alpha``, none of them 0."""
        batches = np.rint(alpha / self.size)
        if batches.max() > checks.MOST_EXAMPLES:
            raise ValueError(f"alpha must be at most {checks.MOST_EXAMPLES:g} batches; got {alpha.max():g}. Take less.")
        self._check(alpha, batches)
        return batches.astype(np.int64)

    def examples(self, n: int) -> int:
        """Return how many examples a batch has for ``n`` weights.

        >>> Batches(0.5).examples(101)
        50
        """
        examples = round(self.size * n)
        if examples < 1:
            raise ValueError(
                f"batch must be at least one example, 1/n = {1.0 / n:.3g}; got {self.size!r}. "
                "Leave it out: each example is then learnt at once."
            )
        return examples

    def whole(self, examples: np.ndarray, n: int) -> np.ndarray:
        """Return the numbers of examples in the nearest whole batches."""
        each = self.examples(n)
        batches = np.rint(examples / each)
        self._check(examples / n, batches)
        return each * batches.astype(np.int64)

    def check_decay(self, weight_decay: float) -> None:
        """Raise if the weight decay of a batch leaves nothing of a weight."""
        if self.size * weight_decay >= 1.0:
            raise ValueError(
                f"weight_decay must be below 1/batch = {1.0 / self.size:.4g}; got {weight_decay:g}. "
                "A student that forgets everything at each batch learns nothing: take smaller batches."
            )

    def _check(self, alpha: np.ndarray, batches: np.ndarray) -> None:
        early = alpha[(alpha > 0.0) & (batches == 0.0)]
        if len(early):
            raise ValueError(
                f"alpha must be 0 or above half a batch, {0.5 * self.size:g}, for it is rounded to whole batches; "
                f"got {float(early.min())!r}. Take a larger alpha or smaller batches."
            )


class WithVelocity(Update):
    """Examples reach a velocity V, and V the weights."""

    @abstractmethod
    def kept(self, n: int) -> float:
        """Return the part of V that is left after an example."""

    @abstractmethod
    def step(self, n: int) -> float:
        """Return the part of V that is added to the weights after each example."""


@dataclass(frozen=True)
class Momentum(WithVelocity):
    """Momentum that lasts for N/``gamma`` examples.  (updates.3)

    Parameters
    ----------
    gamma : the damping Gamma; 0 never forgets.
    rate : eps, with which the velocity moves the weights.

    >>> Momentum(gamma=2.0, rate=2.0)
    Momentum(gamma=2.0, rate=2.0)
    """

    gamma: float
    rate: float

    def __post_init__(self) -> None:
        gamma = checks.not_negative("gamma", self.gamma, "A velocity that grows by itself never settles.")
        rate = checks.positive("rate", self.rate, "A velocity that does not move the weights teaches them nothing.")
        if max(gamma, rate) > LARGEST:
            raise ValueError(f"gamma and rate must be at most {LARGEST:g}; got {gamma:g} and {rate:g}. Take less.")

    def __str__(self) -> str:
        return f"momentum with gamma = {self.gamma:g}, rate = {self.rate:g}"

    def kept(self, n: int) -> float:
        """Return 1 - Gamma/N."""
        if self.gamma >= n:
            raise ValueError(
                f"gamma must be below n = {n}; got {self.gamma!r}. Nothing would be left of a velocity: leave out "
                "momentum, or take rb.FixedMomentum."
            )
        return 1.0 - self.gamma / n

    def step(self, n: int) -> float:
        """Return eps/N."""
        return self.rate / n


@dataclass(frozen=True)
class FixedMomentum(WithVelocity):
    """Momentum that lasts for 1/(1 - ``beta``) examples, however many weights there are.  (updates.4)

    >>> FixedMomentum(beta=0.75, rate=0.5).strength
    2.0
    """

    beta: float
    rate: float

    def __post_init__(self) -> None:
        checks.below_one("beta", self.beta, "It is the part of the velocity that is left after an example.")
        checks.positive("rate", self.rate, "A velocity that does not move the weights teaches them nothing.")

    def __str__(self) -> str:
        return f"momentum with beta = {self.beta:g}, rate = {self.rate:g}"

    @property
    def strength(self) -> float:
        """How much of each example reaches the weights in the end: eps/(1 - beta)."""
        return self.rate / (1.0 - self.beta)

    def kept(self, n: int) -> float:
        """Return beta."""
        return self.beta

    def step(self, n: int) -> float:
        """Return eps."""
        return self.rate


def chosen_update(batch: Any = None, momentum: Any = None) -> Update:
    """Return the update that two keywords of a simulation ask for.

    >>> chosen_update(batch=0.5), chosen_update()
    (Batches(size=0.5), EachExample())
    """
    if momentum is None:
        return EACH_EXAMPLE if batch is None else Batches(checks.number("batch", batch))
    if not isinstance(momentum, WithVelocity):
        raise TypeError(f"momentum must be an object such as rb.Momentum(gamma=2.0, rate=2.0); got {momentum!r}.")
    if batch is not None:
        raise ValueError(f"batch must be left out with momentum; got {batch!r} and {momentum}. Leave out one of them.")
    return momentum
