"""KC 29: a transfer function between the field and the label."""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.estimators.regression import OnlineRegressor
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.rules.adaline import Adaline


def _graded(context: Context) -> Outcome:
    """KC 29: with g = tanh the labels are g(b), and what is learnt is what a linear student learns of b."""
    random = np.random.default_rng([context.seed, 29])
    x = random.standard_normal((400, 50))
    b = x @ random.standard_normal(50) / math.sqrt(50)
    linear = OnlineRegressor(Adaline(), standardise=False).fit(x, b).coef_
    graded = OnlineRegressor(Adaline(), standardise=False, transfer="tanh").fit(x, np.tanh(b)).coef_
    return Outcome(float(np.abs(graded - linear).max()), bool(np.abs(graded - linear).max() < 1e-9))


ROWS = (Row("eq. 29", "a graded response perceptron learns from the inverse of its labels", 0.0, _graded),)
