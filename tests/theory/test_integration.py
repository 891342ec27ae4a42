"""Curves as solutions of differential equations in ln(alpha)."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory import integration
from rosenblatt.theory.integration import follow


@pytest.mark.parametrize("ends", [0, 4], ids=["at once", "half-way"])
def test_where_the_solver_gives_up_another_goes_on(monkeypatch, ends):
    # A slope that is 1e9 times as steep across the curve, 1/alpha, as along it; whether LSODA fails hangs on rounding.
    solver, used = integration.solve_ivp, []

    def gives_up(*arguments, method, **how):
        used.append(method)
        solution = solver(*arguments, method=method, **how)
        if method == "LSODA":
            solution.success, solution.t, solution.y = False, solution.t[:ends], solution.y[:, :ends]
        return solution

    monkeypatch.setattr(integration, "solve_ivp", gives_up)
    alpha = np.geomspace(1e-2, 1e3, 11)
    both = follow(
        "stiff",
        lambda now, state: [-1e9 * (state[0] - 1.0 / now) - now**-2, 1.0 / now],
        1e-3,
        [1e3, 0.0],
        alpha,
        absolute=1e-12,
        remedy="",
    )
    assert used == ["LSODA", "BDF"]
    assert both == pytest.approx(np.array([1.0 / alpha, np.log(1e3 * alpha)]), rel=1e-8)


def test_a_curve_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(integration, "CALLS", 20)
    with pytest.raises(RuntimeError, match="gave up after 20 steps. Take a smaller alpha.* declare every kink"):
        rb.learning_curve("rosenblatt", 10.0)


def test_a_power_law_is_followed_over_ten_decades():
    alpha = np.geomspace(1e-4, 1e6, 11)
    how = dict(absolute=1e-30, remedy="")
    (state,) = follow("power", lambda now, state: [-0.5 * state[0] / now], 1e-5, [1e-5**-0.5], alpha, **how)
    assert state == pytest.approx(alpha**-0.5, rel=1e-8)


def test_a_start_is_kept_until_something_changes():
    both = follow("step", lambda now, state: [0.0, 2.0], 1e-9, [3.0, -1.0], np.array([1.0, 4.0]), absolute=0, remedy="")
    assert both == pytest.approx(np.array([[3.0, 3.0], [1.0, 7.0]]), rel=1e-7)


def test_a_curve_that_is_not_finite_says_what_to_do():
    message = "learning curve of 'hole' must stay finite.* Take a smaller alpha."
    with pytest.raises(RuntimeError, match=message):
        follow(
            "hole",
            lambda now, state: [math.nan if now > 1.0 else 1.0],
            1e-9,
            [1.0],
            np.array([2.0]),
            absolute=1e-30,
            remedy="Take a smaller alpha.",
        )


@pytest.mark.parametrize("averages", ["auto", "closed-form", "quadrature"])
def test_a_curve_that_grows_without_bound_is_not_taken_for_one_with_kinks(averages):
    message = r"'adaline' must stay finite; it has grown to .* by alpha=4.* .*a smaller rate"
    with pytest.raises(RuntimeError, match=message):
        rb.learning_curve(rb.Adaline(eta=5.0), 1e4, averages=averages)  # Q grows like exp(eta (eta - 2) alpha)
