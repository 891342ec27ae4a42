"""A Hebbian rule for numbers on data: the length of inputs, sample weights, the running error."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_rows
from rosenblatt.rules.kinds.hebbian_on_data import FEWEST_EXAMPLES, HebbianOnData, regressing


def learnt(rule: HebbianOnData, x: np.ndarray, labels: np.ndarray, sample_weight: float = 1.0):
    """Return a student after the rows, by the plain loop."""
    synapses, cell = rule.start(x.shape[1], rule.scale_on_data(x.shape[1]))
    for row, label in zip(x, labels, strict=True):
        cell.sample_weight = sample_weight
        learn_rows(rule, row[None], np.array([label]), synapses, cell)
    return synapses, cell


def field(rule: HebbianOnData, student, row: np.ndarray) -> float:
    return rule.scale_on_data(len(row)) * float(rule.weights(*student) @ row)


def test_one_row_is_corrected_whatever_its_length(random):
    rule = HebbianOnData(rb.Adaline(eta=0.3))
    row = random.standard_normal(6)
    for length in (1e-3, 1.0, 1e3):
        student = learnt(rule, length * row[None], np.array([2.0]))
        assert field(rule, student, length * row) == pytest.approx(0.3 * 2.0)


def test_a_row_of_weight_w_counts_as_w_rows(random):
    rule, row = HebbianOnData(rb.Adaline(eta=0.3)), random.standard_normal((1, 6))
    once = learnt(rule, row, np.array([2.0]), sample_weight=3.0)
    thrice = learnt(rule, np.repeat(row, 3, axis=0), np.full(3, 2.0))
    assert rule.weights(*once) == pytest.approx(rule.weights(*thrice))
    assert field(rule, once, row[0]) == pytest.approx(2.0 * (1.0 - 0.7**3))


def test_the_error_is_a_running_mean_of_half_the_square(random):
    rule, x, labels = HebbianOnData(rb.Adaline(eta=0.3)), random.standard_normal((20, 6)), random.standard_normal(20)
    error = 1.0
    for seen in range(20):
        wrong = labels[seen] - field(rule, learnt(rule, x[:seen], labels[:seen]), x[seen])
        error += (wrong * wrong / 2.0 - error) / FEWEST_EXAMPLES  # N/2 rows are less than fifty
    report = rule.report(*learnt(rule, x, labels))
    assert report == pytest.approx({"error": error, "attention": 0.3})


def test_a_row_of_zeros_teaches_nothing():
    rule = HebbianOnData(rb.Adaline(constrained=True))
    before, after = (rule.weights(*learnt(rule, np.zeros((rows, 3)), np.ones(rows))) for rows in (0, 1))
    assert np.array_equal(before, after)
    assert before.any()  # of fixed length, from the start


def test_only_hebbian_rules_are_changed_and_go_by_their_own_name():
    rule = rb.BayesLinear()
    assert regressing(rule) is rule
    changed = regressing(rb.Adaline(eta=0.5))
    assert changed == HebbianOnData(rb.Adaline(eta=0.5))
    assert changed.title == "adaline"
    assert changed.parameters == rb.Adaline(eta=0.5).parameters
