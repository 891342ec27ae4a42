"""The three experiments: they go well here, and fail where something is wrong."""

from __future__ import annotations

from types import SimpleNamespace

from rosenblatt.doctor import experiments
from rosenblatt.simulation.simulate import simulate


def test_all_is_well_here():
    found = experiments.experiments()
    assert [(one.name, one.good) for one in found] == [
        ("compiling", True),
        ("theory and simulation", True),
        ("a stream", True),
    ], found


def test_students_off_the_curve_are_noticed(monkeypatch):
    monkeypatch.setattr(experiments, "simulate", lambda rule, **how: simulate(rule, **{**how, "noise": 0.06}))
    assert not experiments.theory_and_simulation()[1]


def test_a_classifier_that_does_not_learn_is_noticed(monkeypatch):
    monkeypatch.setattr(experiments, "evaluate", lambda *given: SimpleNamespace(accuracy=0.5))
    assert not experiments.a_stream()[1]


def test_a_compiler_that_computes_wrong_numbers_is_noticed(monkeypatch):
    monkeypatch.setattr(experiments, "sum_of_squares", lambda end: 15.0)
    assert not experiments.compiling()[1]


def test_what_breaks_is_said_with_what_to_do(monkeypatch):
    def broken(end):
        raise OSError("no compiler")

    monkeypatch.setattr(experiments, "sum_of_squares", broken)
    found = experiments.experiments()[0]
    assert found.said.startswith("OSError: no compiler")
    assert found.remedy.startswith("compiling failed: delete the folder of the cache")
