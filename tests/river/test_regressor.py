"""The Bayesian regression in River's hands."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from river import checks, datasets, evaluate, metrics

import rosenblatt as rb


@pytest.mark.parametrize("check", [*checks.yield_checks(rb.river.BayesRegressor())], ids=lambda check: check.__name__)
def test_rivers_own_checks(check):
    check(rb.river.BayesRegressor())


def test_it_is_the_regression_of_this_package():
    stream = list(datasets.TrumpApproval().take(150))
    model, many = rb.river.BayesRegressor(), rb.river.BayesRegressor()
    assert model.predict_one({"a": 1.0}) == 0.0
    score = evaluate.progressive_val_score(stream, model, metrics.MAE())
    frame, targets = pd.DataFrame([x for x, _ in stream]), np.array([y for _, y in stream])
    in_order = frame[sorted(frame)]
    expected = rb.BayesRegressor().partial_fit(in_order, targets).predict(in_order)
    assert [model.predict_one(x) for x, _ in stream] == pytest.approx(expected, rel=1e-8)
    assert many.predict_many(frame).tolist() == [0.0] * 150
    many.learn_many(frame, pd.Series(targets))
    assert many.predict_many(frame).to_numpy() == pytest.approx(expected, rel=1e-8)
    assert score.get() < 1.0
