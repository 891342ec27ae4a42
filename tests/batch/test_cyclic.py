"""The perceptron theorem on every run, and an end on data that have no separator."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.batch.cyclic import PATIENCE, correction_bound, cyclic_perceptron


def plain_algorithm(x, labels, max_passes):
    """The definition: one example after the other."""
    weights, corrections = np.zeros(x.shape[1]), 0
    for number in range(1, max_passes + 1):
        mistakes = 0
        for row, label in zip(x, labels, strict=True):
            if label * (weights @ row) <= 0.0:
                weights = weights + label * row
                mistakes += 1
        corrections += mistakes
        if not mistakes:
            return weights, corrections, number
    return weights, corrections, max_passes


@pytest.fixture
def separable(random):
    x, teacher = random.standard_normal((700, 8)), random.standard_normal(8)
    return x, np.where(x @ teacher > 0.0, 1.0, -1.0), teacher


def test_it_is_the_plain_algorithm(separable):
    x, labels, _ = separable
    weights, corrections, passes = plain_algorithm(x, labels, 10_000)
    result = cyclic_perceptron(x, labels)
    assert (result.corrections, result.passes, result.separable) == (corrections, passes, True)
    assert result.weights == pytest.approx(weights, abs=1e-10)
    assert (labels * (x @ result.weights) > 0.0).all()


def test_the_bound_and_the_alignment(separable):
    x, labels, teacher = separable
    result = cyclic_perceptron(x, labels, separator=teacher)
    longest = np.linalg.norm(x, axis=1).max()
    margin = (labels * (x @ teacher)).min() / np.linalg.norm(teacher)
    assert result.bound == pytest.approx((longest / margin) ** 2)
    assert result.corrections <= result.bound
    n = np.arange(1, result.corrections + 1)
    assert (result.alignment >= margin / longest * np.sqrt(n) - 1e-12).all()
    assert (result.alignment <= 1.0).all()


def test_a_violated_bound_would_be_noticed(separable, monkeypatch):
    from rosenblatt.batch import cyclic

    x, labels, teacher = separable
    monkeypatch.setattr(cyclic, "correction_bound", lambda *arguments: 3.0)
    with pytest.raises(AssertionError, match="the perceptron theorem is violated"):
        cyclic_perceptron(x, labels, separator=teacher)


def test_the_step_only_scales(separable):
    x, labels, _ = separable
    one, half = cyclic_perceptron(x, labels), cyclic_perceptron(x, labels, eta=0.5)
    assert half.weights == pytest.approx(0.5 * one.weights)


def test_data_without_a_separator_end_with_a_proof(random):
    x = random.standard_normal((60, 5))
    result = cyclic_perceptron(x, np.where(random.random(60) < 0.5, 1.0, -1.0))
    assert result.separable is False
    assert result.passes == PATIENCE
    assert "proved by a linear program" in result.statement


def test_data_without_a_separator_end_at_the_cap(random):
    x = random.standard_normal((60, 5))
    result = cyclic_perceptron(x, np.where(random.random(60) < 0.5, 1.0, -1.0), max_passes=20)
    assert result.separable is None
    assert "cap of 20 passes" in result.statement


def test_a_separator_that_does_not_separate(separable):
    x, labels, teacher = separable
    with pytest.raises(ValueError, match="separator must separate all examples; got a smallest margin of -"):
        correction_bound(x, labels, -teacher)


def test_a_slow_but_separable_set_is_finished_after_the_program_found_its_separator(random):
    # Nearly opposite examples: W gains a twentieth in each pass of what it needs twenty of.
    x = np.array([[1.0, 0.0], [-1.0, 0.05]])
    result = cyclic_perceptron(x, np.ones(2))
    assert result.passes > PATIENCE
    assert result.separable is True
    assert result.bound is not None
    assert result.corrections <= result.bound
