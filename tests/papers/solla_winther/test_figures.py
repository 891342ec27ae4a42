"""Figures of SW show what experiments have found, with labels."""

from __future__ import annotations

import numpy as np

from rosenblatt.papers.solla_winther import figures
from rosenblatt.papers.solla_winther.binary_performance import CURVES
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told

POINTS = {"alpha": [1.0, 4.0], "disagreement": [0.32, 0.11], "disagreement_sem": [0.01, 0.02]}


def test_figure_2_has_three_algorithms_and_two_noises():
    figure = figures.figure_2(told(lambda label: POINTS))
    assert_axes_are_labelled(figure)
    names = [f"{name}, theory" for name in ("Hebb approximation", "second order", "offline")]
    assert legend(figure) == [*names, "N = 100, simulated"]
    assert shows(figure, POINTS["disagreement"])
    assert shows(figure, 0.1 + 0.8 * np.array(POINTS["disagreement"]))  # the error, one label in ten flipped


def test_correlated_inputs_have_three_algorithms_and_two_laws():
    found = np.array([[0.2, 0.1, 0.05, 0.03], [0.3, 0.2, 0.06, 0.02]])
    figure = figures.figure_correlated_inputs(told(lambda label: found.tolist()))
    assert_axes_are_labelled(figure)
    assert len(legend(figure)) == 6
    assert shows(figure, found.mean(axis=0))


def test_figure_3_has_seven_curves():
    figure = figures.figure_3(told(lambda label: POINTS))
    assert_axes_are_labelled(figure)
    online, offline = [f"online, {name}" for name, _, _ in CURVES], ["offline, Gibbs", "offline, Bayes"]
    assert legend(figure)[:-1] == [*online, *offline]
    assert shows(figure, POINTS["disagreement"])


def test_the_transition_has_its_sizes_and_the_limit():
    found = {"alpha": [0.5, 1.5], "gibbs": [0.4, 0.2], "bayes": [0.35, 0.1], "gibbs_sem": [0.01] * 2}
    figure = figures.figure_transition(told(lambda label: {**found, "bayes_sem": [0.01] * 2}))
    assert_axes_are_labelled(figure)
    sizes = {f"{name}, N = {n}" for name in ("gibbs", "bayes") for n in (9, 15)}
    assert set(legend(figure)) == {*sizes, r"gibbs, N $\to \infty$", r"bayes, N $\to \infty$"}
    assert shows(figure, found["gibbs"])
    assert shows(figure, found["bayes"])


def test_table_1_has_a_row_for_each_algorithm():
    table = figures.table_1(told(dict))
    assert table["algorithm"].tolist() == ["second order", "Hebb approximation", "offline, a sweep"]
    assert table["operations, power of N"].round().tolist() == [2.0, 1.0, 1.0]
