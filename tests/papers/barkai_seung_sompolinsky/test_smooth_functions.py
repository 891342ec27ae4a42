"""Rows about thresholded smooth functions fail if what they are about is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.barkai_seung_sompolinsky import smooth_functions
from rosenblatt.papers.barkai_seung_sompolinsky.claims import REPRODUCTION
from rosenblatt.rules.smooth import Smooth
from tests.helpers.papers import verdict


@pytest.mark.parametrize("label", ["eq. 19, 20, 23", "sec. 4, noise"])
def test_rows_fail_if_the_scaling_with_the_rate_is_wrong(label, context, monkeypatch):
    law = lambda etas: np.array(etas) ** 0.75  # noqa: E731
    monkeypatch.setattr(
        smooth_functions, "residual", lambda rule, target, n, etas, **how: (law(etas), 0.01 * law(etas))
    )
    assert verdict(REPRODUCTION, label, context) == "fails"


def test_the_row_fails_if_the_scaling_with_time_is_wrong(context, monkeypatch):
    x = np.array([1.0, 2.0, 4.0])
    monkeypatch.setattr(smooth_functions, "decay", lambda *arguments, **how: (x, x**-0.5, 0.01 * x))
    assert verdict(REPRODUCTION, "eq. 25-27", context) == "fails"


def test_the_row_fails_if_the_stationary_law_is_another(context, monkeypatch):
    learn = Smooth.learn
    twice = lambda self, inputs, labels, emphasis, *rest: learn(  # noqa: E731
        self, inputs, labels, 1.0 + (labels[0] > 0.0), *rest
    )
    monkeypatch.setattr(Smooth, "learn", twice)
    assert verdict(REPRODUCTION, "eq. 24", context) == "fails"
