"""The table from which labels of a user's channel are drawn."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from rosenblatt.scenario import OwnChannel
from rosenblatt.scenario.channels.drawing_table import TOLD_APART, drawing_table, probability_from_table
from tests.helpers.channels import lopsided


@pytest.mark.parametrize(
    ("function", "breaks"),
    [(expit, []), (lopsided, [0.3]), (lambda b: np.minimum(np.abs(b), 1.0), [-1.0, 0.0, 1.0])],
    ids=["smooth", "jump", "kinks"],
)
def test_it_is_the_function(function, breaks, random):
    table, wrong = drawing_table(function, breaks, -12.0, 12.0)
    assert wrong < 1e-9
    near = np.concatenate([random.uniform(-14.0, 14.0, 2000), *(np.array(breaks)[:, None] + [-1e-6, 1e-6, 1e-3])])
    found = [probability_from_table(field, -12.0, 12.0, 0, table.ravel()) for field in near.tolist()]
    assert found == pytest.approx(function(np.clip(near, -12.0, 12.0)), abs=1e-9)


def test_functions_too_steep_are_known():
    assert OwnChannel(lopsided).drawing_error < TOLD_APART < OwnChannel(lambda b: expit(300.0 * b)).drawing_error


def test_a_break_that_is_not_told_is_seen():
    assert drawing_table(lopsided, [], -12.0, 12.0)[1] > 0.1
