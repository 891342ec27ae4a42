"""`StreamEvaluation` as people and programs see it."""

from __future__ import annotations

import json

import numpy as np
import pytest

import rosenblatt as rb


@pytest.fixture
def found(random):
    x = random.standard_normal((400, 2))
    batches = ((x[k : k + 90], np.where(x[k : k + 90, 0] > 0.0, "b", "a")) for k in range(0, 400, 90))
    return rb.evaluate(rb.BayesClassifier(effort="fast", linear=True), batches, classes=["a", "b"])


def test_it_prints_itself(found):
    assert isinstance(found, rb.StreamEvaluation)
    assert str(found).startswith("400 rows: accuracy 0.9")
    assert "<th>classes</th><td>a, b</td>" in found._repr_html_()
    assert len(found.plot().axes) == 5


def test_it_is_json(found):
    said = json.loads(json.dumps(found.as_json(), allow_nan=False))
    assert said["measures"]["log-loss"] == found.log_loss
    assert said["classes"] == ["a", "b"]
    assert [line["rows"] for line in said["frame"]] == [100, 200, 300, 400]
    assert len(said["reliability"]) == 15
    assert said["recent"]["rows"] == 400
