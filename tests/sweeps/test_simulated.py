"""The runs of a cell, in parts: each once, and the same whoever makes them."""

from __future__ import annotations

import dataclasses
import pickle
import threading

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.simulation.prepared import prepare
from rosenblatt.sweeps.simulated import Simulated
from rosenblatt.sweeps.work import PROBLEM, attempt


def work(rule="rosenblatt", runs=7, alpha=(4.0, 0.5, 2.0), seed=3, n=16, **how):
    return Simulated(prepare(rule, n=n, alpha=list(alpha), runs=runs, **how), runs, seed)


def complete(one, parts, seconds=1e-4):
    """Compute what is missing; return how many parts that were."""
    missing = one.missing(parts, seconds)
    for part in missing:
        assert part.name not in parts
        parts[part.name] = attempt(one, part, threading.Event(), lambda share: None)
    return len(missing)


WORLDS = {
    "chain": ("hebb", {"noise": 0.1}),
    "events": ("rosenblatt", {"method": "events", "noise": 0.01}),
    "decaying events": (rb.Rosenblatt(weight_decay=0.5), {"method": "events"}),
    "vector": ("rosenblatt", {"method": "vector", "drift": 0.5}),
    "blocks": ("hebb", {"inputs": rb.Covariance(eigenvalues=[2.0, 0.5])}),
    "gram": ("bayes-hebb", {}),
    "weights": ("bayes-binary", {}),
    "own": (lambda label, field: label if label * field <= 0.3 else 0.0, {}),
    "momentum": ("adaline", {"momentum": rb.Momentum(2.0, 1.0)}),
    "queries": ("hebb", {"queries": "orthogonal", "start": 0.3}),
}


@pytest.mark.parametrize("name", WORLDS)
def test_a_cell_is_what_simulate_returns_in_whatever_order_it_came_to_be(name):
    rule, how = WORLDS[name]
    whole = rb.simulate(rule, n=16, alpha=[4.0, 0.5, 2.0], runs=7, seed=3, **how)
    parts = {}
    complete(work(rule, runs=3, **how), parts)  # fewer runs, then others of them at other points, then all
    complete(work(rule, runs=5, alpha=(2.0,), **how), parts)
    one = work(rule, **how)
    complete(one, parts, seconds=1e9)
    found = one.result(parts)
    assert found.frame.equals(whole.frame)
    assert found.parts == whole.parts
    for name, column in one.columns(parts).items():
        assert np.array_equal(column, whole.frame[name], equal_nan=True)
    assert one.done(parts) == 1.0


def test_only_what_is_new_is_missing():
    parts = {}
    complete(work(runs=4), parts)
    assert work(runs=4).missing(parts, 1.0) == work(runs=2).missing(parts, 1.0) == []
    (more,) = work(runs=7).missing(parts, 1.0)
    assert more.of == (4, 7, (8, 32, 64))
    (point,) = work(runs=4, alpha=(4.0, 1.0)).missing(parts, 1.0)
    assert point.of == (0, 4, (16,))
    both = work(runs=6, alpha=(4.0, 1.0)).missing(parts, 1.0)
    assert [part.of for part in both] == [(0, 4, (16,)), (4, 6, (16, 64))]
    assert work(runs=8).done(parts) == 0.5


def test_few_long_runs_are_parts_of_their_own_and_many_short_ones_are_not():
    assert len(work(runs=1000, alpha=(1.0,)).missing({}, 1.0)) == 1
    long = Simulated(prepare("hebb", n=10**6, alpha=100.0, runs=3), 3, 0)
    assert [part.of[:2] for part in long.missing({}, 0.1)] == [(0, 1), (1, 2), (2, 3)]
    assert sum(part.cost for part in long.missing({}, 0.1)) == pytest.approx(long.seconds)


def test_the_key_is_of_everything_that_matters_and_of_nothing_else():
    same = {work().key, work(runs=9).key, work(alpha=(1.0,)).key, work(noise=0.0).key, work(rb.Rosenblatt()).key}
    assert len(same) == 1
    others = [
        work(seed=4),
        work(noise=0.1),
        work(n=17),
        work("hebb"),
        work(rb.Rosenblatt(eta=0.5)),
        work(method="vector"),
        work(teacher="binary"),
        work(readout="clipped", method="vector"),
        work(batch=0.5),
        work(lambda label, field: label if label * field <= 0.3 else 0.0),
        work(lambda label, field: label if label * field <= 0.4 else 0.0),
    ]
    assert len({other.key for other in others} | same) == len(others) + 1


def test_points_are_part_of_the_key_where_their_rounding_is_seen():
    how = {"rule": rb.Rosenblatt(weight_decay=0.5), "method": "events"}
    assert work(**how).key != work(**how, alpha=(4.0,)).key
    often, once = (rb.simulate(n=100, runs=3, seed=1, alpha=grid, **how) for grid in ([*range(1, 100), 100.3], 100.3))
    assert not np.array_equal(often.samples["r"][:, -1], once.samples["r"][:, 0])
    assert often.samples["r"][:, -1] == pytest.approx(once.samples["r"][:, 0], rel=1e-12)


def test_another_code_is_another_key(monkeypatch):
    from rosenblatt.sweeps import work as module

    before, asked = work().key, []
    monkeypatch.setattr(module, "named_code_digest", lambda *names: asked.extend(names) or "edited")
    assert work().key != before
    assert {"rosenblatt.rules.rosenblatt", "rosenblatt.simulation.students.chain"} <= set(asked)
    assert not any("bayes" in name for name in asked)


def test_a_student_that_diverges_is_a_problem_that_names_the_first_run():
    one = work(rb.Adaline(eta=1e6), runs=6, alpha=(50.0,), n=50)
    for seconds in (1e-9, 1e9):
        parts = {}
        complete(one, parts, seconds)
        assert all(PROBLEM in result for result in parts.values())
        with pytest.raises(ValueError, match="must return a finite number; got .* in run 0 at"):
            one.result(parts)


def test_works_of_one_key_are_done_together():
    both = work(runs=2).together(work(runs=5, alpha=(1.0,)))
    assert (both.runs, both.points.tolist()) == (5, [8, 16, 32, 64])
    assert both.key == work().key


def test_work_travels_without_what_it_remembers():
    one = work()
    complete(one, {})
    again = pickle.loads(pickle.dumps(one))
    assert set(vars(again)) == {field.name for field in dataclasses.fields(one)}
    assert again.key == one.key


def test_what_a_run_takes_is_measured():
    assert work(runs=10).like == work(noise=0.2).like != work(n=17).like
    assert 0.0 < work(runs=10).measured() < 10.0
