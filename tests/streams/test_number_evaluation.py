"""Numbers: predict, then learn; against single rows, scikit-learn's metrics and intervals themselves."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.linear_model import Ridge, SGDRegressor
from sklearn.metrics import mean_absolute_error, root_mean_squared_error

import rosenblatt as rb
from rosenblatt.streams import number_evaluation
from rosenblatt.streams.number_evaluation import NumberEvaluation, evaluate_numbers, predicts_numbers


@pytest.fixture
def stream(random):
    x = random.standard_normal((150, 3))
    return x, 7.0 + x[:, 0] + random.standard_normal(150)


def test_it_is_what_single_rows_say(stream):
    x, y = stream
    result, model = rb.evaluate(rb.BayesRegressor(), x, y), rb.BayesRegressor()
    means, inside = np.full(150, np.nan), np.full(150, np.nan)
    for k in range(150):
        row = slice(k, k + 1)
        if k:
            means[k] = model.predict(x[row])[0]
            low, high = model.predict_interval(x[row], 0.8)[0]
            inside[k] = low <= y[k] <= high
        model.partial_fit(x[row], y[row])
    assert result.predictions[1:] == pytest.approx(means[1:], rel=1e-9)
    assert result.coverage(0.8) == pytest.approx(inside[1:].mean(), abs=1e-12)


def test_the_metrics_are_scikit_learns(stream):
    x, y = stream
    result = rb.evaluate(rb.BayesRegressor(), x, y)
    assert isinstance(result, NumberEvaluation)
    assert result.mae == pytest.approx(mean_absolute_error(y[1:], result.predictions[1:]))
    assert result.rmse == pytest.approx(root_mean_squared_error(y[1:], result.predictions[1:]))
    frame = result.frame
    assert frame["rows"].iloc[-1] == 150
    for name in ("mae", "rmse", "log_score"):
        assert frame[name].iloc[-1] == pytest.approx(getattr(result, name))
    assert frame["coverage_95"].iloc[-1] == pytest.approx(result.coverage(0.95))
    counts = np.diff(np.concatenate([[1], frame["rows"]]))
    assert np.sqrt(frame["recent_rmse"] ** 2 @ counts / 149.0) == pytest.approx(result.rmse)
    assert "150 rows: MAE" in str(result) and "95 % intervals cover" in str(result)
    assert result.rows_per_second > 0.0


def test_coverage_and_log_score_by_hand():
    p = np.array([np.nan, 0.5, 0.11, 0.09, 0.91, 0.97, 0.98])
    densities = np.array([np.nan, 0.0, -1.0, -2.0, 0.0, -1.0, -2.0])
    said = np.array([np.nan, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    result = NumberEvaluation(np.zeros(7), said, densities, p, 1.0)
    assert result.coverage(0.8) == pytest.approx(2.0 / 6.0)
    assert result.coverage(0.95) == pytest.approx(5.0 / 6.0)
    assert result.log_score == pytest.approx(1.0)
    assert (result.mae, result.rmse) == (1.0, 1.0)


@pytest.mark.parametrize("make", [lambda: SGDRegressor(random_state=0), rb.OnlineRegressor], ids=["sgd", "online"])
@pytest.mark.parametrize("form", [np.asarray, pd.DataFrame, sp.csr_matrix], ids=["array", "frame", "sparse"])
def test_models_of_other_kinds(make, form, stream):
    x, y = stream
    result, model, said = rb.evaluate(make(), form(x), y), make(), [np.nan]
    for k in range(150):
        said.extend(model.predict(form(x[k : k + 1])) if k else [])
        model.partial_fit(form(x[k : k + 1]), y[k : k + 1])
    assert result.predictions == pytest.approx(np.array(said), nan_ok=True)
    with pytest.raises(AttributeError, match="predicts no distribution"):
        result.coverage(0.8)
    assert list(result.frame) == ["rows", "mae", "recent_mae", "rmse", "recent_rmse"]
    assert "log score" not in str(result)


def test_a_summary_for_notebooks(stream):
    result = rb.evaluate(rb.BayesRegressor(), *stream)
    shown = result._repr_html_()
    assert shown.startswith("<table>") and shown.endswith("</table>")
    assert "<th>rows</th><td>150</td>" in shown
    assert f"<th>RMSE</th><td>{result.rmse:.4g}</td>" in shown
    assert f"<th>log score</th><td>{result.log_score:.4f}</td>" in shown
    assert f"<th>80 % intervals cover</th><td>{100 * result.coverage(0.8):.1f} %</td>" in shown
    plain = rb.evaluate(rb.OnlineRegressor(), *stream)._repr_html_()
    assert "<th>MAE</th>" in plain and "log score" not in plain and "cover" not in plain


def test_a_model_goes_on_from_what_it_knows(stream):
    x, y = stream
    model = rb.BayesRegressor().fit(x, y)
    assert np.isfinite(rb.evaluate(model, x, y).predictions).all()
    assert model.n_examples_ == 300


def test_scores_may_be_against_the_truth(stream):
    x, y = stream
    noisy, clean = (rb.evaluate(rb.BayesRegressor(), x, y, truth=truth) for truth in (None, 7.0 + x[:, 0]))
    assert np.array_equal(noisy.predictions[1:], clean.predictions[1:])
    assert clean.rmse < 0.7 * noisy.rmse


@pytest.mark.parametrize("make", [rb.BayesRegressor, rb.OnlineRegressor, lambda: rb.BayesRegressor(drift=0, prior=1)])
def test_progress_is_shown_for_every_model_and_changes_no_bit(make, stream, capfd):
    one = rb.evaluate(make(), *stream, progress=True)
    assert type(make()).__name__ in capfd.readouterr().err
    two = rb.evaluate(make(), *stream, progress=False)
    assert capfd.readouterr().err == ""
    assert np.array_equal(one.predictions, two.predictions, equal_nan=True)


def test_the_bar_moves_while_rows_are_learnt(stream, monkeypatch):
    told = []

    @contextmanager
    def bar(title, total, show):
        yield told.append

    monkeypatch.setattr(number_evaluation, "progress_bar", bar)
    x, y = stream
    y = np.concatenate([np.full(3, y[0]), y[3:]])  # the unit is not known at first
    for model in (rb.BayesRegressor(), rb.OnlineRegressor()):
        for _ in range(2):
            told.clear()
            rb.evaluate(model, x, y)
            assert sum(told) == len(y)
            assert len(told) >= 3


def test_it_is_drawn(stream):
    ax = rb.evaluate(rb.BayesRegressor(), *stream).plot(column="coverage_80")
    assert [line.get_label() for line in ax.get_lines()] == ["all rows", "recent"]
    assert ax.get_ylabel() == "coverage 80"


def test_who_predicts_numbers():
    assert predicts_numbers(rb.BayesRegressor()) and predicts_numbers(SGDRegressor())
    assert not predicts_numbers(rb.BayesClassifier()) and not predicts_numbers(object())


def test_mistakes(stream):
    x, y = stream
    with pytest.raises(TypeError, match="partial_fit and predict"):
        evaluate_numbers(Ridge(), x, y)
    with pytest.raises(ValueError, match="one value for each"):
        evaluate_numbers(rb.BayesRegressor(), x, y[:-1])
    with pytest.raises(ValueError, match="one number for each row"):
        evaluate_numbers(rb.BayesRegressor(), x, np.stack([y, y], axis=1))
