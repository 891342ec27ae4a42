"""A bank of numbers as a program: its mean."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers.exports import by_json, by_onnx


@pytest.mark.parametrize(
    "how",
    [{}, {"runs": False}, {"linear": True}, {"drift": 0.0, "prior": 1.0}, {"covariance": "diagonal"}],
    ids=str,
)
def test_means_are_those_of_the_model(how, tmp_path, random):
    x = random.standard_normal((500, 4))
    y = 1e3 + 20.0 * (x[:, 0] + x[:, 1] * x[:, 2] + 0.1 * random.standard_normal(500))
    x[random.random(x.shape) < 0.02] = np.nan
    model = rb.BayesRegressor(**how).fit(x[:300], y[:300])
    for name, ask in (("m.onnx", by_onnx), ("m.json", by_json)):
        model.export(tmp_path / name)
        found = ask(tmp_path / name, x[300:])["values"][:, 0]
        assert found == pytest.approx(model.predict(x[300:]), abs=1e-4)  # of a deviation of 20


def test_members_that_look_closer_see_the_intercept_alone_in_the_first_rows(tmp_path, random):
    x = random.standard_normal((60, 3))
    model = rb.BayesRegressor().fit(x[:40], 5.0 + x[:40, 0])
    model.export(tmp_path / "m.json")
    found = by_json(tmp_path / "m.json", x[40:])["values"][:, 0]
    assert found == pytest.approx(model.predict(x[40:]), abs=1e-5)
