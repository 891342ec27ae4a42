from __future__ import annotations

import io
import threading

import pandas as pd
import pytest

from rosenblatt.lab.streams.contest import contest
from rosenblatt.lab.streams.settings import FILE, StreamSettings
from rosenblatt.lab.streams.sources import ExampleSource
from rosenblatt.lab.streams.table import contest_csv, contest_lines, score_rows

SETTINGS = StreamSettings(source="wine", peer="hebb")


@pytest.fixture(scope="module")
def last():
    return list(contest(SETTINGS, ExampleSource("wine"), threading.Event()))[-1]


def test_scores_and_history_are_those_of_the_evaluations(last):
    rows = score_rows(last)
    assert [row[0] for row in rows] == list(last.evaluations)
    assert rows[0][1] == f"{1.0 - last.evaluations['BayesClassifier'].accuracy:.2%}"
    assert rows[2][2:] == ("none", "none")
    table = pd.read_csv(io.StringIO(contest_csv(last)))
    assert table["model"].unique().tolist() == list(last.evaluations)
    assert contest_csv(None) == "model,rows\n"


def ran(script):
    """Return what a script leaves in ``results``."""
    scope: dict = {}
    exec(compile(script, "script", "exec"), scope)
    return scope["results"]


def test_the_lines_hold_the_same_contest(last):
    results = ran(contest_lines(SETTINGS, ""))
    assert {name: one.accuracy for name, one in results.items()} == {
        name: one.accuracy for name, one in last.evaluations.items()
    }


def test_the_lines_of_a_file_run_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source = ExampleSource("wine")
    source.x.assign(kind=source.y).to_csv("wine.csv", index=False)
    settings = StreamSettings(source=FILE, target="kind", peer="hebb", rows=100)
    assert [one.rows for one in ran(contest_lines(settings, "wine.csv")).values()] == [100, 100, 100]
