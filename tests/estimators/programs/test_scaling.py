"""Columns in steps: rows are seen as the estimator would see each if it came next."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.estimators.bayes.feature_scaling import FeatureScaling
from rosenblatt.estimators.programs.scaling import scaled
from rosenblatt.export.programs import Program
from tests.helpers.exports import by_graph


@pytest.mark.parametrize("standardise", [True, False])
def test_every_kind_of_column_is_seen_as_the_next_row(standardise, random):
    x = np.column_stack(
        [
            random.standard_normal(300) * 1e-5 + 1.0,
            random.standard_normal(300) * 1e150,
            random.random(300) < 0.3,  # raw
            np.zeros(300),
            np.full(300, 2.5),
            np.where(np.arange(300) < 200, 0.0, 1.0),
        ]
    )
    x[random.random(x.shape) < 0.05] = np.nan
    scaling = FeatureScaling.new(6, standardise=standardise, sparse=False)
    scaling.learn_and_look(x[:200], np.ones(200))
    new = np.vstack([x[200:], [[1e9, 1e300, 0.5, 0.7, 3.5, -1.0]], np.zeros((1, 6))])
    program = Program.of_columns(6)
    program.returns(seen=scaled(program.rows, scaling))
    expected = scaling.look(new)[:, :-1]
    assert program.run(new)["seen"] == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert by_graph(program, new)["seen"] == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_texts_and_sparse_rows_are_refused(tmp_path, random):
    frame = pd.DataFrame({"town": ["a", "b"] * 20, "size": random.random(40)})
    y = np.arange(40) % 2
    with pytest.raises(ValueError, match="columns of numbers to be exported; got 'town', a category"):
        rb.BayesClassifier().fit(frame, y).export(tmp_path / "m.onnx")
    wide = sp.random_array((40, 6000), density=0.01, format="csr", rng=random)
    with pytest.raises(ValueError, match="must have learnt dense rows to be exported"):
        rb.BayesClassifier(covariance="diagonal").fit(wide, y).export(tmp_path / "m.onnx")
    assert not list(tmp_path.iterdir())
