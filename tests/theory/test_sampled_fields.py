"""Averages where the teacher's field has the law of a sample."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.hebbian import averages_of
from rosenblatt.theory.sampled_fields import averages_on_sample, binned, error_on_sample


def test_points_keep_the_mean_and_the_variance_of_each_label(random):
    fields, labels = random.exponential(size=1000), np.where(random.random(1000) < 0.2, 1.0, -1.0)
    points, said, weights = binned(fields, labels)
    for label in (-1.0, 1.0):
        for power in (0, 1, 2):
            assert weights[said == label] @ points[said == label] ** power == pytest.approx(
                np.mean((labels == label) * fields**power)
            )


@pytest.mark.parametrize("rule", [rb.Hebb(), rb.Rosenblatt()], ids=str)
def test_a_normal_sample_has_the_averages_of_a_normal_field(rule):
    from scipy.special import ndtri

    fields = ndtri((np.arange(20_000) + 0.5) / 20_000)
    sampled = averages_on_sample(rule, fields, np.sign(fields))(0.7, 0.9, 1.0)
    assert sampled == pytest.approx(averages_of(rule, rb.Scenario())(0.7, 0.9, 1.0), abs=2e-3)


def test_the_error_is_that_of_plain_draws(random):
    fields = random.exponential(size=400_000) - 1.0
    labels = np.where(random.random(400_000) < 0.3, -1.0, 1.0) * np.sign(fields)
    wrong = (0.7 * fields + 0.4 * random.standard_normal(400_000)) * labels <= 0.0
    assert error_on_sample(0.7, 0.4, fields, labels) == pytest.approx(wrong.mean(), abs=4e-3)
