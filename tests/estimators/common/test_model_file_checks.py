"""Checks of what is read from a saved model: each names what must be, and what was got."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.common import model_file_checks as checks
from rosenblatt.estimators.common.model_file_checks import Damaged


@pytest.mark.parametrize(
    ("check", "good", "bad", "said"),
    [
        (lambda v: checks.check_keys("a", v, ("b", "c")), {"b": 1, "c": 2}, {"b": 1}, "a must have b, c; it lacks 'c'"),
        (lambda v: checks.check_keys("a", v, ("b",)), {"b": 1}, {"b": 1, "c": 2}, "a must have b; it has 'c'"),
        (lambda v: checks.check_keys("a", v, ("b",)), {"b": 1}, [1], r"a must have b; got \[1\]"),
        (lambda v: checks.whole("a", v, 1, 1e15), 3, 3.0, r"a must be a whole number from 1 to 1e\+15; got 3.0"),
        (lambda v: checks.whole("a", v, 1, 9), 9, 10**400, "got 1000000.*0\\.\\.\\."),
        (lambda v: checks.whole("a", v, 1, 9), 1, True, "got True"),
        (lambda v: checks.number("a", v, 0.0, 1.0), 0.5, float("nan"), "a must be a number from 0 to 1; got nan"),
        (lambda v: checks.number("a", v, 0.0, 1.0), 1, "1", "got '1'"),
        (lambda v: checks.truth("a", v), True, 1, "a must be true or false; got 1"),
        (lambda v: checks.scalar("a", v), None, [], r"a must be a number, .*; got \[\]"),
        (lambda v: checks.texts("a", v, (0, 2)), ["b", "c"], ["b"], r"a must be 0 or 2 texts; got \['b'\]"),
        (lambda v: checks.texts("a", v, (1,)), ["b"], [1], r"got \[1\]"),
        (lambda v: checks.shape("a", v, 2, 1), np.ones((2, 1)), np.ones(2), r"float64 of shape \(2, 1\); got .*\(2,\)"),
        (lambda v: checks.shape("a", v, 2), np.ones(2), np.ones(2, dtype=int), "got int64"),
        (lambda v: checks.lengths("a", v, 2), np.ones((2, 1)), np.ones((2, 0)), r"along 2 axes; got shape \(2, 0\)"),
        (
            lambda v: checks.within("a", v, 0.0, 1.0),
            np.ones(2),
            np.array([0.0, 1.5]),
            "a must be from 0.0 to 1.0; got 1.5",
        ),
        (lambda v: checks.within("a", v, 0.0, 1.0), np.zeros(2), np.array([-1.0, 0.5]), "got -1.0"),
        (lambda v: checks.within("a", v, 0.0, 1.0), np.zeros(2), np.array([0.5, np.nan]), "got nan"),
        (
            lambda v: checks.shares("a", v),
            np.full((3, 2), 0.5),
            np.full((3, 2), 0.4),
            "sums of a must be from .* got 0.8",
        ),
        (lambda v: checks.shares("a", v), np.array([0.0, 1.0]), np.array([-1.0, 2.0]), "a must be from .* got -1.0"),
    ],
)
def test_what_must_be_and_what_was_got(check, good, bad, said):
    check(good)
    with pytest.raises(Damaged, match=said):
        check(bad)


def test_values_are_shown_in_a_line():
    assert checks.shown(1) == "1"
    assert len(checks.shown(list(range(1000)))) <= 42
    assert checks.shown(10**5000) == "a number of thousands of digits"


def test_parameters_are_scalars_by_name():
    assert checks.parameters({"a": 1, "b": None}, ("a", "b")) == {"a": 1, "b": None}
    for wrong in ({"a": 1}, {"a": 1, "b": [2]}, [1, 2]):
        with pytest.raises(Damaged):
            checks.parameters(wrong, ("a", "b"))
