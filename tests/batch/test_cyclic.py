"""The perceptron theorem on every run, and an end on data that have no separator."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.batch.cyclic import PATIENCE, correction_bound, cyclic_perceptron


def plain_algorithm(x, labels, max_passes, start=0.0, threshold=0.0):
    """The definition: one example after the other."""
    weights, corrections = np.zeros(x.shape[1]) + start, 0
    for number in range(1, max_passes + 1):
        mistakes = 0
        for row, label in zip(x, labels, strict=True):
            if label * (weights @ row - threshold) <= 0.0:
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
    monkeypatch.setattr(cyclic, "correction_bound", lambda *data, **how: 3.0)
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


@pytest.mark.parametrize(("threshold", "length"), [(0.0, 30.0), (5.0, 0.0), (-5.0, 30.0)])
def test_any_start_and_a_threshold_that_stays(separable, random, threshold, length):
    x, labels, teacher = separable
    start = length * random.standard_normal(8)
    weights, corrections, passes = plain_algorithm(x, labels, 10_000, start, threshold)
    result = cyclic_perceptron(x, labels, start=start, threshold=threshold, separator=teacher)
    assert (result.corrections, result.passes, result.separable) == (corrections, passes, True)
    assert result.weights == pytest.approx(weights, abs=1e-9)
    assert result.length[-1] == pytest.approx(np.linalg.norm(weights))
    assert result.projection[-1] == pytest.approx(weights @ teacher / np.linalg.norm(teacher))
    assert result.corrections <= result.bound


def test_the_bound_is_reached_by_orthogonal_examples_from_any_part_of_the_way():
    x, labels, ones = np.eye(9), np.ones(9), np.ones(9)
    for learnt in range(10):
        start = 0.5 * np.repeat([1.0, 0.0], [learnt, 9 - learnt])
        result = cyclic_perceptron(x, labels, start=start, eta=0.5, separator=ones)
        assert result.corrections == 9 - learnt == pytest.approx(result.bound, abs=1e-9)


def test_the_bound_is_the_larger_root_of_its_quadratic_equation(separable, random):
    x, labels, teacher = separable
    u = teacher / np.linalg.norm(teacher)
    margin, square = (labels * (x @ u)).min(), (x**2).sum(axis=1).max()
    for start in (random.standard_normal(8), -1e3 * u, 1e4 * u + random.standard_normal(8)):
        n = correction_bound(x, labels, teacher, start=start, eta=0.3, threshold=0.6)
        left, right = (start @ u / 0.3 + n * margin) ** 2, start @ start / 0.09 + n * (square + 4.0)
        assert left == pytest.approx(right, rel=1e-9)


def test_weights_that_separate_are_not_corrected(separable):
    x, labels, teacher = separable
    result = cyclic_perceptron(x, labels, start=teacher, separator=teacher)
    assert (result.corrections, result.passes) == (0, 1)
    assert result.alignment.size == result.projection.size == 0


def test_a_start_of_another_shape_or_not_finite_is_refused(separable):
    x, labels, _ = separable
    with pytest.raises(ValueError, match=r"start must have shape \(8,\); got \(7,\). Leave it out"):
        cyclic_perceptron(x, labels, start=np.zeros(7))
    with pytest.raises(ValueError, match="start must be finite; got NaN"):
        cyclic_perceptron(x, labels, start=np.full(8, np.nan))


def test_a_threshold_of_the_wrong_sign_is_proved_to_prevent_learning():
    x, labels = np.array([[1.0], [2.0]]), np.array([-1.0, 1.0])
    assert cyclic_perceptron(x, labels, threshold=3.0, eta=0.1).separable is True
    for threshold in (0.0, -3.0):
        assert cyclic_perceptron(x, labels, threshold=threshold).separable is False
