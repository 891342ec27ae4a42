"""`rb.evaluate` of paths and of batches."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers.row_files import mixed_frame, write_rows


def new():
    return rb.BayesClassifier(effort="fast", linear=True)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_path_is_evaluated_as_its_rows_are(ending, tmp_path, random):
    frame = mixed_frame(random, 400)
    path = write_rows(frame, tmp_path / f"rows.{ending}")
    rows = frame.drop(columns="y").assign(b=frame["b"].astype(object), t=frame["t"].astype(float))
    exact, found = rb.evaluate(new(), rows, frame["y"]), rb.evaluate(new(), path, target="y")
    assert found.log_loss == pytest.approx(exact.log_loss, abs=1e-12)
    assert rb.evaluate(new(), str(path), target="y").log_loss == found.log_loss


def test_batches_may_bring_late_classes(random):
    x = random.standard_normal((300, 2))
    y = np.where(x[:, 0] > 0.0, "p", "q")
    y[200:] = "r"
    found = rb.evaluate(new(), ((x[k : k + 50], y[k : k + 50]) for k in range(0, 300, 50)))
    assert (found.rows, found.classes.tolist()) == (300, ["p", "q", "r"])
    clean = rb.evaluate(new(), iter([(x, y)]), classes=["p", "q", "r"], proba="clean")
    assert clean.rows == 300


@pytest.mark.parametrize(
    ("arguments", "how", "error", "said"),
    [
        (("nothing.csv",), {}, ValueError, "there is none called"),
        ((iter([]),), {}, ValueError, "rows must come, one at least"),
        ((iter([]),), {"truth": [1]}, ValueError, "truth must be left out"),
        (([[1.0]], [1]), {"target": "y"}, ValueError, "target must be left out"),
    ],
)
def test_what_cannot_be_evaluated(arguments, how, error, said):
    with pytest.raises(error, match=said):
        rb.evaluate(new(), *arguments, **how)


def test_the_target_of_a_path_must_be_said_and_the_model_be_a_classifier(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,y\n1,1\n")
    with pytest.raises(ValueError, match="target must be the name of a column"):
        rb.evaluate(new(), path)
    with pytest.raises(TypeError, match="must be a classifier, if rows come from a file"):
        rb.evaluate(rb.BayesRegressor(), path, target="y")
    with pytest.raises(TypeError, match="must have partial_fit and predict"):
        rb.evaluate(object(), path, target="y")
