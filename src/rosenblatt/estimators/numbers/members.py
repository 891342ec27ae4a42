"""Members of a bank of numbers: posteriors over weights and noise with other priors, drifts, forgetting and tails."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import product
from typing import Any

import numpy as np

from rosenblatt.estimators.bayes.member_inputs import Rows
from rosenblatt.estimators.bayes.posteriors import BLOCK_FROM, INTERCEPT, LARGEST_VARIANCE, Posteriors
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import ABOVE_ZERO, BELOW_HALF, BELOW_ONE, LEAST_VARIANCE
from rosenblatt.kernels.bank.block_update import learn_by_blocks
from rosenblatt.kernels.bank.members import Batch, SparseBatch
from rosenblatt.kernels.bank.numbers import (
    NumbersSaid,
    NumberStack,
    learn_numbers,
    number_block_kernel,
    number_member_of,
    numbers_said_by,
)

START = 3.0  # degrees of freedom of the noise before any row: of fewer a variance is infinite
START_NOISE = 0.3  # its variance then, in units of that of the targets
LARGEST_DEGREES = 1e30
LEAST_SQUARES = 1e-200  # in whatever units: noise is never quite nothing
MOST_FORGOTTEN = 1e-50  # of the noise between two moments at which it is looked at
MOST_TOGETHER = 1e9  # rows that are learnt in one go, or more, if hardly any noise is forgotten
LARGEST_WEIGHT = 1e60  # of a saved member: the squares of its errors are within what is saved of the noise

Noise = tuple[float, float]  # how fast the noise is forgotten, and its tail
Axes = tuple[tuple[float, ...], tuple[float, ...], tuple[Noise, ...]]  # prior variances, drifts and noises


@dataclass(frozen=True)
class KnownOfNumbers:
    """The drift and the prior variance of a weight, in units of the noise, where they are known."""

    drift: float | None = None
    prior: float | None = None

    @property
    def alone(self) -> bool:
        """Whether one member is all there can be."""
        return self.drift is not None and self.prior is not None

    def table(self, axes: Axes) -> np.ndarray:
        """Return prior, drift, forgetting and tail of each member."""
        if self.drift is not None and self.prior is not None:  # the noise is forgotten as the weights are
            return np.array([[self.prior, self.drift, self.drift * (2.0 - self.drift), 0.0]])
        rows = []
        for prior, drift, noise in product(*axes):
            known = (prior if self.prior is None else self.prior, drift if self.drift is None else self.drift)
            rows.append((*known, *noise))
        return np.array(list(dict.fromkeys(rows)))


@dataclass
class NumberMembers(Posteriors):
    """Members of one kind; see `rosenblatt.kernels.bank.numbers`.

    Attributes
    ----------
    drifts, priors, means, spreads : those of `Posteriors`, in units of the noise.
    starts, forgettings, tails : of the noise, by member.
    degrees, squares : what is known of the noise, (members, 1).
    """

    drifts: np.ndarray
    priors: np.ndarray
    means: np.ndarray
    spreads: np.ndarray
    starts: np.ndarray
    forgettings: np.ndarray
    tails: np.ndarray
    degrees: np.ndarray
    squares: np.ndarray

    @classmethod
    def new(cls, table: np.ndarray, priors: np.ndarray, *, full: bool) -> NumberMembers:
        """Return members that have learnt nothing, with the drifts, forgettings and tails of a table."""
        starts = np.full(len(table), START)
        spreads = np.stack([np.diag(prior) for prior in priors]) if full else priors.copy()
        drifts, forgettings, tails = table[:, 1:].T.copy()
        noise = (starts, forgettings, tails, starts[:, None].copy(), START_NOISE * starts[:, None])
        return cls(drifts, priors, np.zeros_like(priors), spreads, *noise)

    @classmethod
    def of_table(cls, table: np.ndarray, inputs: int, *, full: bool) -> NumberMembers:
        """Return members with the priors of a table too (see `KnownOfNumbers`); the last input is the intercept's."""
        priors = np.repeat(table[:, :1], inputs, axis=1)
        priors[:, -1] *= INTERCEPT
        return cls.new(table, priors, full=full)

    def copy(self) -> NumberMembers:
        """Return members that learn on their own; what never changes is shared."""
        own = (self.starts, self.forgettings, self.tails, self.degrees.copy(), self.squares.copy())
        return NumberMembers(self.drifts, self.priors, self.means.copy(), self.spreads.copy(), *own)

    def is_like(self, other: NumberMembers) -> bool:
        """Whether the other members see the same, but for the statistics of features."""
        return True

    @property
    def nbytes(self) -> int:
        """The size of what is learnt, most of it covariances."""
        return self.spreads.nbytes

    @property
    def rows_to_come(self) -> float:
        """How many rows may be learnt in one go, after which they are seen in another way."""
        return np.inf

    def with_inputs(self, source: np.ndarray) -> NumberMembers:
        """Return members whose inputs, but for the intercept's, are those at ``source``; -1 is a new one."""
        own = (self.starts, self.forgettings, self.tails, self.degrees.copy(), self.squares.copy())
        priors, means, spreads = self.at_inputs(source)
        return NumberMembers(self.drifts, priors, means, spreads, *own)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return dict(vars(self))

    @classmethod
    def of_arrays(cls, name: str, arrays: dict[str, np.ndarray], inputs: int, *, full: bool) -> NumberMembers:
        """Return the members whose `arrays` these are, once they have been checked."""
        model_file_checks.check_keys(name, arrays, [field.name for field in fields(cls)])
        own = cls(**arrays)
        (count,) = model_file_checks.lengths(f"{name}.drifts", own.drifts, 1)
        for key, *axes in (
            *((key, count) for key in ("drifts", "starts", "forgettings", "tails")),
            *((key, count, 1) for key in ("degrees", "squares")),
            *((key, count, inputs) for key in ("priors", "means")),
            ("spreads", count, inputs, *([inputs] if full else [])),
        ):
            model_file_checks.shape(f"{name}.{key}", arrays[key], *axes)
        variances = np.diagonal(own.spreads, axis1=1, axis2=2) if full else own.spreads
        for key, array, least, most in (
            ("drifts", own.drifts, 0.0, BELOW_ONE),
            ("priors", own.priors, ABOVE_ZERO, LARGEST_VARIANCE),
            ("means", own.means, -LARGEST_WEIGHT, LARGEST_WEIGHT),
            ("spreads", own.spreads, -LARGEST_VARIANCE if full else ABOVE_ZERO, LARGEST_VARIANCE),
            ("largest variances", variances.max(axis=1), LEAST_VARIANCE, LARGEST_VARIANCE),
            ("starts", own.starts, START, START),
            ("forgettings", own.forgettings, 0.0, BELOW_ONE),
            ("tails", own.tails, 0.0, BELOW_HALF),
            ("degrees", own.degrees, START, LARGEST_DEGREES),
            ("squares", own.squares, ABOVE_ZERO, LARGEST_VARIANCE),
        ):
            model_file_checks.within(f"{name}.{key}", array, least, most)
        own.squares = np.maximum(own.squares, LEAST_SQUARES)
        return own

    @property
    def noises(self) -> np.ndarray:
        """The estimate of the variance of the noise of each member, heavy tails included."""
        return (self.squares / self.degrees)[:, 0] / (1.0 - 2.0 * self.tails)

    def in_units(self, ratio: float, shift: float, *, of_weights: float) -> None:
        """See targets in other units from now on, y' = ratio y + shift, if weights are to be multiplied alike.

        The last input stays 1: its weight takes the shift. The others are multiplied by ratio/``of_weights``.
        """
        self.means[:, :-1] *= of_weights
        self.means[:, -1] = ratio * self.means[:, -1] + shift
        self.squares[:] = np.maximum(ratio**2 * self.squares, LEAST_SQUARES)

    def learn(self, x: Rows, targets: np.ndarray, weights: np.ndarray, offsets: Any = None) -> NumbersSaid:
        """Predict some rows, each after the ones before it have been learnt."""
        said = NumbersSaid(*np.empty((4, len(self), len(targets))))
        stack = NumberStack(*(getattr(self, name) for name in NumberStack._fields))
        rest = (np.zeros(len(targets)) if offsets is None else offsets, targets, weights)
        if not isinstance(x, np.ndarray):
            learn_numbers(SparseBatch(*x, *rest), stack, said)
        elif self.full and x.shape[1] >= BLOCK_FROM:
            for k in range(len(self)):
                learn_by_blocks(
                    Batch(x, *rest), number_member_of(stack, k), numbers_said_by(said, k), number_block_kernel()
                )
        else:
            learn_numbers(Batch(x, *rest), stack, said)
        np.maximum(self.squares, LEAST_SQUARES, out=self.squares)
        return said

    @property
    def most_rows(self) -> float:
        """How many rows may be learnt in one go, at least: whatever they are, squares are then above 0 all the time."""
        fastest = max(float(self.forgettings.max()), 1.0 / MOST_TOGETHER)
        return max(1.0, np.log(MOST_FORGOTTEN) // np.log1p(-fastest))

    def predict(self, x: Rows, offsets: Any = 0.0) -> NumbersSaid:
        """Return what is said of rows that come next; there is no target, and no density."""
        centres, variance = self.next_fields(x, offsets)
        degrees = self.degrees - self.forgettings[:, None] * (self.degrees - self.starts[:, None])
        scales = np.sqrt(self.squares / self.degrees * (1.0 + variance))
        freedoms = 1.0 / np.maximum(1.0 / degrees, self.tails[:, None])
        return NumbersSaid(centres, scales, np.broadcast_to(freedoms, centres.shape), np.zeros_like(centres))
