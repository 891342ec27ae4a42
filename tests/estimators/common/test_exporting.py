"""Every public estimator can be exported, or says in a sentence why not."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

import rosenblatt as rb
from tests.helpers.exports import by_onnx

ESTIMATORS = sorted(
    name for name in rb.__all__ if hasattr(getattr(rb, name), "fit") and hasattr(getattr(rb, name), "get_params")
)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_onnx_says_what_the_estimator_does(name, tmp_path, random):
    x = (random.random((100, 8)) < 0.5).astype(float)
    y = x[:, :3].sum(axis=1) > 1.2
    model = getattr(rb, name)()
    model.set_params(**{key: 20 for key in ("max_sweeps", "max_passes") if key in model.get_params()})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(x, x[:, 0] + x[:, 1] if "Regressor" in name else y)
    model.export(tmp_path / "m.onnx")
    found = by_onnx(tmp_path / "m.onnx", x)
    if "label" in found:
        assert np.array_equal(found["label"], model.predict(x))
    else:
        assert found["values"][:, 0] == pytest.approx(model.predict(x), abs=1e-5)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_what_has_learnt_nothing_is_refused(name, tmp_path):
    with pytest.raises(NotFittedError):
        getattr(rb, name)().export(tmp_path / "m.onnx")
    assert not list(tmp_path.iterdir())


def test_signs_that_were_learnt_become_bits_in_c(tmp_path, random):
    x = random.standard_normal((50, 4))
    model = rb.OnlineClassifier("clipped-hebb").fit(x, x[:, 0] > 0.0)
    said = {form: type(model.described(form)).__name__ for form in ("c", "json", "onnx")}
    assert said == {"c": "BitModel", "json": "LinearModel", "onnx": "LinearModel"}
    kinds = {inputs: type(model.described("c", inputs=inputs)).__name__ for inputs in ("signs", "zero-one", "numbers")}
    assert kinds == {"signs": "BitModel", "zero-one": "BitModel", "numbers": "LinearModel"}
    by_chance = rb.OnlineClassifier("rosenblatt", fit_intercept=False).fit(np.array([[1.0, -1.0]] * 3), [0, 0, 1])
    assert set(by_chance.coef_[0].tolist()) <= {-1.0, 0.0, 1.0}
    assert type(by_chance.described("c")).__name__ == "LinearModel"


def test_what_does_not_learn_in_whole_numbers_is_refused(random):
    x = np.where(random.random((50, 4)) < 0.5, 1.0, -1.0)
    with pytest.raises(ValueError, match="to go on learning elsewhere; got BayesClassifier"):
        rb.BayesClassifier(drift=0.0, prior=1.0).fit(x, x[:, 0] > 0.0).described("c", learn=True)


def test_the_bank_is_clipped_by_its_mean_weights_and_its_own_noise(random):
    x = np.where(random.random((1500, 30)) < 0.5, 1.0, -1.0)
    y = (x @ np.where(np.arange(30) % 2, 1.0, -1.0) > 1.0) ^ (random.random(1500) < 0.1)
    model = rb.BayesClassifier(linear=True).fit(x[:1000], y[:1000])
    clipped = model.clip(x[1000:], y[1000:], teacher="binary")
    assert clipped.weights_.tolist() == np.sign(model.coef_[0]).tolist()
    again = model.clip(x[1000:], y[1000:], teacher="binary", noise=model.noise_)
    assert clipped.cost == again.cost != model.clip(x[1000:], y[1000:], teacher="binary", noise=0.0).cost
    for regressor in (rb.BayesRegressor(), rb.OnlineRegressor()):
        with pytest.raises(ValueError, match="model must be a classifier to be clipped"):
            regressor.fit(x[:50], x[:50, 0] + 0.5 * x[:50, 1]).clip()


def test_rules_that_are_not_linear_are_refused(tmp_path, random):
    x = random.standard_normal((40, 4))
    model = rb.OnlineClassifier(rb.Smooth(rb.Quadratic())).fit(x, x[:, 0] > 0.0)
    with pytest.raises(ValueError, match="rule must be linear in the features to be exported; got 'smooth'"):
        model.export(tmp_path / "m.onnx")
    assert not list(tmp_path.iterdir())
