"""Rosenblatt's rule."""

from __future__ import annotations

import pytest

import rosenblatt as rb


@pytest.mark.parametrize("eta", [0.0, -1.0, float("nan"), float("inf")])
def test_a_rate_that_cannot_learn(eta):
    with pytest.raises(ValueError, match="eta must be"):
        rb.Rosenblatt(eta=eta)
