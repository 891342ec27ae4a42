"""Students that learn in batches: one law by both methods, and that of the theory."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT
from tests.helpers.laws import assert_same_law
from tests.helpers.rules import decaying, margin

ALPHA = [1.0, 3.0]


@pytest.mark.parametrize(
    "rule", [rb.Rosenblatt(weight_decay=0.3), rb.Normalised(eta=0.5), margin()], ids=lambda rule: rule.name
)
def test_the_chain_is_the_law_of_the_vectors(rule, seed):
    how = dict(n=8, alpha=ALPHA, runs=1000, noise=0.1, batch=0.5)
    vector = rb.simulate(rule, method="vector", seed=seed, **how)
    assert_same_law(vector, rb.simulate(rule, method="chain", seed=seed + 1000, **how))


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        (rb.Rosenblatt(), dict(batch=1.0, start=(0.3, 1.0))),
        (rb.Rosenblatt(weight_decay=0.3), dict(batch=1.0)),
        (rb.Normalised(eta=0.5), dict(batch=0.5)),
        (margin(), dict(batch=0.25, start=(-0.5, 1.0), noise=0.1)),
        (decaying(), dict(batch=0.5)),
        (rb.Adaline(eta=0.5), dict(batch=0.5, noise=0.1)),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_theory_and_simulation(rule, how, seed):
    n = 1000
    theory = rb.learning_curve(rule, ALPHA, **how).frame
    found = rb.simulate(rule, n=n, alpha=ALPHA, runs=100, seed=seed, **how)
    assert found.method == "chain"
    for column in ("r", "overlap", "disagreement_of_overlap"):
        error = found.frame[f"{column.replace('disagreement_of_overlap', 'disagreement')}_sem"]
        known = theory[column.replace("_of_overlap", "")]
        assert (np.abs(found.frame[column] - known) < Z_LIMIT * error + 3.0 / n).all(), column


def test_alpha_is_that_of_whole_batches():
    found = rb.simulate("hebb", n=10, alpha=[0.0, 0.8, 2.0], runs=2, batch=0.7)
    assert found.frame["examples"].tolist() == [0, 7, 21]
    assert "batches of 0.7 N" in str(found)


def test_other_inputs_and_readouts_are_followed_by_vectors(seed):
    binary = rb.simulate("rosenblatt", n=301, alpha=4.0, runs=40, batch=1.0, inputs="binary", seed=seed)
    assert binary.method == "vector"
    theory = rb.learning_curve("rosenblatt", 4.0, batch=1.0).frame
    close = Z_LIMIT * binary.frame["overlap_sem"][0] + 3.0 / 301
    assert abs(binary.frame["overlap"][0] - theory["overlap"][0]) < close
    clipped = rb.simulate("rosenblatt", n=301, alpha=4.0, runs=40, batch=1.0, readout="clipped", seed=seed)
    known = rb.learning_curve("rosenblatt", 4.0, batch=1.0, readout="clipped").frame["overlap"][0]
    assert abs(clipped.frame["overlap"][0] - known) < Z_LIMIT * clipped.frame["overlap_sem"][0] + 3.0 / 301


@pytest.mark.parametrize(
    ("rule", "how", "message"),
    [
        ("rosenblatt", dict(method="events"), "batches of 1 N cannot be followed this way. Use method='chain'"),
        ("rosenblatt", dict(drift=0.1), "a teacher that drifts is not followed with batches of 1 N. Change the"),
        ("bayes-hebb", {}, "'bayes-hebb' is more than a modulation. Change the scenario"),
        ("rosenblatt", dict(momentum=rb.Momentum(2.0, 2.0)), "batch must be left out with momentum"),
        (rb.Rosenblatt(weight_decay=2.0), {}, "weight_decay must be below 1/batch = 1; got 2."),
    ],
)
def test_what_is_refused(rule, how, message):
    with pytest.raises(ValueError, match=message):
        rb.simulate(rule, n=10, alpha=2.0, runs=2, batch=1.0, **how)
