r"""Averages over one example where the teacher's field has the law of a sample, and the rest of an input is normal.

sampled-fields.1   S = C B b/M^ + the rest, which is normal, of covariance C - C B B^T C/M^ and independent of b and
                   the label: the equations of `rosenblatt.theory.correlated_inputs` hold for any law of (b, label)
sampled-fields.2   error of a student with h = G b + s c:  < Phi(-label G b/s) >
sampled-fields.3   a sample is sorted, and cut into bins of equal mass by its label; two points with the mean and
                   the variance of a bin stand for it
"""

from __future__ import annotations

import numpy as np

from rosenblatt import gaussian
from rosenblatt.kernels.sampled_averages import sampled_averages_kernel
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.theory.length_and_angle import AveragesOf

BINS = 50  # for each label


def averages_on_sample(rule: HebbianRule, fields: np.ndarray, labels: np.ndarray) -> AveragesOf:
    """Return <F b>, <F c> and <F^2> at (G, s, alpha), for fields of mean square 1 and their labels.

    >>> from rosenblatt.rules.hebb import Hebb
    >>> fields = np.array([-1.0, -1.0, 1.0, 1.0])
    >>> averages_on_sample(Hebb(), fields, np.sign(fields))(0.0, 1.0, 1.0)[0].__round__(9)
    1.0
    """
    points, said, weights = binned(fields, labels)
    kernel, result = sampled_averages_kernel(rule), np.empty(3)

    def averages(along: float, across: float, alpha: float) -> Averages:
        kinks = np.array(rule.kink_fields(alpha, along * along + across * across), dtype=float)
        kernel(along, across, alpha, points, said, weights, kinks, rule.own, result)
        toward, aside, squared = result.tolist()
        return toward, aside, squared

    return averages


def binned(fields: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return points, their labels and their weights that stand for a sample.  (sampled-fields.3)"""
    points, said, weights = [], [], []
    for label in (-1.0, 1.0):
        mine = np.sort(fields[labels == label])
        for part in np.array_split(mine, min(BINS, max(len(mine), 1))):
            if len(part):
                points += [part.mean() - part.std(), part.mean() + part.std()]
                said += [label, label]
                weights += [0.5 * len(part) / len(fields)] * 2
    return np.array(points), np.array(said), np.array(weights)


def error_on_sample(along: float, across: float, fields: np.ndarray, labels: np.ndarray) -> float:
    """Return how often a student misses the label.  (sampled-fields.2)"""
    return float(np.mean(gaussian.cdf(-labels * along * fields / max(across, 1e-300))))
