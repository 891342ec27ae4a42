"""The row about graded responses fails if what it is about is wrong."""

from __future__ import annotations

import numpy as np

from rosenblatt.estimators import regression
from rosenblatt.papers.kinouchi_caticha.claims import REPRODUCTION
from tests.helpers.papers import verdict


def test_the_row_fails_if_the_inverse_is_wrong(context, monkeypatch):
    monkeypatch.setitem(regression.TRANSFERS, "tanh", (np.tanh, lambda y: y))
    assert verdict(REPRODUCTION, "eq. 29", context) == "fails"
