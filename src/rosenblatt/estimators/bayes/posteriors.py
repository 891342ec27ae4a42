"""Gaussian posteriors over weights, several that see the same rows: what members of labels and of numbers share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cholesky
from scipy.linalg.blas import dsymm  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt import checks
from rosenblatt.estimators.bayes.member_inputs import Rows, times
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.kernels.blas_threads import one_blas_thread

INTERCEPT = 10.0  # times the prior variance of the weights
LARGEST_MEAN, LARGEST_VARIANCE = 1e100, 1e200  # of saved members: their fields are numbers
LARGEST_PRIOR = 1e50  # or its inverse: what is learnt is finite
INDEFINITE = 1e-6  # parts of the prior variances: what rounding may make of a covariance that is nearly singular
BLOCK_FROM = 400  # inputs from which matrix products are faster than one row after the other


class Posteriors:
    """Posteriors N(m, C) with priors and drifts; the last input is the intercept's.

    Attributes
    ----------
    drifts, priors : shapes (members,), (members, inputs).
    means, spreads : (members, inputs), (members, inputs, inputs) or the diagonal of it.
    """

    drifts: np.ndarray
    priors: np.ndarray
    means: np.ndarray
    spreads: np.ndarray

    def check_covariances(self, name: str) -> None:
        """Raise if a full covariance is far from one: its factor is looked for in units of the prior deviations."""
        for k in range(len(self) if self.kind != "diagonal" else 0):
            for lower, here in self.tiles_of(k):
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

    def covariances_times(self, rows: np.ndarray) -> np.ndarray:
        """Return C s for each member and dense row s, (members, rows, inputs)."""
        if self.full:
            return np.stack([dsymm(1.0, spread.T, rows.T, lower=0).T for spread in self.spreads])
        return self.spreads[:, None] * rows

    @property
    def kind(self) -> str:
        """What is kept of a covariance."""
        return "full" if self.full else "diagonal"

    @property
    def full(self) -> bool:
        """Whether whole covariances are kept."""
        return self.spreads.ndim == 3

    def __len__(self) -> int:
        return len(self.drifts)

    def next_fields(self, x: Rows, offsets: Any = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Return mean and variance of the fields of rows that come next, (members, rows)."""
        keep = 1.0 - self.drifts[:, None]
        with one_blas_thread(x.size * self._products_an_input() if isinstance(x, np.ndarray) else 0.0):
            h = offsets + keep * times(x, self.means)
            variance = keep**2 * self._variances_of_fields(x) + (1.0 - keep**2) * times(x, self.priors, squared=True)
        return h, np.maximum(variance, 0.0)

    def at_inputs(self, source: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return priors, means and spreads for the inputs, but for the intercept's, at ``source``; -1 is a new one.

        A new input has been 0 in every row: its weight is as its prior says.
        """
        place = np.append(source, -1)  # the last input is the intercept's, and stays the last
        new = np.append(source < 0, False)
        priors, means = self.priors[:, place], np.where(new, 0.0, self.means[:, place])
        priors[:, new] = self.priors[:, :1]
        spreads = self._spreads_at(place, new, priors)
        return np.ascontiguousarray(priors), np.ascontiguousarray(means), np.ascontiguousarray(spreads)

    def _spreads_at(self, place: np.ndarray, new: np.ndarray, priors: np.ndarray) -> np.ndarray:
        """Return the spreads of the inputs at ``place``, and of new ones, which have these priors."""
        if not self.full:
            return np.where(new, priors, self.spreads[:, place])
        spreads = np.where(new[:, None] | new, 0.0, whole_of_lower(self.spreads)[:, place[:, None], place])
        spreads[:, new, new] = priors[:, new]
        return spreads

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


def room_for_inputs(posteriors: Posteriors, subproblems: int, memory: float) -> float:
    """Return how many inputs there may be, the intercept's left out, if full covariances are to fit into memory."""
    if not posteriors.full:
        return np.inf
    entries = memory / (np.dtype(float).itemsize * subproblems * len(posteriors))
    return max(posteriors.means.shape[1], np.floor(np.sqrt(entries))) - 1.0


def checked_prior(prior: Any) -> float:
    """Return a prior variance, of a size with which all that is learnt is finite."""
    variance = checks.positive("prior", prior, "It is a variance.")
    if not 1.0 / LARGEST_PRIOR <= variance <= LARGEST_PRIOR:
        raise ValueError(
            f"prior must be within a factor of {LARGEST_PRIOR:g} of 1; got {variance:g}. Give X in other units."
        )
    return variance
