"""Students of teachers that change: what they lack, and from which start."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.kinouchi_caticha.changing_teacher import CHANGE, DRIFTS, LAST, TRACKING, settling_time, tracked
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.tracking import stationary


def test_students_have_settled_when_they_are_measured():
    for drift in DRIFTS:
        for noise in (0.0, 0.1):
            early = learning_curve("bayes-hebb", [settling_time(drift)], noise=noise, drift=drift).frame["overlap"][0]
            late = stationary("bayes-hebb", drift, noise=noise)["overlap"]
            assert 1.0 - early**2 == pytest.approx(1.0 - late**2, rel=1e-3)


def test_students_start_with_the_error_of_ignorance_and_learn(context):
    found = tracked(context)
    assert list(found) == list(TRACKING)
    for error in found.values():
        assert len(error) == round(2 * LAST)
        assert (np.diff(error[:6]) < 0.0).all()
        assert error[round(2 * CHANGE)] > 10.0 * error[round(2 * CHANGE) - 1]
