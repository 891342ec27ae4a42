"""Rules that keep the covariance of all weights."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_covariance_rows
from rosenblatt.kernels.rows import learn_rows


def test_the_compiled_covariance_is_the_plain_one(random):
    x = random.standard_normal((50, 6))
    labels = np.where(random.random((2, 50)) < 0.5, 1.0, -1.0)
    weights = random.uniform(0.0, 2.5, 50)
    rule = rb.BayesGaussian(noise=0.05)
    compiled, cells = rule.start_students(2, 7, scale=1.0)  # one input more: the intercept
    plain, plain_cells = compiled.copy(), cells.copy()
    learn_rows(rule, x, labels, compiled, cells, weights)
    for k in range(2):
        learn_covariance_rows(rule, x, labels[k], plain[k], plain_cells[k], weights)
    assert compiled == pytest.approx(plain, rel=1e-10, abs=1e-12)
    assert np.array_equal(cells.examples, plain_cells.examples)
    assert np.linalg.eigvalsh(compiled[0, 1:]).min() > 0.0
