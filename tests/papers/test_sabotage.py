"""A sabotage changes the package while it lasts, and every row notices its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from rosenblatt.papers import chance, registry, sabotage
from rosenblatt.papers.judging import judge_sabotaged
from rosenblatt.papers.overview import claims
from rosenblatt.papers.sabotage import Sabotage, called_with, instead, times
from rosenblatt.papers.solla_winther import continuous_performance
from rosenblatt.rules.rosenblatt import Rosenblatt

ROWS = [(folder.key, row) for folder in registry.reproduced().values() for row in registry.reproduction(folder).rows]
SABOTAGES = [(key, row, sabotage) for key, row in ROWS for sabotage in row.sabotages]


@pytest.mark.parametrize(("key", "row"), ROWS, ids=[f"{key}: {row.label}" for key, row in ROWS])
def test_every_row_has_a_sabotage(key, row):
    assert row.sabotages


@pytest.mark.parametrize(
    ("key", "row", "change"), SABOTAGES, ids=[f"{key}: {row.label}: {change.what}" for key, row, change in SABOTAGES]
)
def test_every_row_notices_its_sabotages(key, row, change):
    assert judge_sabotaged(row, change, key).verdict == "fails"


def test_a_function_is_changed_wherever_it_was_imported_and_comes_back():
    original = claims.learning_curve
    with called_with("rosenblatt.theory.learning_curve:learning_curve", noise=0.25).applied():
        assert claims.learning_curve is continuous_performance.learning_curve is not original
        assert claims.learning_curve("hebb", [1.0]).frame["error"][0] > 0.25
    assert claims.learning_curve is continuous_performance.learning_curve is original


def test_it_comes_back_after_an_error():
    original = chance.limit
    with pytest.raises(ZeroDivisionError), times("rosenblatt.papers.chance:limit", 0.0).applied():
        _ = 1.0 / chance.limit()
    assert chance.limit is original


def test_numbers_static_methods_and_properties_can_be_changed():
    with instead("rosenblatt.papers.chance:CHANCE_OF_A_ROW", 0.5).applied():
        assert chance.CHANCE_OF_A_ROW == 0.5
    assert chance.CHANCE_OF_A_ROW < 1e-3
    with times("rosenblatt.papers.chance:CHANCE_OF_A_ROW", 1e3).applied():
        assert chance.CHANCE_OF_A_ROW > 1e-3
    with times("rosenblatt.rules.rosenblatt:Rosenblatt.modulation", 3.0).applied():
        assert Rosenblatt.modulation(1.0, -1.0, 2.0) == 6.0
        assert Rosenblatt().modulation(1.0, -1.0, 2.0) == 6.0
    assert Rosenblatt.modulation(1.0, -1.0, 2.0) == 2.0


def test_results_that_functions_keep_are_forgotten():
    before = claims.learning_curve("bayes-gaussian", [1.0]).frame["disagreement"][0]
    with times("rosenblatt.gaussian:pdf", 1.1).applied():
        wrong = claims.learning_curve("bayes-gaussian", [1.0]).frame["disagreement"][0]
    assert claims.learning_curve("bayes-gaussian", [1.0]).frame["disagreement"][0] == before != wrong


def test_a_place_where_nothing_is_is_refused():
    with pytest.raises(ValueError, match="place must be"), Sabotage("a", "rosenblatt.checks:none", id).applied():
        pass


def test_the_words_say_what_is_changed():
    assert times("a:b.c", 1.1).what == "b.c times 1.1"
    assert called_with("a:b", noise=0.1).what == "b with noise = 0.1"
    assert instead("a:b", sabotage.times).what == "times instead of b"


def test_a_theory_that_is_found_under_sabotage_does_not_keep_it():
    code = (
        "import rosenblatt as rb; from rosenblatt.papers.sabotage import times\n"
        "with times('rosenblatt.theory.separability:separable_alpha', 2.0).applied():\n"
        "    rb.learning_curve('logistic', 1.0)\n"
        "rb.learning_curve('logistic', 4.0, noise=0.1, penalty=0.0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
