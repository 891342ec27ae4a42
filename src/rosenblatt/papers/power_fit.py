"""A power law through measured points, with an interval for its exponent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats


@dataclass(frozen=True)
class PowerFit:
    """The law y = prefactor x^exponent, fitted; ``interval`` holds the exponent with 95 % confidence."""

    exponent: float
    interval: tuple[float, float]
    prefactor: float


def fit_power(x: Sequence[float], y: Sequence[float], sem: Sequence[float]) -> PowerFit:
    """Fit a power law through points with standard errors.

    If the points scatter more than their errors say, the interval is wider by as much.

    >>> fit = fit_power([1, 2, 4, 8], [3, 6, 12, 24], [0.1, 0.1, 0.1, 0.1])
    >>> round(fit.exponent, 9), round(fit.prefactor, 9)
    (1.0, 3.0)
    """
    if len(x) < 3:
        raise ValueError(f"x must have 3 points or more for a fit with an interval; got {len(x)}. Give more.")
    logs, values = np.log(np.asarray(x, dtype=float)), np.log(np.asarray(y, dtype=float))
    precision = (np.asarray(y, dtype=float) / np.asarray(sem, dtype=float)) ** 2
    design = np.stack([logs, np.ones(len(logs))], axis=1)
    covariance = np.linalg.inv(design.T @ (precision[:, None] * design))
    slope, height = covariance @ (design.T @ (precision * values))
    scatter = float((precision * (values - slope * logs - height) ** 2).sum()) / (len(logs) - 2)
    half = stats.norm.ppf(0.975) * math.sqrt(covariance[0, 0] * max(scatter, 1.0))
    return PowerFit(float(slope), (float(slope - half), float(slope + half)), math.exp(height))
