"""`sweep`: each cell is what `simulate` returns."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import rosenblatt as rb


def test_numbers_do_not_depend_on_jobs():
    how = {"noise": [0.0, 0.1], "n": [3, 50], "alpha": np.array([2.0, 1.0]), "runs": 9, "seed": 5}
    one, three = (rb.sweep(["hebb", "rosenblatt", "bayes-binary"], jobs=jobs, **how) for jobs in (1, 3))
    assert one.frame.equals(three.frame)
    cell = one.cells[6].labels
    alone = rb.simulate(cell["rule"], **{**how, "noise": cell["noise"], "n": cell["n"]})
    assert one.result(6).frame.equals(alone.frame)


def test_objects_and_options_reach_their_cells():
    world = {"inputs": ["gaussian", "binary"], "teacher": "binary", "start": (0.3, 1.0), "readout": "clipped"}
    found = rb.sweep("hebb", n=20, alpha=2.0, runs=3, method="vector", **world)
    alone = rb.simulate("hebb", n=20, alpha=2.0, runs=3, method="vector", **{**world, "inputs": "binary"})
    assert found.result(1).frame.equals(alone.frame)
    curve = rb.sweep("bayes", teacher="binary", alpha=[1.0, 1.3], over="learning_curve", branch="metastable")
    exact = rb.learning_curve("bayes", [1.0, 1.3], teacher="binary", branch="metastable")
    assert curve.frame["disagreement"].tolist() == exact.frame["disagreement"].tolist()


def test_no_thread_is_left():
    before = threading.active_count()
    rb.sweep("hebb", n=20, alpha=2.0, runs=3)
    assert threading.active_count() == before


def test_jobs_must_be_a_number():
    with pytest.raises(ValueError, match="threads must be at least 1; got 0"):
        rb.sweep("hebb", n=20, alpha=1.0, jobs=0)
