"""Regressions with transfer functions, and of several outputs."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers.exports import by_json, by_onnx


@pytest.mark.parametrize("transfer", [None, "tanh", "logistic"])
@pytest.mark.parametrize("standardise", [True, False])
def test_numbers_are_those_of_the_model(transfer, standardise, tmp_path, random):
    x = random.standard_normal((300, 3))
    b = 0.5 * x @ [[1.0, 0.0], [-1.0, 1.0], [0.0, 2.0]]
    y = {"tanh": np.tanh, "logistic": lambda v: 1.0 / (1.0 + np.exp(-v))}.get(transfer, lambda v: v)(b)
    model = rb.OnlineRegressor(transfer=transfer, standardise=standardise).fit(x, y)
    for name, ask in (("m.onnx", by_onnx), ("m.json", by_json)):
        model.export(tmp_path / name)
        assert ask(tmp_path / name, x)["values"] == pytest.approx(model.predict(x), rel=1e-9, abs=1e-9)


def test_other_functions_are_refused(tmp_path, random):
    x = random.standard_normal((30, 2))
    model = rb.OnlineRegressor(transfer=(np.sinh, np.arcsinh)).fit(x, x[:, 0])
    with pytest.raises(ValueError, match="transfer of an exported model must be tanh or logistic"):
        model.export(tmp_path / "m.onnx")
