"""The law of a mean in powers of 1/N, fitted to means of several sizes, and whether it fits.

size-law.1   x(N) = c0 + c1/N + c2/N^2,   weighted least squares, weights 1/sem^2
size-law.2   chi^2 = sum of ((mean - x(N))/sem)^2, as many degrees of freedom as sizes less coefficients
size-law.3   deviation of a size = (mean - x(N)) over its standard error, sem^2 less the variance of x(N)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

ROUNDING = 1e-14  # of a mean: it cannot have a smaller standard error


@dataclass(frozen=True)
class SizeLaw:
    """Coefficients of 1, 1/N, 1/N^2, their covariance, and how well they fit.

    ``chi_square`` has ``freedom`` degrees of freedom; ``p_value`` is the probability of a larger one, NaN if there is
    no freedom. ``deviations`` are those of each size, in standard errors.
    """

    coefficients: np.ndarray
    covariance: np.ndarray
    chi_square: float
    freedom: int
    deviations: np.ndarray

    @property
    def p_value(self) -> float:
        """The probability of such a chi-square or a larger one, if the law holds."""
        return float(stats.chi2.sf(self.chi_square, self.freedom)) if self.freedom else math.nan

    @property
    def errors(self) -> np.ndarray:
        """The standard errors of the coefficients."""
        return np.sqrt(np.diag(self.covariance))

    def at(self, sizes: np.ndarray) -> np.ndarray:
        """Return the law at some sizes."""
        return powers(sizes, len(self.coefficients)) @ self.coefficients


def powers(sizes: np.ndarray, terms: int) -> np.ndarray:
    """Return 1, 1/N, 1/N^2, ... of each size, as many as there are terms."""
    return (1.0 / np.asarray(sizes, dtype=float))[:, None] ** np.arange(terms)


def fit_size_law(sizes: np.ndarray, means: np.ndarray, sems: np.ndarray, order: int) -> SizeLaw:
    """Fit a law up to 1/N^order; there must be more sizes than that.

    >>> law = fit_size_law(np.array([10, 20, 40]), np.array([1.1, 1.05, 1.025]), np.full(3, 1e-3), 1)
    >>> law.coefficients.round(6).tolist(), law.chi_square < 1e-12
    ([1.0, 1.0], True)
    """
    sems = np.maximum(sems, ROUNDING * np.maximum(np.abs(means), 1.0))
    design = powers(sizes, order + 1)
    scale = np.abs(design).max(axis=0)  # columns of one size, so that no digits are lost
    left, singular, right = np.linalg.svd(design / scale / sems[:, None], full_matrices=False)
    inverse = (right.T / singular) @ left.T
    coefficients = inverse @ (means / sems) / scale
    covariance = inverse @ inverse.T / np.outer(scale, scale)
    residuals = (means - design @ coefficients) / sems
    kept = 1.0 - np.einsum("ij,ij->i", left, left)  # of the variance of a mean, by its residual
    bare = kept > 1e-9  # a size without which the law is not determined is met exactly
    deviations = np.where(bare, residuals / np.sqrt(np.where(bare, kept, 1.0)), np.nan)
    chi_square = float(residuals @ residuals)
    return SizeLaw(coefficients, covariance, chi_square, len(sizes) - order - 1, deviations)


def simplest_law(sizes: np.ndarray, means: np.ndarray, sems: np.ndarray, rarest: float = 0.01) -> SizeLaw:
    """Return the law up to 1/N if it fits, else that up to 1/N^2, if there are sizes enough to judge it."""
    law = fit_size_law(sizes, means, sems, 1)
    if len(sizes) >= 4 and law.p_value < rarest:
        return fit_size_law(sizes, means, sems, 2)
    return law
