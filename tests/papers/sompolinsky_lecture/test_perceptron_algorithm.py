"""Sets on which the perceptron algorithm is run, and what is said of them."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.sompolinsky_lecture.perceptron_algorithm import orthogonal_set, taught_set


def test_examples_near_the_teacher_s_plane_are_left_out(seed):
    taught = taught_set(seed, p=200, n=10, margin=0.5)
    assert 0 < len(taught.x) < 200
    assert taught.margin >= 0.5
    run = taught.learn()
    assert run.bound <= (taught.longest / 0.5) ** 2
    assert taught.solved_by(run.weights)
    assert not taught.solved_by(-run.weights)


def test_the_best_separator_has_a_larger_margin(seed):
    taught = taught_set(seed)
    assert taught.with_best_separator().margin > taught.margin > 0.0


def test_orthogonal_examples_leave_no_slack():
    examples = orthogonal_set(16)
    assert (examples.margin, examples.longest) == (pytest.approx(0.25), 1.0)
    assert np.allclose(examples.learn().alignment, np.sqrt(np.arange(1, 17) / 16))


def test_a_run_that_violates_its_bound_is_none(monkeypatch):
    from rosenblatt.batch import cyclic

    monkeypatch.setattr(cyclic, "correction_bound", lambda *data, **how: 1.0)
    assert orthogonal_set(5).learn() is None
