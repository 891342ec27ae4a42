"""Which runs there are, and that each is the same whoever makes it."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.simulation.prepared import prepare
from rosenblatt.simulation.runs import Runs, make_runs, merged


def test_the_streams_are_those_that_numpy_spawns():
    children = np.random.SeedSequence(7).spawn(5)[2:]
    assert [str(seed) for seed in Runs(7, 2, 5).seeds()] == [str(seed) for seed in children]


def test_merged_runs():
    assert merged([Runs(1, 0, 3), Runs(0, 5, 9), Runs(0, 0, 5)]) == (Runs(0, 0, 9), Runs(1, 0, 3))
    assert merged([Runs(0, 0, 3), Runs(0, 4, 5)]) == (Runs(0, 0, 3), Runs(0, 4, 5))
    with pytest.raises(ValueError, match="other runs to be added; got runs 0 to 4 of seed 0 and 4 to 5 of seed 0"):
        merged([Runs(0, 4, 6), Runs(0, 0, 5)])


WORLDS = {
    "chain": ("hebb", {"noise": 0.1}),
    "events": ("rosenblatt", {"method": "events", "noise": 0.01}),
    "vector": ("rosenblatt", {"method": "vector"}),
    "blocks": ("hebb", {"inputs": rb.Covariance(eigenvalues=[2.0, 0.5])}),
    "weights": ("bayes-binary", {}),
    "batches": ("hebb", {"batch": 0.5}),
    "momentum": ("hebb", {"momentum": rb.Momentum(2.0, 1.0)}),
}


@pytest.mark.parametrize("name", WORLDS)
def test_runs_made_apart_are_the_same_bit_for_bit(name):
    rule, how = WORLDS[name]
    whole = rb.simulate(rule, n=16, alpha=[0.5, 2.0, 4.0], runs=6, seed=3, **how)
    prepared = prepare(rule, n=16, alpha=[0.5, 2.0, 4.0], runs=6, **how)
    kernel = prepared.follow.compile(prepared.experiment)
    parts = [
        make_runs(prepared, kernel, Runs(3, *ends), threading.Event(), lambda _: None) for ends in ((0, 1), (1, 6))
    ]
    for key, values in whole.samples.items():
        assert np.array_equal(np.concatenate([part[key] for part in parts]), values)
