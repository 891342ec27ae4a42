"""From several N to infinity: exact cases, theory, what deviates, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.plots import new_figure
from tests.helpers import Z_LIMIT

QUIET = {"progress": False}


def test_q_of_hebb_has_its_limit_and_its_slope(seed):
    # <Q> = (2/pi)(alpha^2 - alpha/N) + alpha exactly.
    study = rb.finite_size("hebb", alpha=[1, 3], n=[10, 20, 40], runs=3000, column="q_norm", seed=seed, **QUIET)
    alpha = study.frame["alpha"].to_numpy()
    limit, slope = 2.0 / math.pi * alpha**2 + alpha, -2.0 / math.pi * alpha
    assert (np.abs(study.frame["limit"] - limit) < Z_LIMIT * study.frame["limit_sem"]).all()
    assert (np.abs(study.frame["slope"] - slope) < Z_LIMIT * study.frame["slope_sem"]).all()
    assert study.frame["theory"].to_numpy() == pytest.approx(limit, rel=1e-9)
    assert (study.frame["slope"].abs() > 10.0 * study.frame["slope_sem"]).all()
    assert study.simulations[0].method == "chain with control variates"


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        ("rosenblatt", {"noise": 0.1}),
        ("bayes-hebb", {}),
        ("rosenblatt", {"batch": 0.5}),
        ("clipped-hebb", {"inputs": "binary"}),
    ],
    ids=str,
)
def test_limits_are_those_of_theory_in_any_scenario(rule, how, seed):
    study = rb.finite_size(rule, alpha=[2.0], n=[50, 100, 200], runs=300, seed=seed, **QUIET, **how)
    assert abs(study.frame["z"][0]) < Z_LIMIT
    assert study.points["deviation"].abs().max() < Z_LIMIT


def test_a_size_that_deviates_is_named_and_a_curvature_found(seed):
    how = dict(alpha=5.0, n=[4, 8, 16, 64], runs=4000, seed=seed, **QUIET)
    study = rb.finite_size("hebb", order=1, **how)  # at N = 4 there is a term in 1/N^2
    assert set(study.deviating["n"]) >= {4}
    assert study.frame["p_value"][0] < 1e-6
    assert f"{len(study.deviating)} of 4 points deviate from the law" in repr(study)
    curved = rb.finite_size("hebb", **how).frame
    assert abs(curved["curvature"][0]) > 5.0 * curved["curvature_sem"][0]
    assert abs(curved["z"][0]) < Z_LIMIT


def test_a_size_has_the_same_runs_whatever_else_there_is(seed):
    some = rb.finite_size("hebb", alpha=[1.0], n=[20, 40], runs=50, seed=seed, **QUIET)
    more = rb.finite_size("hebb", alpha=[1.0, 2.0], n=[10, 20, 40], runs=80, seed=seed, threads=1, **QUIET)
    for one, other in zip(some.simulations, more.simulations[1:], strict=True):
        assert np.array_equal(one.samples["r"][:, 0], other.samples["r"][:50, 0])
        assert np.array_equal(one.samples["r_control"][:, 0], other.samples["r_control"][:50, 0])
    assert not np.array_equal(some.simulations[0].samples["r"], some.simulations[1].samples["r"])


def test_examples_that_are_not_whole_are_shifted_by_theory(seed):
    # alpha n = 7.5 and 15 examples: at N = 5, 8 are learnt instead. <R> = alpha sqrt(2/pi) exactly.
    study = rb.finite_size("hebb", alpha=1.5, n=[5, 10], runs=4000, column="r", seed=seed, **QUIET)
    exact = 1.5 * math.sqrt(2.0 / math.pi)
    points = study.points
    assert study.simulations[0].frame["alpha"][0] == pytest.approx(1.6)
    assert (np.abs(points["mean"] - exact) < Z_LIMIT * points["sem"]).all()
    assert points["sem"].max() < 0.02  # the shift is 0.08


def test_another_column_needs_no_other_runs(seed):
    study = rb.finite_size("rosenblatt", alpha=2.0, n=[20, 40], runs=50, seed=seed, **QUIET)
    other = study.of("overlap")
    assert other.simulations is study.simulations
    direct = rb.finite_size("rosenblatt", alpha=2.0, n=[20, 40], runs=50, column="overlap", seed=seed, **QUIET)
    assert other.frame.equals(direct.frame)
    assert other.points.equals(direct.points)


def test_without_theory_there_is_a_limit_but_no_z(seed):
    study = rb.finite_size("scw", alpha=2.0, n=[10, 20, 40], runs=50, seed=seed, **QUIET)
    assert "has none" in study.no_theory
    assert math.isnan(study.frame["z"][0])
    assert math.isfinite(study.frame["limit"][0])
    with pytest.raises(ValueError, match=r"alpha times n must be a whole number .* alpha=0.25 with n=10"):
        rb.finite_size("scw", alpha=0.25, n=[10, 20], runs=5, **QUIET)


def test_the_picture_has_points_laws_and_theory(seed):
    study = rb.finite_size("hebb", alpha=[1.0, 2.0], n=[20, 40], runs=50, seed=seed, **QUIET)
    _, ax = new_figure()
    study.plot(ax)
    crosses = [line for line in ax.get_lines() if line.get_marker() == "x" and len(line.get_xdata())]
    expected = study.frame["theory"] / study.frame["limit"]
    assert [line.get_ydata()[0] for line in crosses] == pytest.approx(expected.tolist())
    assert "1/N" in ax.get_xlabel()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (dict(n=[50]), "n must have two sizes or more"),
        (dict(n=50), "n must have two sizes or more"),
        (dict(n=[2, 50]), "n must be at least 3"),
        (dict(runs=1), "runs must be at least 2"),
        (dict(column="q"), "column must be one of"),
        (dict(order=3), "order must be 1 or 2"),
        (dict(order=2), "n must have more sizes than order = 2; got 2"),
        (dict(method="quick"), "method must be one of auto, controlled"),
        (dict(method="controlled", inputs="binary"), "binary inputs are not rotation-invariant"),
        (dict(noise=0.7), "noise must be in"),
        (dict(rule="hebbb"), "hebbb"),
    ],
    ids=str,
)
def test_mistakes(change, message):
    with pytest.raises(ValueError, match=message):
        rb.finite_size(**{"rule": "hebb", "alpha": 1.0, "n": [10, 20], "runs": 5, **QUIET, **change})
