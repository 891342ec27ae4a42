"""One door to both questions: which options belong to which."""

from __future__ import annotations

import math

import pytest

import rosenblatt as rb


def test_unknown_options_are_refused():
    with pytest.raises(TypeError, match="got 'reedout'. Did you mean 'readout'"):
        rb.plan("hebb", n=50, disagreement=0.1, reedout="mean")


def test_labels_that_are_numbers_have_plans_too():
    # e_g = exp(-alpha)/2 from J = 0; and R = 1/(1 + delta) = Q/... at eta = 1 gives e_g = 1 - R.
    assert rb.plan("adaline", n=100, error=0.1, runs=20).alpha == pytest.approx(math.log(5.0), rel=1e-6)
    assert rb.plan("adaline", n=100, ask="drift", error=0.1).drift == pytest.approx(1.0 / 9.0, rel=1e-4)
