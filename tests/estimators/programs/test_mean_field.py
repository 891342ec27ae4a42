"""A mean-field classifier as a program."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers.exports import by_json, by_onnx


@pytest.mark.parametrize("how", [{}, {"prior": "binary", "noise": 0.1}, {"fit_intercept": False}], ids=str)
@pytest.mark.parametrize("classes", [2, 3])
def test_probabilities_are_those_of_the_model(how, classes, tmp_path, random):
    x = random.standard_normal((80, 14))
    y = np.digitize(x[:, 0] + x[:, 1], [0.0] if classes == 2 else [-0.5, 0.5])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = rb.MeanFieldClassifier(max_sweeps=20, **how).fit(x[:50], y[:50])
    for name, ask in (("m.onnx", by_onnx), ("m.json", by_json)):
        model.export(tmp_path / name)
        assert abs(ask(tmp_path / name, x[50:])["probabilities"] - model.predict_proba(x[50:])).max() < 1e-6
