"""What every rule has: a name, demands, students, readouts."""

from __future__ import annotations

import pytest

import rosenblatt as rb


def test_an_unknown_readout():
    with pytest.raises(ValueError, match="readout of 'hebb' must be one of mean, clipped; got 'sign'"):
        rb.Hebb().readout("sign")


def test_classifiers_refuse_rules_for_numbers(random):
    x = random.standard_normal((20, 3))
    for name in ("adaline", "bayes-linear", "optimal-linear", "practical-linear"):
        with pytest.raises(ValueError, match="learns numbers"):
            rb.OnlineClassifier(name).fit(x, x[:, 0] > 0.0)
