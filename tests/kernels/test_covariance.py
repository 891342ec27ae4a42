"""The compiled step with a covariance against its plain twin, number by number."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_covariance_rows
from rosenblatt.kernels.rows import fields_then_learn_rows, learn_rows
from tests.helpers.students import numbers


@pytest.mark.parametrize("intercept", [0, 1])
@pytest.mark.parametrize("scale", [None, 1.0])  # 1/sqrt(n), and data as they come
def test_compiled_equals_plain_with_sample_weights(intercept, scale, random):
    x = random.standard_normal((40, 5))
    labels, sample_weights = np.where(x @ random.standard_normal(5) > 0.3, 1.0, -1.0), random.uniform(0.1, 2.5, 40)
    rule = rb.BayesGaussian(noise=0.05)
    synapses, cells = rule.start_students(1, 5 + intercept, scale=scale)
    plain, cell = rule.start(5 + intercept, scale=scale)
    fields = fields_then_learn_rows(rule, x, labels[None], synapses, cells, sample_weights)
    expected = learn_covariance_rows(rule, x, labels, plain, cell, sample_weights)
    assert synapses[0] == pytest.approx(plain, rel=1e-10, abs=1e-12)
    assert fields[0] == pytest.approx(expected, rel=1e-10, abs=1e-12)
    assert np.abs(fields[0]).max() > 0.1
    assert cells[0].sample_weight == sample_weights[-1]
    assert numbers(cells[0])[:4] == numbers(cell)[:4]


def test_a_row_of_zeros_is_counted_and_teaches_nothing():
    rule = rb.BayesGaussian()
    synapses, cells = rule.start_students(1, 3)
    learn_rows(rule, np.array([[0.0, 0.0, 0.0]]), np.ones((1, 1)), synapses, cells)
    assert np.array_equal(synapses[0], rule.start(3)[0])
    assert cells[0].examples == 1.0


def test_a_row_too_large_to_be_squared_fails_with_nothing_lost():
    rule = rb.BayesGaussian()
    synapses, cells = rule.start_students(1, 2)
    with pytest.raises(FloatingPointError, match="got NaN or infinity by row 1"):
        learn_rows(rule, np.array([[1.0, 1.0], [1e200, 0.0]]), np.ones((1, 2)), synapses, cells)
    assert np.array_equal(synapses[0], rule.start(2)[0])
