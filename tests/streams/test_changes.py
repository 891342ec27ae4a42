"""Alarms against a plain CUSUM, on streams with changes and on streams without."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.streams.changes import ROWS_TO_A_FALSE_ALARM, changes, no_changes

HALF = np.full(400, 0.5)


def probabilities(ratios):
    """Return what the two kinds of members say of labels, with these log ratios."""
    ratios = np.asarray(ratios, dtype=float)
    return np.exp(np.minimum(ratios, 0.0)) * 0.5, np.exp(np.minimum(-ratios, 0.0)) * 0.5


def test_evidence_is_summed_from_the_last_zero_and_armed_anew_by_evidence_against():
    enough = np.log(ROWS_TO_A_FALSE_ALARM)
    ratios = [-1.0, 2.0, -3.0, 4.0, 4.0, 4.0, 50.0, 5.0, -6.0, 1.0, -6.0, 5.0, 5.0]
    drifts = np.arange(len(ratios) + 1) / 1000.0
    table = changes(*probabilities(ratios), drifts)
    assert table["row"].tolist() == [5, 12]
    assert table["began"].tolist() == [3, 11]
    assert table["evidence"].to_numpy() == pytest.approx([12.0, 10.0])
    assert (table["evidence"] >= enough).all()
    assert table["drift_before"].tolist() == [0.003, 0.011]
    assert table["drift_after"].tolist() == [0.006, 0.013]


def test_who_cannot_tell_raises_no_alarm():
    assert changes(np.full(400, np.nan), HALF, np.zeros(401)).empty
    assert no_changes().columns.tolist() == ["row", "began", "evidence", "drift_before", "drift_after"]


def test_labels_as_the_staying_members_say_raise_few_alarms(random):
    rows, streams = 1000, 200
    alarms = 0
    for _ in range(streams):
        staying, lively = random.random(rows), random.random(rows)
        label = random.random(rows) < staying
        said = (np.where(label, p, 1.0 - p) for p in (lively, staying))
        alarms += not changes(*said, np.zeros(rows + 1)).empty
    assert alarms / streams <= rows / ROWS_TO_A_FALSE_ALARM  # the bound of the module


def world(random, change, rows=3000, features=5, noise=0.1):
    x = random.standard_normal((rows, features))
    before, after = random.standard_normal((2, features))
    after = {"none": before, "swap": -before, "teacher": after}[change]
    h = np.where(np.arange(rows) < rows // 2, x @ before, x @ after)
    return x, np.where(random.random(rows) < noise, h < 0.0, h > 0.0).astype(int)


@pytest.mark.parametrize("change", ["none", "swap", "teacher"])
def test_changes_are_found_and_nothing_else(change, seed):
    delays, false = [], 0
    for k in range(4):
        table = rb.evaluate(rb.BayesClassifier(), *world(np.random.default_rng([seed, k]), change)).changes_
        after = table["row"] >= 1500
        false += (~after).sum() + (change == "none") * after.sum()
        delays += (table["row"][after] - 1500).tolist()[:1]
        assert (table["drift_after"] > table["drift_before"]).all()
    assert false == 0
    assert len(delays) == (0 if change == "none" else 4)
    assert max(delays, default=0) < 500


def test_more_than_two_classes(random):
    x = random.standard_normal((3000, 4))
    kinds = (x[:, :3] + 0.2 * random.standard_normal((3000, 3))).argmax(axis=1)
    kinds[1500:] = (kinds[1500:] + 1) % 3
    table = rb.evaluate(rb.BayesClassifier(), x, kinds).changes_
    assert len(table) == 1
    assert 1500 <= table["row"][0] < 1700
    assert abs(table["began"][0] - 1500) < 100
