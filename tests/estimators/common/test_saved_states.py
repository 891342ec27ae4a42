"""Estimators with a state, saved and read again; damaged files are in `test_load`."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.model_files import as_read


@pytest.mark.parametrize("kind", [rb.BayesClassifier, rb.BayesRegressor])
def test_what_is_read_is_what_was_saved(kind, stream, tmp_path):
    x, y = stream
    model = kind(linear=True).fit(x, (y == "yes").astype(int))
    model.save(tmp_path / "model")
    again = rb.load(tmp_path / "model")
    assert type(again) is kind
    assert again.get_params() == model.get_params()
    assert np.array_equal(again.predict(x), model.predict(x))


@pytest.mark.parametrize("kind", [rb.BayesClassifier, rb.BayesRegressor])
def test_parameters_that_are_none(kind, stream):
    x, y = stream
    model = kind().fit(x, (y == "yes").astype(int))
    about = {"parameters": model.get_params(), **model._columns_for_file(), **model.state_.header()}
    arrays = model.state_.arrays()
    assert kind.restore(arrays, as_read(about)).n_examples_ == len(y)
    for wrong in ({"drift": 2.0}, {"more": 1}, {"linear": [1]}):
        with pytest.raises(Damaged):
            kind.restore(arrays, as_read(about | {"parameters": model.get_params() | wrong}))
    with pytest.raises(Damaged, match="about"):
        kind.restore(arrays, as_read({name: value for name, value in about.items() if name != "features"}))


def test_files_of_earlier_versions_lack_parameters(stream):
    model = rb.BayesClassifier().fit(*stream)
    parameters = {name: value for name, value in model.get_params().items() if name not in ("effort", "features")}
    about = {"parameters": parameters, **model._columns_for_file(), **model.state_.header()}
    again = rb.BayesClassifier.restore(model.state_.arrays(), as_read(about))
    assert (again.effort, again.features) == ("best", "fixed")


def test_a_model_that_is_not_sound_is_not_saved(stream, tmp_path):
    model = rb.BayesClassifier().fit(*stream)
    model.state_.banks[0].members.means[0, 0] = np.nan
    with pytest.raises(ValueError, match="a model must be sound to be saved"):
        model.save(tmp_path / "model")
    assert not (tmp_path / "model").exists()
