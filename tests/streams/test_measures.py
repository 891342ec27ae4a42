"""Measures against scikit-learn's, and by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

from rosenblatt.streams import measures


@pytest.mark.parametrize("classes", [2, 3])
def test_they_are_those_of_scikit_learn(classes, random):
    p = random.dirichlet(np.ones(classes), 200)
    labels = random.integers(0, classes, 200)
    assert measures.surprises(p, labels).mean() == pytest.approx(log_loss(labels, p))
    own = measures.squares(p, labels).mean()
    assert own == pytest.approx(brier_score_loss(labels, p, scale_by_half=classes == 2))
    if classes == 2:
        assert measures.auc(p[:, 1].round(1), labels == 1) == pytest.approx(roc_auc_score(labels, p[:, 1].round(1)))


def test_calibration_by_hand():
    said, happened = np.repeat([0.2, 0.8], [80, 70]), np.tile([True, False, False], 50)
    assert measures.calibration_error(said, np.repeat([False, True], [80, 70])) == pytest.approx(0.2)
    table = measures.reliability(said, happened)
    assert len(table) == 15
    assert table["rows"].sum() == 150
    assert table["standard_error"][0] == pytest.approx(np.sqrt(0.2 * 0.8 / 10.0))


def test_one_class_has_no_area():
    assert np.isnan(measures.auc(np.ones(3), np.ones(3, dtype=bool)))


def test_a_mean_that_is_above_one_by_a_rounding_has_an_error_of_0():
    table = pd.DataFrame({"said": [1.0 + 2**-52, 0.5], "happened": [1.0, 0.5], "rows": [4.0, 4.0]})
    assert measures.with_standard_errors(table)["standard_error"].tolist() == [0.0, 0.25]
