"""Every check returns what it lets pass, and names parameter, constraint, value and remedy of what it does not."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest

from rosenblatt import checks

SIZE = "The theory needs a plane and something outside it: take n = 3 or more."


@pytest.mark.parametrize(
    ("check", "value", "result"),
    [
        (partial(checks.number, "a"), np.float32(0.5), 0.5),
        (partial(checks.number, "a"), -3, -3.0),
        (partial(checks.positive, "a"), 1e-300, 1e-300),
        (partial(checks.not_negative, "a"), 0, 0.0),
        (checks.noise, 0.0, 0.0),
        (checks.noise, math.nextafter(0.5, 0.0), math.nextafter(0.5, 0.0)),
        (partial(checks.fraction, "a"), 0.3, 0.3),
        (partial(checks.below_one, "a", remedy="Take less."), 0, 0.0),
        (partial(checks.whole, "a", least=2, remedy="Take two."), np.float64(2.0), 2),
        (checks.size, 3, 3),
        (checks.seed, 10**30, 10**30),  # a large integer keeps its digits
        (partial(checks.one_of, "a", allowed=("x", "y")), "y", "y"),
    ],
)
def test_what_is_right_is_returned(check, value, result):
    assert check(value) == result
    assert type(check(value)) is type(result)


@pytest.mark.parametrize(
    ("check", "value", "message"),
    [
        (partial(checks.number, "a"), math.inf, "a must be finite; got inf. Pass a finite number."),
        (partial(checks.number, "a"), 10**400, "a must be a number below 1e308; got one with 401 digits."),
        (partial(checks.moderate, "a"), 1e155, "in size; got 1e+155. Take a smaller number."),
        (partial(checks.moderate, "a"), -1e-160, "in size; got -1e-160. Take 0, or a larger number."),
        (partial(checks.positive, "a"), np.float64(0.0), "a must be above 0; got 0.0. Pass a number above 0."),
        (partial(checks.not_negative, "a"), -1, "a must be at least 0; got -1. Pass 0 or more."),
        (
            checks.noise,
            -0.1,
            "noise must be in [0, 0.5); got -0.1. It is the probability that a label is flipped: take 0 or more.",
        ),
        (
            checks.noise,
            0.5,
            "noise must be in [0, 0.5); got 0.5. At one half the labels say nothing about the rule: take less.",
        ),
        (
            checks.noise,
            0.7,
            "noise must be in [0, 0.5); got 0.7. "
            "Labels that are wrong more often than not carry the opposite rule: flip them.",
        ),
        (
            partial(checks.fraction, "a"),
            1.0,
            "a must be in (0, 1); got 1.0. It is a probability that shall be small.",
        ),
        (partial(checks.below_one, "a", remedy="Less."), 1, "a must be in [0, 1); got 1. Less."),
        (checks.size, 2, f"n must be at least 3; got 2. {SIZE}"),
        (checks.size, 3.5, f"n must be a whole number; got 3.5. {SIZE}"),
        (
            checks.seed,
            -1,
            "seed must be at least 0; got -1. Pass a whole number, 0 or more, so that the run can be repeated.",
        ),
        (partial(checks.one_of, "a", allowed=("hebb", "adaline")), "heb", "Did you mean 'hebb'?"),
        (
            partial(checks.one_of, "a", allowed=("hebb", "adaline")),
            "zzz",
            "a must be one of hebb, adaline; got 'zzz'. Choose one of: adaline, hebb.",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_remedy(check, value, message):
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the whole message is looked at
        check(value)
    assert str(error.value).endswith(message)


@pytest.mark.parametrize("value", ["1", None, [1.0], object, True, np.False_])
def test_what_is_no_number_is_a_type_error(value):
    with pytest.raises(TypeError, match="a must be a number; got .*Pass a plain number"):
        checks.number("a", value)


class TestAlphaGrid:
    def test_a_number_is_a_grid_of_one(self):
        assert checks.alpha_grid(2).tolist() == [2.0]
        assert checks.alpha_grid((5, 1)).tolist() == [5.0, 1.0]
        assert checks.alpha_grid([0, 1]).tolist() == [0.0, 1.0]  # the start

    @pytest.mark.parametrize(
        ("alpha", "kind", "message"),
        [
            (None, TypeError, "alpha must be a number or a sequence of numbers; got None"),
            ("a", TypeError, "alpha must be a number or a sequence of numbers; got 'a'"),
            ([], ValueError, r"alpha must be a number or a non-empty sequence; got shape \(0,\)"),
            ([[1.0]], ValueError, r"alpha must be a number or a non-empty sequence; got shape \(1, 1\)"),
            ([1.0, -0.5], ValueError, "alpha must be at least 0; got -0.5. It is the number of examples per weight"),
            ([1.0, math.nan], ValueError, "alpha must be finite; got nan"),
            (True, TypeError, "alpha must be a number or a sequence of numbers; got True"),
            (["1"], TypeError, "alpha must be a number or a sequence of numbers; got "),
            (np.array([True]), TypeError, "alpha must be a number or a sequence of numbers; got "),
            ([1.0, 1e300], ValueError, "alpha must be 0 or between 1e-75 and 1e\\+150 in size; got 1e\\+300"),
            (10**400, ValueError, "alpha must be 0 or between 1e-75 and 1e\\+150; got one above 1e308"),
            (np.ones(1_000_001), ValueError, "alpha must have at most 1,000,000 points; got 1,000,001. Take fewer."),
        ],
    )
    def test_another_is_refused(self, alpha, kind, message):
        with pytest.raises(kind, match=message):
            checks.alpha_grid(alpha)

    def test_examples_are_the_nearest_whole_numbers(self):
        assert checks.whole_examples(np.array([0.1, 0.26, 2.0]), 10).tolist() == [1, 3, 20]
        assert checks.whole_examples(np.array([0.0, 1.0]), 10).tolist() == [0, 10]
        with pytest.raises(ValueError, match=r"alpha must be 0 or at least one example, 1/n = 0.1; got 0.04"):
            checks.whole_examples(np.array([0.04, 1.0]), 10)
        with pytest.raises(ValueError, match=r"alpha must be at most 1e\+15/n; got 2e\+16 with n = 10"):
            checks.whole_examples(np.array([1.0, 2e16]), 10)
