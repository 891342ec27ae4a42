r"""Mixtures of Student's t, one for each row: means, deviations, densities, and quantiles by a bracketing search.

student.1   variance of a component = scale^2 freedom/(freedom - 2)
student.2   the quantile p of a mixture lies between the smallest and the largest p-quantile of its components;
            within this bracket Newton's steps are taken, and halvings where a step would leave it
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import gammaln, logsumexp, stdtr, stdtrit

NEGLIGIBLE = 1e-16  # weights that are left out of quantiles: they are less than the rounding of a probability
MOST_STEPS = 200
ROUNDING = 4.0 * np.finfo(float).eps


@dataclass(frozen=True)
class StudentMixture:
    """The components of each row: their weights, centres, scales and degrees of freedom, (components, rows)."""

    weights: np.ndarray
    centres: np.ndarray
    scales: np.ndarray
    freedoms: np.ndarray

    @classmethod
    def together(cls, parts: list[StudentMixture]) -> StudentMixture:
        """Return the mixtures of the rows of several, one after the other."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts], axis=1) for name in vars(parts[0])))

    def moved(self, unit: float, centre: float) -> StudentMixture:
        """Return the mixture of ``unit`` times the number plus ``centre``."""
        return StudentMixture(self.weights, unit * self.centres + centre, unit * self.scales, self.freedoms)

    def mean(self) -> np.ndarray:
        """Return the mean of each row."""
        return (self.weights * self.centres).sum(axis=0)

    def deviation(self) -> np.ndarray:
        """Return the standard deviation of each row.  (student.1)"""
        inside = self.scales**2 * self.freedoms / (self.freedoms - 2.0)
        return np.sqrt((self.weights * (inside + (self.centres - self.mean()) ** 2)).sum(axis=0))

    def cdf(self, y: np.ndarray) -> np.ndarray:
        """Return the probability of a number of at most y, in each row."""
        return (self.weights * stdtr(self.freedoms, (y - self.centres) / self.scales)).sum(axis=0)

    def density(self, y: np.ndarray) -> np.ndarray:
        """Return the density at y, in each row."""
        return self._density(y, self._log_norms())

    def log_density(self, y: np.ndarray) -> np.ndarray:
        """Return the logarithm of the density at y, in each row, however far out."""
        return np.asarray(logsumexp(self._log_densities(y, self._log_norms()), b=self.weights, axis=0))

    def _log_norms(self) -> np.ndarray:
        """Return the logarithms of the densities at the centres: slow functions, and the same for all y."""
        half = 0.5 * self.freedoms
        return gammaln(half + 0.5) - gammaln(half) - 0.5 * np.log(np.pi * self.freedoms) - np.log(self.scales)

    def _density(self, y: np.ndarray, log_norms: np.ndarray) -> np.ndarray:
        return (self.weights * np.exp(self._log_densities(y, log_norms))).sum(axis=0)

    def _log_densities(self, y: np.ndarray, log_norms: np.ndarray) -> np.ndarray:
        """Return the logarithms of the densities of the components."""
        fall = np.log1p(((y - self.centres) / self.scales) ** 2 / self.freedoms)
        return log_norms - 0.5 * (self.freedoms + 1.0) * fall

    def quantile(self, p: float) -> np.ndarray:
        """Return the number below which a part p lies, in each row.  (student.2)"""
        main = self._main()
        log_norms = main._log_norms()
        ends = main.centres + main.scales * stdtrit(main.freedoms, p)
        low, high, found = ends.min(axis=0), ends.max(axis=0), (main.weights * ends).sum(axis=0)
        rows, finest = np.arange(len(found)), main.scales.min(axis=0)
        for _ in range(MOST_STEPS):
            here, guess = main._of_rows(rows), found[rows]
            off = here.cdf(guess) - p
            low[rows] = np.where(off < 0.0, guess, low[rows])
            high[rows] = np.where(off > 0.0, guess, high[rows])
            with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # far out there is no density
                new = guess - off / here._density(guess, log_norms[:, rows])
            inside = (new > low[rows]) & (new < high[rows])
            new = np.where(inside, new, 0.5 * low[rows] + 0.5 * high[rows])
            found[rows] = np.where(off == 0.0, guess, new)
            rows = rows[(off != 0.0) & (np.abs(new - guess) > ROUNDING * np.maximum(np.abs(new), finest[rows]))]
            if not rows.size:
                break
        return found

    def _main(self) -> StudentMixture:
        """Return the components that matter in some row, with weights that sum to 1."""
        kept = (self.weights > NEGLIGIBLE).any(axis=1)
        weights = self.weights[kept] / self.weights[kept].sum(axis=0)
        return StudentMixture(weights, *(own[kept] for own in (self.centres, self.scales, self.freedoms)))

    def _of_rows(self, rows: Any) -> StudentMixture:
        return StudentMixture(*(own[:, rows] for own in vars(self).values()))
