"""Simulated committees follow the theory, by vectors and by the chain."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.papers.chance import over_allowed

START = {"r0": [[0.2, 0.05], [0.0, 0.1]], "q0": [[0.25, 0.0], [0.0, 0.16]]}


@pytest.mark.parametrize("teacher", [None, [[1.0, 0.3], [0.3, 1.5]], [[1.0, 1.0], [1.0, 1.0]]], ids=str)
@pytest.mark.parametrize(("method", "n", "runs"), [("chain", 4000, 40), ("vector", 400, 40)])
def test_it_follows_the_theory(method, n, runs, teacher):
    alpha, start = [0.5, 2.0, 8.0], {**START, "teacher": teacher}
    if teacher is not None:
        start["r0"] = [[0.2, 0.2], [0.1, 0.1]]
    theory = rb.soft_committee(alpha, noise=0.1, **start).frame
    frame = rb.simulate_soft_committee(n=n, alpha=alpha, runs=runs, noise=0.1, method=method, seed=3, **start).frame
    for column in ("error", "r_11", "r_22", "q_12", "q_22"):
        found = over_allowed(frame[column], theory[column], frame[f"{column}_sem"], runs=runs, bias=3.0 / n)
        assert found < 1.0, column


def test_every_run_starts_with_the_overlaps_that_were_asked_for():
    result = rb.simulate_soft_committee(n=50, alpha=[0.0, 0.1], runs=3, k=2, m=3, eta=0.1)
    assert result.samples["r_11"][:, 0] == pytest.approx(1e-3)
    assert result.samples["q_22"][:, 0] == pytest.approx(0.25)
    assert result.samples["q_12"][:, 0] == pytest.approx(0.0)
    assert result.frame["examples"].tolist() == [0, 5]


@pytest.mark.parametrize("method", ["chain", "vector"])
def test_it_starts_with_any_teacher(method):
    start = {"r0": [[0.2, 0.1], [0.0, 0.3]], "q0": [[0.5, 0.1], [0.1, 0.4]], "teacher": [[1.0, 0.3], [0.3, 1.5]]}
    result = rb.simulate_soft_committee(n=50, alpha=0.0, runs=1, method=method, **start)
    names = ["r_11", "r_12", "r_21", "r_22", "q_11", "q_12", "q_22", "error"]
    expected = rb.soft_committee(0.0, **start).frame[names].to_numpy()
    assert result.frame[names].to_numpy() == pytest.approx(expected, abs=1e-12)


def test_a_step_that_is_far_too_large_is_simulated_all_the_same():
    frame = rb.simulate_soft_committee(n=10, alpha=1.0, runs=2, eta=1e6, noise=1e9).frame
    assert frame["error"].between(0.0, 10.0).all()


def test_the_same_seed_gives_the_same_numbers():
    how = {"n": 30, "alpha": [1.0, 2.0], "runs": 4, "eta": 0.5}
    one, again, other = (rb.simulate_soft_committee(seed=seed, **how).frame for seed in (1, 1, 2))
    assert one.equals(again)
    assert not one.equals(other)


def test_it_shows_and_draws_itself():
    from rosenblatt import plots

    result = rb.simulate_soft_committee(n=30, alpha=[1.0, 2.0], runs=4)
    assert repr(result).startswith("soft committee of 2 units, teacher of 2, eta = 1, 4 runs of N = 30 (chain)\n")
    _, ax = plots.new_figure()
    result.plot(ax, "r_11")
    assert np.array_equal(ax.containers[0].lines[0].get_ydata(), result.frame["r_11"])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"n": 4}, "n must be"), ({"method": "events"}, "method must be"), ({"runs": 0}, "runs must")],
)
def test_wrong_arguments_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        rb.simulate_soft_committee(**{"n": 30, "alpha": [1.0], **wrong})
