"""What a student's present says of its end."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.studies.foresight import foresight_of, last_y


def students_of(overlaps, lengths) -> np.ndarray:
    overlaps, lengths = np.array(overlaps), np.array(lengths)
    rows = np.zeros((len(overlaps), 4))
    rows[:, 0], rows[:, 1] = lengths * overlaps, lengths * np.sqrt(1.0 - overlaps**2)
    return rows


def test_y_is_the_logarithm_of_the_tangent_of_half_the_angle():
    angles = np.array([1e-9, 0.3, 1.5, 2.0, 3.1])
    students = np.column_stack([2.0 * np.cos(angles), 2.0 * np.sin(angles)])
    assert last_y(students) == pytest.approx(np.log(np.tan(0.5 * angles)), rel=1e-9)
    assert last_y(np.zeros((1, 4))).tolist() == [0.0]


def test_at_the_end_it_is_the_end_and_before_it_is_as_much_as_is_known(seed):
    pilot = rb.simulate("rosenblatt", n=50, alpha=[0.1, 1, 2, 3, 4], runs=1000, seed=seed, progress=False)
    foresight = foresight_of(pilot, 10)
    assert foresight.stages[-1] == 200
    assert (np.diff(foresight.stages) > 0).all()
    end = np.arctanh(pilot.samples["overlap"][:, -1])
    for stage, examples in enumerate(foresight.stages):
        k = pilot.frame["examples"].tolist().index(examples)
        students = students_of(pilot.samples["overlap"][:, k], np.sqrt(pilot.samples["q_norm"][:, k]))
        v, last = foresight.at(stage, students), -(end - end.mean()) / end.std()
        left = last - v
        assert abs(left.mean()) < 1e-6
        assert abs(np.corrcoef(v, left)[0, 1]) < 1e-4 or stage == len(foresight.stages) - 1
    assert v == pytest.approx(last, abs=1e-6)


def test_students_that_are_all_alike_are_refused():
    pilot = rb.simulate("hebb", n=50, alpha=[0.0], runs=5, progress=False)
    with pytest.raises(ValueError, match="alpha must be where students differ; got 0"):
        foresight_of(pilot, 10)
    assert math.isnan(pilot.frame["r_sem"][0]) is False
