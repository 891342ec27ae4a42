"""The overview: what it allows, what it shows, and that its rows fail if a point is off."""

from __future__ import annotations

from types import SimpleNamespace

import pandas as pd
import pytest

from rosenblatt.papers.chance import limit
from rosenblatt.papers.overview import claims
from rosenblatt.papers.overview.claims import CASES, ENSEMBLES, REPRODUCTION, compared
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def found(off: float = 0.0) -> dict[str, list[float]]:
    """Return two points, the second so many times as far from theory as is allowed."""
    theory, allowed = [0.4, 0.1], [0.02, 0.01]
    measured = [theory[0], theory[1] - off * allowed[1]]
    sem = [0.004, 0.002]
    columns = {"alpha": [0.5, 5.0], "disagreement": measured, "disagreement_sem": sem}
    return {**columns, "theory": theory, "allowed": allowed}


@pytest.mark.parametrize("row", REPRODUCTION.rows, ids=lambda row: row.claim)
def test_a_row_holds_up_to_what_is_allowed(row):
    assert row.compute(told(lambda label: found(0.99))).holds
    assert not row.compute(told(lambda label: found(1.01))).holds


def test_every_case_is_simulated_in_every_way():
    assert len({(row.label, row.claim) for row in REPRODUCTION.rows}) == len(CASES) * len(ENSEMBLES)


def test_standard_errors_and_the_bias_of_a_finite_size_are_allowed(context, monkeypatch):
    asked = {}

    def simulated(rule, **how):
        asked.update(how)
        alpha = list(how["alpha"])
        return SimpleNamespace(frame=pd.DataFrame({"alpha": alpha, "disagreement": 0.2, "disagreement_sem": 0.01}))

    exact = lambda rule, alpha, noise: SimpleNamespace(frame=pd.DataFrame({"disagreement": 0.3 / alpha}))  # noqa: E731
    monkeypatch.setattr(claims, "simulate", simulated)
    monkeypatch.setattr(claims, "learning_curve", exact)
    monkeypatch.setattr(claims, "bias_constant", lambda rule, runs, alpha, noise: 5.0)
    frame = compared("hebb", 0.1, ENSEMBLES[0], context)
    assert (asked["n"], asked["noise"], asked["runs"], asked["method"]) == (500, 0.1, 40, "vector")
    assert frame["allowed"].tolist() == pytest.approx([limit(5, 40) * 0.01 + 5.0 / 500.0] * 5)
    assert frame["theory"].tolist() == pytest.approx([0.3 / alpha for alpha in ENSEMBLES[0].alpha])


def test_the_figure_has_all_cases_and_both_ways_to_simulate():
    figure = claims.draw(told(lambda label: found()))
    assert_axes_are_labelled(figure)
    entries = legend(figure)
    assert entries[:3] == ["hebb", "hebb, 10% of the labels flipped", "rosenblatt"]
    assert entries[4:] == [ensemble.legend for ensemble in ENSEMBLES]
    assert shows(figure, found()["disagreement"])


def test_the_table_has_all_points():
    table = claims.table(told(lambda label: found()))
    assert list(table.columns[:3]) == ["rule", "noise", "n"]
    assert len(table.drop_duplicates(["rule", "noise", "n"])) == len(CASES) * len(ENSEMBLES)
    assert len(table) == 2 * len(CASES) * len(ENSEMBLES)
