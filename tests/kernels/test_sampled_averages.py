"""Averages over a sample of teacher's fields, against plain sums."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.sampled_averages import sampled_averages_kernel
from tests.helpers import by_name

MARGIN = rb.rule(lambda label, field, width=0.5: label if label * field <= width else 0.0, name="margin")()


@pytest.mark.parametrize("rule", [rb.Rosenblatt(), MARGIN], ids=by_name)
def test_the_average_is_that_of_a_fine_grid(rule):
    fields, labels, weights = np.array([-1.3, 0.4, 2.0]), np.array([-1.0, 1.0, 1.0]), np.array([0.2, 0.5, 0.3])
    result = np.empty(3)
    kinks = np.array(rule.kink_fields(), dtype=float)
    sampled_averages_kernel(rule)(0.6, 0.9, 1.0, fields, labels, weights, kinks, rule.own, result)
    c = np.linspace(-8.0, 8.0, 160_001)
    density = np.exp(-0.5 * c * c) / np.exp(-0.5 * c * c).sum()
    expected = np.zeros(3)
    for b, label, weight in zip(fields, labels, weights, strict=True):
        h = 0.6 * b + 0.9 * c
        strength = np.where(label * h <= (0.0 if rule.name == "rosenblatt" else 0.5), label, 0.0)
        expected += weight * np.array([strength @ density * b, (strength * c) @ density, strength**2 @ density])
    assert result == pytest.approx(expected, abs=1e-4)
