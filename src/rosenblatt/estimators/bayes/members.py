"""Bayesian members of a bank: Gaussian posteriors that learn the same rows with other priors, drifts and noises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import product
from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cholesky
from scipy.linalg.blas import dsymm  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt import gaussian
from rosenblatt.estimators.bayes.member_inputs import Rows, times
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import ABOVE_ZERO, BELOW_HALF, BELOW_ONE, Damaged
from rosenblatt.kernels.bank.block_update import learn_by_blocks
from rosenblatt.kernels.bank.members import KAPPAS, Batch, Said, SparseBatch, Stack, learn_batch, member_of, said_by
from rosenblatt.kernels.blas_threads import one_blas_thread

INTERCEPT = 10.0  # times the prior variance of the weights
LARGEST_MEAN, LARGEST_VARIANCE = 1e100, 1e200  # of saved members: their fields are numbers
INDEFINITE = 1e-6  # parts of the prior variances: what rounding may make of a covariance that is nearly singular
BLOCK_FROM = 400  # inputs from which matrix products are faster than one row after the other

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
class Members:
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
        means, spreads, kappas = self.means.copy(), self.spreads.copy(), self.kappas.copy()
        return type(self)(self.drifts, self.priors, self.grid, means, spreads, kappas)

    def with_inputs(self, source: np.ndarray) -> Members:
        """Return members whose inputs, but for the intercept's, are those at ``source``; -1 is a new one.

        A new input has been 0 in every row: its weight is as its prior says.
        """
        place = np.append(source, -1)  # the last input is the intercept's, and stays the last
        new = np.append(source < 0, False)
        priors, means = self.priors[:, place], np.where(new, 0.0, self.means[:, place])
        priors[:, new] = self.priors[:, :1]
        spreads = self._spreads_at(place, new, priors)
        priors, means, spreads = (np.ascontiguousarray(own) for own in (priors, means, spreads))
        return type(self)(self.drifts, priors, self.grid, means, spreads, self.kappas.copy())

    def _spreads_at(self, place: np.ndarray, new: np.ndarray, priors: np.ndarray) -> np.ndarray:
        """Return the spreads of the inputs at ``place``, and of new ones, which have these priors."""
        if not self.full:
            return np.where(new, priors, self.spreads[:, place])
        spreads = np.where(new[:, None] | new, 0.0, whole_of_lower(self.spreads)[:, place[:, None], place])
        spreads[:, new, new] = priors[:, new]
        return spreads

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
            ("largest variances", own.variances().max(axis=1), ABOVE_ZERO, LARGEST_VARIANCE),
        ):
            model_file_checks.within(f"{name}.{key}", array, least, most)
        model_file_checks.shares(f"{name}.kappas", own.kappas)
        return own

    @classmethod
    def _spread_axes(cls, spreads: np.ndarray, inputs: int, *, full: bool) -> tuple[int, ...]:
        """Return the shape that the spreads of a member must have; ``spreads`` are what there is."""
        return (inputs, inputs) if full else (inputs,)

    def check_covariances(self, name: str) -> None:
        """Raise if a full covariance is far from one: its factor is looked for in units of the prior deviations."""
        pieces = (
            [(k, *piece) for k in range(len(self)) for piece in self.tiles_of(k)] if self.kind != "diagonal" else []
        )
        for k, lower, here in pieces:
            root = 1.0 / np.sqrt(self.priors[k, here])
            with np.errstate(over="ignore"):  # infinite is no covariance either
                scaled = root[:, None] * lower * root
            scaled[np.diag_indices(len(root))] += INDEFINITE
            try:
                with one_blas_thread(scaled.size * len(root)):
                    cholesky(scaled, lower=True, overwrite_a=True, check_finite=False)
            except LinAlgError:
                raise Damaged(f"{name}.spreads must be covariances; that of member {k} is indefinite") from None

    def tiles(self) -> list[slice]:
        """Return which inputs share a tile of a covariance that is no diagonal, tile by tile: all of them."""
        return [slice(0, self.means.shape[1])]

    def tiles_of(self, k: int) -> Iterator[tuple[np.ndarray, slice]]:
        """Yield the tiles of a member, of which the lower triangles count, and whose they are."""
        places = self.tiles()
        for tile, here in zip(self.spreads[k].reshape(len(places), *self.spreads.shape[-2:]), places, strict=True):
            size = here.stop - here.start
            yield tile[:size, :size], here

    def variances(self) -> np.ndarray:
        """Return the variances of the weights."""
        return np.diagonal(self.spreads, axis1=1, axis2=2) if self.full else self.spreads

    def mean_covariance(self, shares: np.ndarray) -> np.ndarray:
        """Return the mean covariance over the members; or the variances, if that is what they keep."""
        mean = np.tensordot(shares, self.spreads, axes=1)
        return whole_of_lower(mean) if self.full else mean

    @property
    def kind(self) -> str:
        """What is kept of a covariance."""
        return "full" if self.full else "diagonal"

    @property
    def full(self) -> bool:
        """Whether whole covariances are kept."""
        return self.spreads.ndim == 3

    @property
    def noises(self) -> np.ndarray:
        """The estimate of the noise of each member."""
        return (self.kappas * self.grid).sum(axis=1)

    def __len__(self) -> int:
        return len(self.drifts)

    def learn(self, x: Rows, labels: np.ndarray, weights: np.ndarray, offsets: Any = None) -> Predicted:
        """Predict some rows, each after the ones before it have been learnt."""
        said = Said(*np.empty((3, len(self), len(labels))))
        stack = Stack(self.drifts, self.priors, self.means, self.spreads, self.kappas, self.grid)
        rest = (np.zeros(len(labels)) if offsets is None else offsets, labels, weights)
        if not isinstance(x, np.ndarray):
            learn_batch(SparseBatch(*x, *rest), stack, said)
        elif self.full and x.shape[1] >= BLOCK_FROM:
            with one_blas_thread(x.size * x.shape[1]):
                for k in range(len(self)):
                    learn_by_blocks(Batch(x, *rest), member_of(stack, k), said_by(said, k))
        else:
            learn_batch(Batch(x, *rest), stack, said)
        return Predicted(*said)

    def predict(self, x: Rows, offsets: Any = 0.0) -> Predicted:
        """Return the fields of rows that come next, and what is known of the noise."""
        keep = 1.0 - self.drifts[:, None]
        dense = isinstance(x, np.ndarray)
        with one_blas_thread(x.size * self._products_an_input() if dense else 0.0):
            h = offsets + keep * times(x, self.means)
            variance = keep**2 * self._variances_of_fields(x) + (1.0 - keep**2) * times(x, self.priors, squared=True)
        fields = h / np.sqrt(1.0 + np.maximum(variance, 0.0))
        return Predicted(fields, np.broadcast_to(self.noises[:, None], fields.shape), gaussian.cdf(fields))

    def covariances_times(self, rows: np.ndarray) -> np.ndarray:
        """Return C s for each member and dense row s, (members, rows, inputs)."""
        if self.full:
            return np.stack([dsymm(1.0, spread.T, rows.T, lower=0).T for spread in self.spreads])
        return self.spreads[:, None] * rows

    def _products_an_input(self) -> int:
        """Return how many multiplications each input of a row takes."""
        return self.spreads.shape[-1] if self.full else len(self)

    def _variances_of_fields(self, x: Rows) -> np.ndarray:
        """Return the variances of the fields of rows, (members, rows), before the drift."""
        if self.full and isinstance(x, np.ndarray):
            return np.stack([np.einsum("ij,ji->i", x, dsymm(1.0, c.T, x.T, lower=0)) for c in self.spreads])
        return times(x, self.spreads, squared=True)


def whole_of_lower(lower: np.ndarray) -> np.ndarray:
    """Return covariances of which the lower triangles are given."""
    return np.tril(lower) + np.swapaxes(np.tril(lower, -1), -1, -2)
