"""`load`: a saved model, whatever it is."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.estimators.common.model_files import save_state


def test_a_saved_model_comes_back_as_what_it_was(stream, tmp_path):
    model = rb.BayesClassifier(drift=0.0).fit(*stream)
    model.save(tmp_path / "model")
    back = rb.load(tmp_path / "model")
    assert type(back) is rb.BayesClassifier
    assert np.array_equal(back.predict_proba(stream[0]), model.predict_proba(stream[0]))


def test_kinds_that_are_not_saved(tmp_path):
    save_state(tmp_path / "model", "OnlineClassifier", {"a": np.zeros(1)}, {})
    with pytest.raises(ValueError, match="must be one of BayesClassifier; got 'OnlineClassifier'"):
        rb.load(tmp_path / "model")
