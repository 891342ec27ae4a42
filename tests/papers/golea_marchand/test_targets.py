"""Targets with all their inputs, learnt from samples and from estimates."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.golea_marchand.targets import (
    Errors,
    Target,
    all_ones,
    learnt_from_estimates,
    learnt_from_rows,
    targets,
)


def test_a_target_is_learnt_from_its_own_probabilities():
    # Three fair signs with a majority: each variable decides if the other two differ, which is half of the time.
    target = Target(np.full(3, 0.5), np.array([1, -1, 1]), 0)
    assert target.mass.tolist() == [0.125] * 8
    assert target.p_positive == 0.5
    assert target.counts(target.mass).influences().tolist() == [1.0, -1.0, 1.0]
    learnt = learnt_from_rows(target, target.mass, 0.1)
    assert learnt.weights.tolist() == [1, -1, 1]
    assert target.error(learnt) == 0.0


def test_estimates_without_errors_are_the_sample_of_all_inputs():
    for target in targets(3, 60):
        none = Errors(0.0, np.zeros(target.n), np.zeros(target.n), np.zeros(2 * target.n + 2))
        learnt, from_rows = learnt_from_estimates(target, none, 0.1), learnt_from_rows(target, target.mass, 0.1)
        assert learnt.weights.tolist() == from_rows.weights.tolist()
        assert target.error(learnt) == pytest.approx(target.error(from_rows), abs=1e-12)


def test_every_estimate_is_used(random):
    # Four fair signs that must all be +1: P(g = +1) = 1/16, influence 1/4, P(g = +1 | w.x > 0) = 1/5.
    target, zeros = all_ones(4, 0.5), np.zeros(4)
    epsilon, rest = 0.05, np.zeros(10)
    assert target.p_positive == 0.0625
    assert learnt_from_estimates(target, Errors(0.0, zeros, zeros, rest), epsilon).weights.tolist() == [1] * 4
    rarer = learnt_from_estimates(target, Errors(-0.03, zeros, zeros, rest), epsilon)
    assert rarer.statement.startswith("Always -1")
    sure = learnt_from_estimates(target, Errors(0.0, np.array([0.5, 0, 0, 0]), zeros, rest), epsilon)
    assert sure.neglected.tolist() == [True, False, False, False]
    idle = learnt_from_estimates(target, Errors(0.0, zeros, np.array([0, -0.25, 0, 0]), rest), epsilon)
    assert idle.weights.tolist() == [1, 0, 1, 1]
    lower = learnt_from_estimates(target, Errors(0.0, zeros, zeros, np.full(10, 0.8)), epsilon)
    assert lower.threshold == 0
    corner = Errors.corner(random, 4, (0.1, 0.2, 0.3, 0.4))
    assert (abs(corner.positive), len(corner.conditionals)) == (0.1, 10)
    assert np.abs(corner.influences).tolist() == [0.3] * 4


def test_a_sample_has_as_many_examples_as_it_should(random):
    target = all_ones(3, 0.9)
    assert target.sample(random, 10**10).sum() == 10**10
