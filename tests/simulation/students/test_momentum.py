"""Students with momentum: one law by both methods, and that of the theory."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT
from tests.helpers.laws import assert_same_law
from tests.helpers.rules import decaying, margin

ALPHA = [1.0, 5.0]
LASTING = rb.Momentum(gamma=2.0, rate=2.0)


@pytest.mark.parametrize(
    ("rule", "momentum"),
    [
        (rb.Rosenblatt(weight_decay=0.3), LASTING),
        (rb.Normalised(eta=0.5), rb.Momentum(0.5, 1.0)),
        (margin(), rb.FixedMomentum(0.5, 0.5)),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
@pytest.mark.parametrize("n", [4, 12])
def test_the_chain_is_the_law_of_the_vectors(rule, momentum, n, seed):
    how = dict(n=n, alpha=[0.5, 2.0], runs=800, noise=0.1, momentum=momentum)
    vector, chain = (
        rb.simulate(rule, method=method, seed=seed + k, **how) for k, method in ((0, "vector"), (1000, "chain"))
    )
    assert_same_law(vector, chain)
    for name in ("r_v", "x_v", "w_v"):
        a, b = vector.samples[name], chain.samples[name]
        spread = np.sqrt(a.var(axis=0) / len(a) + b.var(axis=0) / len(b))
        assert np.abs((a.mean(axis=0) - b.mean(axis=0)) / spread).max() < Z_LIMIT, name


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        (rb.Rosenblatt(), dict(momentum=LASTING, start=(0.3, 1.0))),
        (rb.Rosenblatt(weight_decay=0.3), dict(momentum=LASTING)),
        (rb.Normalised(eta=0.5), dict(momentum=LASTING)),
        (margin(), dict(momentum=rb.Momentum(0.5, 1.0), start=(-0.5, 1.0), noise=0.1)),
        (decaying(), dict(momentum=LASTING)),
        (rb.Adaline(), dict(momentum=LASTING, noise=0.1)),
        (rb.Rosenblatt(), dict(momentum=rb.FixedMomentum(0.9, 0.1), start=(0.3, 1.0))),
        (rb.Normalised(eta=0.5), dict(momentum=rb.FixedMomentum(0.8, 0.3))),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_theory_and_simulation(rule, how, seed):
    n = 1000
    theory = rb.learning_curve(rule, ALPHA, **how).frame
    found = rb.simulate(rule, n=n, alpha=ALPHA, runs=100, seed=seed, **how)
    assert found.method == "chain"
    for column in ("r", "overlap", "r_v", "x_v", "w_v"):
        if column in theory:
            error = found.frame[f"{column}_sem"]
            assert (np.abs(found.frame[column] - theory[column]) < Z_LIMIT * error + 3.0 / n).all(), column


def test_the_velocity_is_measured_and_named(seed):
    found = rb.simulate("hebb", n=50, alpha=[0.0, 1.0], runs=3, momentum=LASTING, seed=seed)
    assert found.frame[["r_v", "x_v", "w_v"]].iloc[0].tolist() == [0.0, 0.0, 0.0]
    assert set(found.samples) >= {"r_v", "x_v", "w_v"}
    assert "momentum with gamma = 2, rate = 2" in str(found)
    again = rb.simulate("hebb", n=50, alpha=[0.0, 1.0], runs=3, momentum=LASTING, seed=seed, threads=1)
    assert found.frame.equals(again.frame)


@pytest.mark.parametrize(
    ("rule", "how", "message"),
    [
        (
            "rosenblatt",
            dict(method="events"),
            "momentum with gamma = 2, rate = 2 cannot be followed this way. Use meth",
        ),
        ("rosenblatt", dict(drift=0.1), "a teacher that drifts is not followed with momentum"),
        ("bayes-hebb", {}, "'bayes-hebb' is more than a modulation. Change the scenario"),
        ("rosenblatt", dict(n=3, method="chain"), "this chain needs n = 4 or more. Use method='vector'"),
        ("rosenblatt", dict(momentum=rb.Momentum(20.0, 1.0)), "gamma must be below n = 10; got 20.0"),
    ],
)
def test_what_is_refused(rule, how, message):
    with pytest.raises(ValueError, match=message):
        rb.simulate(rule, **{"n": 10, "alpha": 2.0, "runs": 2, "momentum": LASTING, **how})
