"""Contributions through members that have no slope: they add up, and belong to the feature that moves."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.stages import STAGES, Stages

TIMES = (np.arange(64) + 0.5) / 64


@pytest.fixture
def forest(random):
    x = np.column_stack([random.standard_normal((2000, 3)), np.ones(2000)])
    x[:, 2] = 0.0
    forest = Forest.new(3)
    forest.learn(x, np.where((x[:, 0] > 0.3) | (x[:, 1] < -0.3), 1.0, -1.0), np.ones(2000))
    return forest


def contributions(forest, rows, slopes):
    way = Stages(forest, forest.see, np.column_stack([rows, np.ones(len(rows))]))
    return way.contributions(np.broadcast_to(slopes, (1, len(rows), 64)) / 64, TIMES, 3), way


def test_they_add_up_to_what_the_field_changes_by(forest, random):
    rows = random.standard_normal((20, 3))
    found, way = contributions(forest, rows, 1.0)
    ends, ones = way.at(np.array([0.0, 1.0]))
    assert found.sum(axis=1) == pytest.approx(ends[0, :, 1] - ends[0, :, 0], abs=1e-12)
    assert (ones == 1.0).all()


def test_what_moves_is_what_contributes(forest):
    found, _ = contributions(forest, np.array([[2.0, 0.0, 0.0], [0.0, -2.0, 0.0], [0.0, 0.0, 5.0]]), 1.0)
    assert found[0, 0] > 0.5
    assert found[1, 1] > 0.5
    assert np.count_nonzero(found) == 2  # the third feature changes nothing


def test_each_stage_has_its_slope(forest):
    rows = np.array([[2.0, 0.0, 0.0]])
    late = np.where(TIMES > 1.0 - 1.0 / STAGES, 1.0, 0.0)
    found, way = contributions(forest, rows, late)
    ends, _ = way.at(np.array([1.0 - 1.0 / STAGES, 1.0]))
    assert found[0, 0] == pytest.approx(ends[0, 0, 1] - ends[0, 0, 0], abs=1e-12)
