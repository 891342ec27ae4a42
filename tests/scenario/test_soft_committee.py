"""The overlaps of a committee: its error, and what starts there are."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.scenario.soft_committee import CommitteeState, columns_of, signs_of, starting_state


def test_a_student_that_is_its_teacher_does_not_err():
    assert CommitteeState(np.eye(3), np.eye(3), np.eye(3)).error == pytest.approx(0.0, abs=1e-15)
    assert signs_of(1, 2).tolist() == [-1.0, 1.0, 1.0]


def test_one_unit_errs_as_the_integral_says():
    """<(erf(y) - erf(x))^2>/2 for x of variance Q and covariance R with y, by Gauss-Hermite."""
    r, q = 0.4, 0.7
    t, weights = np.polynomial.hermite_e.hermegauss(80)
    weights = weights / weights.sum()
    erf = np.vectorize(math.erf)
    x = r * t[:, None] + math.sqrt(q - r * r) * t
    off = erf(t[:, None] / math.sqrt(2.0)) - erf(x / math.sqrt(2.0))
    assert CommitteeState(np.array([[r]]), np.array([[q]]), np.eye(1)).error == pytest.approx(
        0.5 * weights @ off**2 @ weights, rel=1e-9
    )


def test_numbers_stand_for_diagonals():
    state = starting_state(0.1, 0.5, 2, 3)
    assert state.r.tolist() == [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0]]
    assert state.q_norm.tolist() == [[0.5, 0.0], [0.0, 0.5]]
    assert state.units == (2, 3)
    assert list(columns_of([state])) == [
        "error",
        "r_11",
        "r_12",
        "r_13",
        "r_21",
        "r_22",
        "r_23",
        "q_11",
        "q_12",
        "q_22",
    ]


def test_overlaps_of_no_vectors_are_refused():
    with pytest.raises(ValueError, match="q0 must be symmetric and at least"):
        starting_state(1.0, 0.5, 1, 1)
