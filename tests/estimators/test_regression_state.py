"""What an `OnlineRegressor` has learnt: files of it, damaged ones, and the mean of two."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import rosenblatt as rb
from rosenblatt import OnlineRegressor
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.model_files import load_state
from rosenblatt.estimators.regression_state import counts_from_json, rule_from_json, rule_to_json

MODELS = {
    "bank": OnlineRegressor(),
    "rule": OnlineRegressor(rb.Adaline(eta=0.3)),
    "raw": OnlineRegressor("adaline", standardise=False, fit_intercept=False),
    "length": OnlineRegressor("practical-linear"),
    "graded": OnlineRegressor(transfer="tanh"),
}


@pytest.fixture
def stream(random):
    x = random.standard_normal((800, 3)) * [1.0, 10.0, 0.1] + [0.0, 5.0, 0.0]
    return x, np.tanh(0.3 * (x @ [1.0, 0.05, 3.0]) + 0.05 * random.standard_normal(800))


@pytest.mark.parametrize("name", MODELS)
def test_a_saved_model_goes_on_where_it_stopped(name, stream, tmp_path):
    x, y = stream
    frame = pd.DataFrame(x, columns=list("abc"))
    model = MODELS[name].fit(frame[:500], y[:500])
    model.save(tmp_path / "model")
    back = rb.load(tmp_path / "model")
    assert back.get_params() == model.get_params()
    for one in (model, back):
        one.partial_fit(frame[500:], y[500:])
    assert np.array_equal(back.predict(frame), model.predict(frame))
    assert np.array_equal(back.predict_interval(frame, 0.8), model.predict_interval(frame, 0.8))
    assert back.n_examples_ == 800 and back.feature_names_in_.tolist() == ["a", "b", "c"]


def test_several_outputs_are_saved(stream, tmp_path):
    x, y = stream
    model = OnlineRegressor().fit(x, np.stack([y, 3.0 - y], axis=1))
    model.save(tmp_path / "model")
    assert np.array_equal(rb.load(tmp_path / "model").predict(x), model.predict(x))


def test_what_is_damaged_is_refused(stream, tmp_path):
    OnlineRegressor().fit(*stream).save(tmp_path / "model")
    _, arrays, about = load_state(tmp_path / "model")
    assert OnlineRegressor.restore(arrays, about).n_examples_ == 800
    for change, message in (
        ({"rule": "hebb"}, "learn numbers"),
        ({"rule": "nobody"}, "registered"),
        ({"features": 1}, "features must be a whole number"),
        ({"features": 10**12}, "features must be a whole number"),  # for which there is no room
        ({"outputs": 0}, "outputs must be a whole number"),
        ({"outputs": 10**12}, "outputs must be a whole number"),
        ({"rows": 3}, "counts must be"),
        ({"counts": []}, "counts must be 1 whole"),
        ({"single": 1}, "single must be true or false"),
        ({"single": False}, "single must be True for 1 outputs"),
        ({"feature_names": ["a"]}, "feature_names"),
        ({"parameters": {"standardise": True}}, "parameters must have"),
    ):
        with pytest.raises(Damaged, match=message):
            OnlineRegressor.restore(arrays, {**about, **change})
    for name, value in (("synapses", np.nan), ("cells", np.inf), ("scaler.spread", -1.0), ("unit0.units", 3.0)):
        wrong = {key: array.copy() for key, array in arrays.items()}
        wrong[name].flat[0] = value
        with pytest.raises(Damaged, match=name.partition(".")[0]):
            OnlineRegressor.restore(wrong, about)
    for large in (1e71, 1e99, -1e150):  # from which nothing finite could be learnt
        with pytest.raises(Damaged, match="synapses must be from"):
            OnlineRegressor.restore({**arrays, "synapses": np.full_like(arrays["synapses"], large)}, about)
    heavy = OnlineRegressor.restore({**arrays, "synapses": np.full_like(arrays["synapses"], 1e70)}, about)
    assert np.isfinite(heavy.partial_fit(*stream).predict(stream[0])).all()
    wrong = {**arrays, "cells": arrays["cells"].copy()}
    wrong["cells"][0, 3] = 7.0  # N
    with pytest.raises(Damaged, match=r"cells\.n "):
        OnlineRegressor.restore(wrong, about)
    with pytest.raises(Damaged, match="synapses must have numbers"):
        OnlineRegressor.restore({key: array for key, array in arrays.items() if key != "synapses"}, about)


def test_a_file_without_errors_of_rows_is_one_of_an_earlier_version(stream, tmp_path):
    x, y = stream
    model = OnlineRegressor().fit(x, y)
    model.save(tmp_path / "model")
    _, arrays, about = load_state(tmp_path / "model")
    old = OnlineRegressor.restore({key: array for key, array in arrays.items() if "answers" not in key}, about)
    assert np.array_equal(old.predict(x), model.predict(x))
    assert np.isinf(old.predict_interval(x)).all()
    assert np.isfinite(old.partial_fit(x[:100], y[:100]).predict_interval(x)).all()
    with pytest.raises(Damaged, match="answers must have fields, labels"):
        OnlineRegressor.restore({key: array for key, array in arrays.items() if key != "answers.labels"}, about)


def test_merged_intervals_are_those_of_the_errors_of_both(random):
    x = random.standard_normal((3000, 3))
    y = x @ [1.0, 2.0, 3.0] + np.where(np.arange(3000) < 1500, 1.0, 3.0) * random.standard_normal(3000)
    one, other = OnlineRegressor().fit(x[:1500], y[:1500]), OnlineRegressor().fit(x[1500:], y[1500:])
    widths = [np.ptp(model.predict_interval(x[:1], 0.8)) for model in (one, other)]
    merged = np.ptp(one.merge(other).predict_interval(x[:1], 0.8))
    assert widths == pytest.approx([2.563, 7.689], rel=0.15)
    assert merged == pytest.approx(5.157, rel=0.15)  # 2 s, where a half is within s, a half within s/3: 80 % in all


def test_rules_in_files():
    for rule in ("adaline", rb.Adaline(eta=0.5), rb.BayesLinear(drift=0.1)):
        assert rule_from_json(rule_to_json(rule)) == rule
    own = rb.rule(labels="linear")(lambda label, field: label - field)
    for rule in (rb.Adaline(rb.PowerLaw(1.0, 0.5)), own(), max):
        with pytest.raises(TypeError, match="rule of a saved model must be a registered one"):
            rule_to_json(rule)
    for said in ({"name": "adaline", "numbers": {}}, {"name": "nobody", "numbers": {}}, {"name": 3, "numbers": {}}, 3):
        with pytest.raises(Damaged):
            rule_from_json(said)
    wrong = rule_to_json(rb.BayesLinear())
    with pytest.raises(Damaged, match="omega_e must be above 0"):
        rule_from_json({**wrong, "numbers": {**wrong["numbers"], "omega_e": -1.0}})
    with pytest.raises(Damaged, match="counts"):
        counts_from_json([5], 1, 4)


def test_functions_are_not_saved(stream, tmp_path):
    model = OnlineRegressor(transfer=(np.sinh, np.arcsinh)).fit(*stream)
    with pytest.raises(TypeError, match="transfer of a saved model must be a name"):
        model.save(tmp_path / "model")


@pytest.mark.parametrize(
    "how", [{}, {"standardise": False}, {"fit_intercept": False}, {"rule": rb.Adaline(eta=0.1)}, {"transfer": "tanh"}]
)
def test_the_mean_of_two_is_the_mean_of_their_weights(how, stream):
    x, y = stream
    one, other = OnlineRegressor(**how).fit(x[:600], y[:600]), OnlineRegressor(**how).fit(x[600:], y[600:])
    expected = [0.75 * a + 0.25 * b for a, b in ((one.coef_, other.coef_), (one.intercept_, other.intercept_))]
    error = 0.75 * one.error_estimate_ + 0.25 * other.error_estimate_
    before = other.predict(x)
    merged = one.merge(other)
    assert merged.coef_ == pytest.approx(expected[0], rel=1e-9, abs=1e-12)
    if how.get("fit_intercept", True):
        assert merged.intercept_ == pytest.approx(expected[1], rel=1e-9, abs=1e-12)
    assert merged.n_examples_ == 800
    assert merged.error_estimate_ == pytest.approx(error, rel=0.2)
    merged.partial_fit(x, y)
    assert np.array_equal(other.predict(x), before)


def test_what_cannot_be_merged(stream):
    x, y = stream
    model = OnlineRegressor().fit(x, y)
    for other, message in (
        (OnlineRegressor("adaline").fit(x, y), "same rule"),
        (OnlineRegressor().fit(x, np.stack([y, y], axis=1)), "same rule, outputs"),
        (OnlineRegressor(standardise=False).fit(x, y), "same standardise"),
        (OnlineRegressor().fit(x[:, :2], y), "same 3 features"),
    ):
        with pytest.raises(ValueError, match=message):
            model.merge(other)
    bound = OnlineRegressor("practical-linear").fit(x, y)
    with pytest.raises(ValueError, match="must leave the length free; got 'practical-linear'"):
        bound.merge(OnlineRegressor("practical-linear").fit(x, y))
