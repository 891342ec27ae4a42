"""The normalised perceptron: BSS's equation, fixed points and regimes."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb


def test_weight_decay_makes_no_sense():
    with pytest.raises(ValueError, match="weight_decay must be 0 for 'normalised'"):
        rb.Normalised(weight_decay=0.1)


def test_rows_of_other_weight_keep_the_length(random):
    x, y, weights = random.standard_normal((300, 8)), random.choice([-1.0, 1.0], 300), random.uniform(0.1, 3.0, 300)
    model = rb.OnlineClassifier(rb.Normalised(eta=0.3), fit_intercept=False).fit(x, y, sample_weight=weights)
    assert np.linalg.norm(model.coef_) == pytest.approx(math.sqrt(8), rel=1e-9)  # Q is measured once in N rows


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@pytest.mark.parametrize(("n", "eta"), [(8, 0.3), (50, 0.3)])
def test_the_length_is_kept_however_long_it_learns_nonsense(n, eta, form, random):
    # Random labels: mistakes shorten the student between two normalisations, and rounding errors of Q would grow.
    x, y = random.standard_normal((100_000, n)), random.choice([-1.0, 1.0], 100_000)
    model = rb.OnlineClassifier(rb.Normalised(eta=eta), fit_intercept=False).fit(form(x), y)
    assert np.linalg.norm(model.coef_) == pytest.approx(math.sqrt(n), rel=1e-9)


def test_a_row_of_weight_2_turns_twice_as_far(random):
    x, y = random.standard_normal((40, 5)), random.choice([-1.0, 1.0], 40)
    twice = rb.OnlineClassifier(rb.Normalised(eta=0.3), fit_intercept=False).fit(x, y, sample_weight=np.full(40, 2.0))
    double = rb.OnlineClassifier(rb.Normalised(eta=0.6), fit_intercept=False).fit(x, y)
    assert twice.coef_ == pytest.approx(double.coef_, rel=1e-12)


def test_a_first_row_of_zeros_does_no_harm():
    x = np.array([[0.0, 0.0], [1.0, 2.0], [-1.0, 0.5]])
    model = rb.OnlineClassifier("normalised", fit_intercept=False).fit(x, [1, 0, 1])
    assert np.isfinite(model.coef_).all()
    assert np.linalg.norm(model.coef_) == pytest.approx(math.sqrt(2))
