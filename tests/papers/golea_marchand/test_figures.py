"""Figures and tables of GM show what experiments have found, with labels."""

from __future__ import annotations

import pytest

from rosenblatt.papers.golea_marchand import figures
from rosenblatt.papers.golea_marchand.claims import REPRODUCTION
from rosenblatt.papers.golea_marchand.samples import NOISES, QUANTITIES, SIZES
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def simulated(label: str) -> dict[str, list[float]]:
    """Return two points that tell the label: its n and its noise."""
    n, noise = float(label.split()[2].rstrip(",")), float(label.split()[-1])
    found = {
        name: [0.5 + n / 10_000.0 + k / 100.0, 0.9 - noise / 10.0 + k / 100.0] for k, name in enumerate(QUANTITIES)
    }
    return {"alpha": [1.0, 5.0], **found, **{f"{name}_std": [0.01] * 2 for name in QUANTITIES}}


@pytest.mark.parametrize(("name", "columns"), [("figure-2a", ("G", "G(rho)")), ("figure-2b", ("overlap",))])
def test_figure_2_has_three_sizes_and_two_theories(name, columns):
    figure = REPRODUCTION.figures[name][1](told(simulated))
    assert_axes_are_labelled(figure)
    at_n = [entry for n in SIZES for entry in (f"theory, n = {n}", f"n = {n}")]
    assert sorted(legend(figure)) == sorted([r"theory, $n \to \infty$", *at_n])
    for column in columns:
        assert all(shows(figure, simulated(f"n = {n}, noise 0")[column]) for n in SIZES)


def test_figure_3_has_five_noises_and_both_g():
    figure = figures.figure_3(told(simulated))
    assert_axes_are_labelled(figure)
    assert legend(figure) == [rf"$\sigma = {noise:g}$" for noise in NOISES]
    for column in ("G", "G(rho)"):
        assert all(shows(figure, simulated(f"n = 100, noise {noise:g}")[column]) for noise in NOISES)


def test_the_figure_of_the_fooled_has_both_learners():
    errors = {"clipped Hebb": [0.4] * len(figures.FOOLED), "influence": [0.2] * len(figures.FOOLED)}
    figure = figures.figure_fooled(told(lambda label: errors))
    assert_axes_are_labelled(figure)
    assert legend(figure)[:2] == ["clipped Hebb", "influence"]
    assert all(shows(figure, values) for values in errors.values())


def test_tables_have_all_points_and_all_sizes():
    points = figures.table_points(told(simulated))
    assert list(zip(points["n"], points["noise"], strict=True))[::2] == [
        *((n, 0.0) for n in SIZES),
        *((100, noise) for noise in NOISES[1:]),
    ]
    assert points.loc[0, ["G", "G(rho)"]].tolist() == [
        simulated("n = 50, noise 0")[name][0] for name in ("G", "G(rho)")
    ]
    records = [{"n": 10, "guaranteed": 1e15, "average": 100.0}]
    assert figures.table_sizes(told(lambda label: records)).to_dict("records") == records
