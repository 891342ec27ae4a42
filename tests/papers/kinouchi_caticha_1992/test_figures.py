"""The figure of KC92 shows what experiments have found, with labels."""

from __future__ import annotations

from rosenblatt.papers.kinouchi_caticha_1992 import figures
from rosenblatt.papers.kinouchi_caticha_1992.figures import ASKED, POINTS
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_the_figure_of_the_bound_has_rules_and_selections():
    found = {name: [0.1 * (1.0 + k)] * len(POINTS) for k, name in enumerate(ASKED)}
    figure = figures.figure_bound(told(lambda label: found[label.partition(", ")[2]]))
    assert_axes_are_labelled(figure)
    rules = ["Hebb, best rate", "perceptron, best rate", "AdaTron, best rate", "optimal rule", "0.8834"]
    assert legend(figure) == [*rules, *ASKED, "simulated"]
    assert all(shows(figure, values) for values in found.values())


def test_no_rule_is_below_the_bound():
    figure = figures.figure_bound(told(lambda label: [0.1] * len(POINTS)))
    lines = {str(line.get_label()): line.get_ydata() for line in figure.axes[0].lines}
    optimal = lines.pop("optimal rule")
    assert all((heights >= optimal).all() for name, heights in lines.items() if name.endswith("best rate"))
