"""The expansion about the teacher against sums over fields, and against what is known of one unit."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.papers.kinouchi_caticha.graded_gradient import BEST_RATE, asymptotic_rate
from rosenblatt.papers.saad_solla import near_the_teacher
from rosenblatt.papers.saad_solla.near_the_teacher import annealed_floor, moment, noise_floor, rate_across, rate_along


def slope_of_fields(k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a grid of fields of k units, g' of each, and their law."""
    nodes = np.linspace(-8.0, 8.0, 41)
    y = np.stack([axis.ravel() for axis in np.meshgrid(*[nodes] * k, indexing="ij")])
    law = np.exp(-0.5 * (y**2).sum(axis=0))
    return y, math.sqrt(2.0 / math.pi) * np.exp(-0.5 * y**2), law / law.sum()


@pytest.mark.parametrize("k", [2, 3])
def test_maps_are_averages_over_fields(k):
    _, g, law = slope_of_fields(k)
    a = (law * g) @ g.T
    for column, d in enumerate((np.eye(k), 1.0 - np.eye(k))):
        drift, spread = a @ d + d @ a, (law * g * np.einsum("in,ij,jn->n", g, d, g)) @ g.T
        for exact, found in ((near_the_teacher.drift_across(k), drift), (near_the_teacher.spread_across(k), spread)):
            assert exact[:, column] == pytest.approx([found[0, 0], found[0, 1]], rel=1e-9)


def test_the_mode_along_the_teacher_is_an_average_over_fields():
    y, g, law = slope_of_fields(3)
    matrix = (law * g * y[0] ** 2) @ g.T
    assert rate_along(3, 0.7) == pytest.approx(0.7 * np.linalg.eigvalsh(matrix).min(), rel=1e-9)
    assert moment(3) == pytest.approx((law * g[0] ** 3).sum(), rel=1e-9)


@pytest.mark.parametrize("eta", [0.5, BEST_RATE, 3.5])
def test_one_unit_ends_as_the_graded_perceptron(eta):
    assert min(rate_across(1, eta), 2.0 * rate_along(1, eta)) == pytest.approx(asymptotic_rate(eta), rel=1e-12)


@pytest.mark.parametrize("k", [1, 2, 5])
def test_floors_of_slow_students(k):
    assert noise_floor(k, 1e-5) / 1e-5 == pytest.approx(k / (2.0 * math.pi * math.sqrt(3.0)), rel=1e-3)
    assert annealed_floor(k, 1e6) / 1e6 == pytest.approx(k / (4.0 / moment(2)), rel=1e-3)
