"""Studies: what is missing is computed, once, and what cannot be computed says why."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time

import pandas as pd
import pytest

import rosenblatt as rb
from rosenblatt.sweeps.backend import Backend, Task
from rosenblatt.sweeps.local import Threads
from rosenblatt.sweeps.study import Study

VALUES = {"rule": ["hebb", "rosenblatt"], "noise": [0.0, 0.1], "n": 20, "alpha": [1.0, 4.0], "runs": 6, "seed": 0}


def study(over="simulate", **changes):
    values = {name: value for name, value in {**VALUES, **changes}.items() if value is not None}
    zipped = values.pop("zipped", ())
    cells = values.pop("cells", None)
    return Study.of(values, over=over, zipped=zipped, cells=cells)


class Counting(Backend):
    """One thread that counts what it does, and may break off."""

    cores, least_seconds = 1, 1e-4

    def __init__(self, most=10**9):
        self.most, self.done = most, []

    def finished(self, tasks, report):
        for task in tasks:
            if len(self.done) == self.most:
                raise KeyboardInterrupt
            self.done.append((task.work.key, task.part.of))
            yield from Threads(1).finished([task], report)


def runs_done(backend):
    return sum(of[1] - of[0] for _, of in backend.done)


def test_what_is_there_is_not_computed_again(tmp_path):
    first, again = Counting(), Counting()
    whole = study().run(tmp_path, first, False)
    assert runs_done(first) == 4 * 6
    assert study().run(tmp_path, again, False).frame.equals(whole.frame)
    assert again.done == []


@pytest.mark.parametrize(
    ("changes", "runs"),
    [
        ({"runs": 9}, 4 * 3),
        ({"noise": [0.0, 0.1, 0.2]}, 2 * 6),
        ({"rule": ["hebb", "rosenblatt", rb.Rosenblatt(eta=2.0)]}, 2 * 6),
        ({"alpha": [1.0, 2.0, 4.0]}, 4 * 6),
        ({"alpha": 4.0}, 0),
        ({"runs": 2, "noise": 0.1}, 0),
        ({"seed": 1}, 4 * 6),
        ({"zipped": ("noise", "n"), "n": [20, 30]}, 2 * 6),
    ],
    ids=str,
)
def test_only_what_is_new_is_computed(tmp_path, changes, runs):
    study().run(tmp_path, Threads(1), False)
    backend = Counting()
    found = study(**changes).run(tmp_path, backend, False)
    assert runs_done(backend) == runs
    assert found.frame.equals(study(**changes).run(None, Threads(2), False).frame)


def test_a_changed_rule_is_noticed(tmp_path, monkeypatch):
    def mine(width):
        return lambda label, field: label if label * field <= width else 0.0

    for rules, runs in (([mine(0.5), "hebb"], 24), ([mine(0.5), "hebb"], 0), ([mine(0.25), "hebb"], 12)):
        backend = Counting()
        study(rule=rules).run(tmp_path, backend, False)
        assert runs_done(backend) == runs


def test_a_stopped_sweep_goes_on_where_it_was(tmp_path):
    first, second = Counting(most=7), Counting()
    with pytest.raises(KeyboardInterrupt):
        study(runs=30).run(tmp_path, first, False)
    found = study(runs=30).run(tmp_path, second, False)
    assert len(first.done) == 7
    assert runs_done(first) + runs_done(second) == 4 * 30
    assert not set(first.done) & set(second.done)
    assert found.frame.equals(study(runs=30).run(None, Threads(2), False).frame)


SCRIPT = """
import sys
import rosenblatt as rb
rb.sweep(["hebb", "rosenblatt"], noise=[0.0, 0.1], n=2000, alpha=[1, 100], runs=40, method="chain", out=sys.argv[1])
"""


def test_a_killed_sweep_goes_on_where_it_was(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(tmp_path)])
    ledger = tmp_path / "ledger.sqlite"
    deadline = time.monotonic() + 60.0
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(sqlite3.Error, ValueError), contextlib.closing(sqlite3.connect(ledger)) as file:
            if ledger.exists() and file.execute("SELECT count(*) FROM results").fetchone()[0]:
                break
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    values = {"rule": ["hebb", "rosenblatt"], "noise": [0.0, 0.1], "n": 2000, "alpha": [1, 100], "runs": 40}
    rest = study(**values, method="chain")
    before = rest.progress(tmp_path)["done"]
    assert 0.0 < before.mean() < 1.0
    backend = Counting()
    found = rest.run(tmp_path, backend, False)
    assert runs_done(backend) == round((1.0 - before).sum() * 40)
    assert rest.progress(tmp_path)["done"].tolist() == [1.0] * 4
    whole = rb.simulate("rosenblatt", n=2000, noise=0.1, alpha=[1, 100], runs=40, method="chain")
    assert found.result(3).frame.equals(whole.frame)


def test_tasks_are_balanced_and_the_largest_come_first():
    backend = Counting()
    backend.cores = 4
    long = study(rule="hebb", noise=0.0, n=[100, 10**6], alpha=50.0, runs=8)
    tasks = long.tasks({key: {} for key in long.works}, backend)
    costs = [task.part.cost for task in tasks]
    assert costs == sorted(costs, reverse=True)
    assert [task.part.of[:2] for task in tasks[:8]] == [(k, k + 1) for k in range(8)]
    assert all(isinstance(task, Task) for task in tasks)


def test_cells_without_a_result_say_why():
    with pytest.warns(RuntimeWarning, match="4 of 8 cells have no result; the first, .* in run 0 "):
        found = study(rule=["hebb", rb.Adaline(eta=1e6)], alpha=[1.0, 30.0], n=[20, 30]).run(None, Threads(2), False)
    rows = found.frame[found.frame["rule"] == "adaline"]
    assert rows["alpha"].tolist() == [1.0, 30.0] * 4
    assert rows["r"].isna().all()
    assert rows["problem"].str.contains("must return a finite number").all()
    assert (found.frame.loc[found.frame["rule"] == "hebb", "problem"] == "").all()
    with pytest.warns(RuntimeWarning, match="1 of 2 cells have no result"):
        curves = study("learning_curve", rule=["hebb", "bounded"], noise=0.1, n=None).run(None, Threads(1), False)
    assert "must be one with a theory" in curves.problems[1]
    with pytest.raises(ValueError, match="must be one with a theory"):
        curves.result(1)


def test_what_diverged_is_not_tried_again(tmp_path):
    for number in (1, 0):
        backend = Counting()
        with pytest.warns(RuntimeWarning):
            study(rule=["hebb", rb.Adaline(eta=1e6)], alpha=30.0).run(tmp_path, backend, False)
        assert bool(backend.done) == bool(number)


def test_both_kinds_share_what_tells_cells_apart():
    both = study(over=["simulate", "learning_curve"], n=[20, 30])
    assert len(both.cells) == 8 + 4
    found = both.run(None, Threads(2), False)
    assert found.names == ("rule", "noise", "n")
    curves = found.frame[found.frame["over"] == "learning_curve"]
    assert curves["n"].isna().all()
    exact = rb.learning_curve("rosenblatt", [1.0, 4.0], noise=0.1).frame["disagreement"]
    assert curves["disagreement"].tail(2).tolist() == exact.tolist()


def test_works_of_one_key_are_computed_once():
    twice = study(cells=[{"runs": 2}, {"runs": 5}, {"alpha": [1.0, 2.0]}], rule="hebb", noise=0.0)
    backend = Counting()
    found = twice.run(None, backend, False)
    assert runs_done(backend) == 6
    assert [found.frame["runs"].iloc[k] for k in (0, 2, 4)] == [2, 5, 6]


@pytest.mark.parametrize(
    ("changes", "over", "error", "message"),
    [
        ({"rule": ["hebb", "heb"]}, "simulate", ValueError, "rule must be a registered name; got 'heb'"),
        ({"rule": "bayes"}, "simulate", ValueError, "learns example by example; got 'bayes'"),
        ({"rule": None}, "simulate", TypeError, "rules must be given for every cell; got none for cell 0"),
        ({"n": None}, "simulate", TypeError, "n must be given"),
        ({"alpha": None}, "simulate", TypeError, "alpha must be given"),
        ({"alpha": "x"}, "simulate", TypeError, "alpha must be a number or a sequence"),
        ({"noise": ["x"]}, "simulate", TypeError, "noise must be a number"),
        ({"noise": 0.7}, "simulate", ValueError, r"noise must be in \[0, 0.5\)"),
        ({"nois": 0.1}, "simulate", TypeError, "nois"),
        ({"options": {"branc": 1}}, "learning_curve", TypeError, "options of a learning curve must be among"),
        ({}, "plan", ValueError, "over must be one of simulate, learning_curve; got 'plan'"),
        ({}, [], TypeError, "over must be one of"),
    ],
    ids=str,
)
def test_mistakes_are_one_sentence_before_anything_starts(changes, over, error, message):
    with pytest.raises(error, match=message):
        study(over, **changes)


def test_what_only_this_process_knows_is_not_kept_on_disk(tmp_path):
    thing = object()
    own = study(rule=lambda label, field: label if thing is not None else 0.0)
    with pytest.raises(ValueError, match="out must be left out for what refers to objects that only this process"):
        own.run(tmp_path, Threads(1), False)


def test_the_table_is_written(tmp_path):
    found = study().run(tmp_path, Threads(1), False)
    assert pd.read_parquet(tmp_path / "sweep.parquet").equals(found.frame)
