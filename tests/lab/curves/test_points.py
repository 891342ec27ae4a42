from __future__ import annotations

import threading

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.lab.curves import points as points_module
from rosenblatt.lab.curves.points import points
from rosenblatt.lab.curves.settings import CurveSettings

SMALL = CurveSettings(rules=("hebb", "rosenblatt"), n=30, runs=11, first=0.5, last=4.0)


def test_runs_come_in_batches_and_end_as_one_simulation():
    seen = list(points(SMALL, threading.Event()))
    first, last = seen[0], seen[-1]
    assert list(first.simulations) == ["hebb"]
    assert len(first.simulations["hebb"].samples["r"]) == 2
    assert [one.done for one in seen] == sorted(one.done for one in seen)
    assert (last.done, last.messages) == (1.0, {})
    for title, found in last.simulations.items():
        whole = rb.simulate(title, n=30, alpha=SMALL.point_grid, runs=11, progress=False)
        assert np.array_equal(found.samples["overlap"], whole.samples["overlap"])
        assert found.frame.equals(whole.frame)


def test_it_stops_when_it_is_asked_to():
    stop = threading.Event()
    coming = points(SMALL, stop)
    next(coming)
    stop.set()
    assert list(coming) == []


def test_it_stops_within_a_run(monkeypatch):
    stop = threading.Event()
    coming = points(CurveSettings(rules=("hebb",), n=30, runs=4, first=0.5, last=4.0), stop)
    make = points_module.make_runs

    def stopped(prepared, kernel, runs, stop, report):
        stop.set()
        return make(prepared, kernel, runs, stop, report)

    monkeypatch.setattr(points_module, "make_runs", stopped)
    assert [one.simulations for one in coming if one.simulations] == []


def test_who_cannot_be_simulated_says_why_and_the_others_go_on():
    last = list(points(CurveSettings(rules=("bayes", "adatron", "hebb"), n=30, runs=2, last=2.0), threading.Event()))[
        -1
    ]
    assert list(last.simulations) == ["hebb"]
    assert "has a line only" in last.messages["bayes"]
    assert "start" in last.messages["adatron"]


def test_what_nobody_would_wait_for_is_refused():
    settings = CurveSettings(rules=("bayes-diagonal",), n=20_000, runs=2000, last=100.0)
    [last] = points(settings, threading.Event())
    assert "minutes here" in last.messages["bayes-diagonal"]


@pytest.mark.parametrize("own", ["label*exp(-field**2)", "label/(1 + alpha)"])
def test_a_rule_of_the_visitors_own_has_points(own):
    settings = CurveSettings(rules=(), own=(own,), n=30, runs=2, last=2.0)
    last = list(points(settings, threading.Event()))[-1]
    assert list(last.simulations) == [own]
