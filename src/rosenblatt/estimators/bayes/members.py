"""Bayesian members of a bank: Gaussian posteriors that learn the same rows with other priors, drifts and noises."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import product
from typing import Any

import numpy as np

from rosenblatt import gaussian
from rosenblatt.estimators.bayes.member_inputs import Rows
from rosenblatt.estimators.bayes.posteriors import BLOCK_FROM, INTERCEPT, LARGEST_MEAN, LARGEST_VARIANCE, Posteriors
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import ABOVE_ZERO, BELOW_HALF, BELOW_ONE, LEAST_VARIANCE
from rosenblatt.kernels.bank.block_update import learn_by_blocks
from rosenblatt.kernels.bank.members import KAPPAS, Batch, Said, SparseBatch, Stack, learn_batch, member_of, said_by
from rosenblatt.kernels.bank.sparse_members import TOGETHER, learn_sparse_batch
from rosenblatt.kernels.blas_threads import one_blas_thread

Axes = tuple[tuple[float, ...], tuple[float, ...]]  # prior variances and drifts
NOBODY: Axes = ((), ())
Table = tuple[np.ndarray, np.ndarray]  # prior variance and drift of each member, and its grid of kappa


@dataclass(frozen=True)
class Known:
    """The drift, the noise and the prior variance of a weight, where they are known."""

    drift: float | None = None
    noise: float | None = None
    prior: float | None = None

    @property
    def alone(self) -> bool:
        """Whether one member is all there can be."""
        return self.drift is not None and self.prior is not None

    @property
    def noises(self) -> np.ndarray:
        """The grid of kappa for members that estimate the noise."""
        return KAPPAS if self.noise is None else np.array([self.noise])

    def table(self, estimating: Axes, assuming_none: Axes = NOBODY) -> Table:
        """Return prior and drift of each member, and its grid of kappa: only 0 for those that assume no noise."""
        rows = []
        for axes, certain in ((estimating, False), (assuming_none, self.noise is None)):
            for prior, drift in product(*axes):
                pair = (prior if self.prior is None else self.prior, drift if self.drift is None else self.drift)
                rows.append((*pair, *(np.zeros_like(self.noises) if certain else self.noises)))
        table = np.array(list(dict.fromkeys(rows)))
        return table[:, :2], np.ascontiguousarray(table[:, 2:])


@dataclass
class Predicted:
    """What members say of rows, (members, rows): fields in units of their spread, the share of flipped labels, and the
    probability of +1 without flips."""

    fields: np.ndarray
    noises: np.ndarray
    clean: np.ndarray

    @classmethod
    def together(cls, parts: list[Predicted]) -> Predicted:
        """Return what several kinds of members say."""
        if len(parts) == 1:
            return parts[0]
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in vars(parts[0])))

    def observed(self) -> np.ndarray:
        """Return the probability of +1 as it is observed."""
        return self.noises + (1.0 - 2.0 * self.noises) * self.clean


@dataclass
class Members(Posteriors):
    """Members of one kind for one binary subproblem: posteriors N(m, C) with priors, drifts, and weights of kappa.

    Attributes
    ----------
    drifts, priors, grid : of the members, shapes (members,), (members, inputs), and the grid of kappa of each.
    means, spreads, kappas : (members, inputs), (members, inputs, inputs) or the diagonal of it, (members, kappas).
    """

    drifts: np.ndarray
    priors: np.ndarray
    grid: np.ndarray
    means: np.ndarray
    spreads: np.ndarray
    kappas: np.ndarray

    @classmethod
    def new(cls, drifts: np.ndarray, priors: np.ndarray, grid: np.ndarray, *, full: bool) -> Members:
        """Return members that have learnt nothing."""
        spreads = np.stack([np.diag(prior) for prior in priors]) if full else priors.copy()
        return cls(drifts, priors, grid, np.zeros_like(priors), spreads, np.full(grid.shape, 1.0 / grid.shape[1]))

    @classmethod
    def of_table(cls, table: Table, inputs: int, *, full: bool) -> Members:
        """Return members with the priors and drifts of a table (see `Known`); the last input is the intercept's."""
        pairs, grid = table
        variances = np.repeat(pairs[:, :1], inputs, axis=1)
        variances[:, -1] *= INTERCEPT
        return cls.new(pairs[:, 1].copy(), variances, grid, full=full)

    def copy(self) -> Members:
        """Return members that learn on their own; what never changes is shared."""
        means, spreads, kappas = self.means.copy(order="K"), self.spreads.copy(order="K"), self.kappas.copy()
        return type(self)(self.drifts, self.priors, self.grid, means, spreads, kappas)

    @property
    def far(self) -> bool:
        """Whether the covariances lie on a device."""
        return False

    def near(self) -> Members:
        """Return the members on this machine: they may lie on a device, see `device_members`."""
        return self

    @property
    def nbytes(self) -> int:
        """The size of what is learnt, most of it covariances."""
        return self.spreads.nbytes

    def with_inputs(self, source: np.ndarray) -> Members:
        """Return members whose inputs, but for the intercept's, are those at ``source``; -1 is a new one."""
        priors, means, spreads = self.at_inputs(source)
        return type(self)(self.drifts, priors, self.grid, means, spreads, self.kappas.copy())

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return dict(vars(self))

    @classmethod
    def of_arrays(cls, name: str, arrays: dict[str, np.ndarray], inputs: int, *, full: bool) -> Members:
        """Return the members whose `arrays` these are, once they have been checked."""
        model_file_checks.check_keys(name, arrays, [field.name for field in fields(cls)])
        own = cls(**arrays)
        count, kappas = model_file_checks.lengths(f"{name}.grid", own.grid, 2)
        for key, *axes in (
            ("drifts", count),
            ("priors", count, inputs),
            ("grid", count, kappas),
            ("means", count, inputs),
            ("spreads", count, *cls._spread_axes(own.spreads, inputs, full=full)),
            ("kappas", count, kappas),
        ):
            model_file_checks.shape(f"{name}.{key}", arrays[key], *axes)
        for key, array, least, most in (
            ("drifts", own.drifts, 0.0, BELOW_ONE),
            ("priors", own.priors, ABOVE_ZERO, LARGEST_VARIANCE),
            ("grid", own.grid, 0.0, BELOW_HALF),
            ("means", own.means, -LARGEST_MEAN, LARGEST_MEAN),
            ("spreads", own.spreads, -LARGEST_VARIANCE if full else ABOVE_ZERO, LARGEST_VARIANCE),
            ("largest variances", own.variances().max(axis=1), LEAST_VARIANCE, LARGEST_VARIANCE),
        ):
            model_file_checks.within(f"{name}.{key}", array, least, most)
        model_file_checks.shares(f"{name}.kappas", own.kappas)
        return own

    @classmethod
    def _spread_axes(cls, spreads: np.ndarray, inputs: int, *, full: bool) -> tuple[int, ...]:
        """Return the shape that the spreads of a member must have; ``spreads`` are what there is."""
        return (inputs, inputs) if full else (inputs,)

    @property
    def noises(self) -> np.ndarray:
        """The estimate of the noise of each member."""
        return (self.kappas * self.grid).sum(axis=1)

    def learn(self, x: Rows, labels: np.ndarray, weights: np.ndarray, offsets: Any = None) -> Predicted:
        """Predict some rows, each after the ones before it have been learnt."""
        said = Said(*np.empty((3, len(self), len(labels))))
        stack = Stack(self.drifts, self.priors, self.means, self.spreads, self.kappas, self.grid)
        rest = (np.zeros(len(labels)) if offsets is None else offsets, labels, weights)
        if not isinstance(x, np.ndarray):
            self.lay_by_inputs()
            stack = stack._replace(means=self.means, spreads=self.spreads)
            learn_sparse_batch(SparseBatch(*x, *rest), stack, said)
        elif self.full and x.shape[1] >= BLOCK_FROM:
            with one_blas_thread(x.size * x.shape[1]):
                for k in range(len(self)):
                    learn_by_blocks(Batch(x, *rest), member_of(stack, k), said_by(said, k))
        else:
            learn_batch(Batch(x, *rest), stack, said)
        return Predicted(*said)

    def lay_by_inputs(self) -> None:
        """Put the numbers of one input side by side, where they are not yet: for who sees sparse rows."""
        assert len(self) <= TOGETHER
        self.means, self.spreads = np.asfortranarray(self.means), np.asfortranarray(self.spreads)

    def predict(self, x: Rows, offsets: Any = 0.0) -> Predicted:
        """Return the fields of rows that come next, and what is known of the noise."""
        h, variance = self.next_fields(x, offsets)
        fields = h / np.sqrt(1.0 + variance)
        return Predicted(fields, np.broadcast_to(self.noises[:, None], fields.shape), gaussian.cdf(fields))
