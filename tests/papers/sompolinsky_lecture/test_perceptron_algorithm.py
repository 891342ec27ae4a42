"""Rows about the perceptron algorithm fail if what they are about is wrong."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from rosenblatt.papers.sompolinsky_lecture import perceptron_algorithm
from rosenblatt.papers.sompolinsky_lecture.claims import REPRODUCTION
from rosenblatt.papers.sompolinsky_lecture.perceptron_algorithm import separable_run
from tests.helpers.papers import verdict


def test_the_row_about_the_alignment_fails_if_the_bound_is_too_low(context, monkeypatch):
    right = perceptron_algorithm.correction_bound
    monkeypatch.setattr(perceptron_algorithm, "correction_bound", lambda *data: 1e-4 * right(*data))
    assert verdict(REPRODUCTION, "eq. 21", context) == "fails"


@pytest.mark.parametrize("wrong", [{"weights": np.zeros(20)}, {"bound": 1.0}, {"separable": None}])
def test_the_row_about_convergence_fails_if_a_run_does_not_end_as_it_says(wrong, context, monkeypatch):
    def ended_otherwise(seed):
        run, *data = separable_run(seed)
        return dataclasses.replace(run, **wrong), *data

    monkeypatch.setattr(perceptron_algorithm, "separable_run", ended_otherwise)
    assert verdict(REPRODUCTION, "convergence theorem", context) == "fails"


def test_the_row_about_the_converse_fails_if_there_is_a_separator(context, monkeypatch):
    monkeypatch.setattr(perceptron_algorithm, "find_separator", lambda x, labels: np.ones(x.shape[1]))
    assert verdict(REPRODUCTION, "convergence theorem, converse", context) == "fails"


def test_examples_near_the_teacher_s_plane_are_left_out(seed):
    run, x, labels, teacher = separable_run(seed, p=200, n=10, margin=0.5)
    margins = labels * (x @ teacher) / np.linalg.norm(teacher)
    assert 0 < len(x) < 200
    assert margins.min() >= 0.5
    assert run.bound <= (np.linalg.norm(x, axis=1).max() / 0.5) ** 2
