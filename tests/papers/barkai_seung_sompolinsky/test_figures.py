"""Figures of BSS show what experiments have found, with labels."""

from __future__ import annotations

import numpy as np

from rosenblatt.papers.barkai_seung_sompolinsky import figures
from rosenblatt.papers.barkai_seung_sompolinsky.shifted_convergence import over_18
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_figure_1_has_points_and_the_printed_law():
    frame = {"alpha": [1.0, 10.0, 100.0], "disagreement": [0.4, 0.11, 0.012], "disagreement_sem": [0.01] * 3}
    figure = figures.figure_1(told(lambda label: frame))
    assert_axes_are_labelled(figure)
    assert legend(figure) == [r"theory, $N \to \infty$", r"$1.27/\alpha$", "simulated, N = 50"]
    assert shows(figure, frame["disagreement"])


ENDS = {"figure 2, plain rule": 0.33, "figure 2, modified rule": 0.22}


def figure_2_found(label: str) -> dict[str, list[float]]:
    return {"alpha": [2.0, 10.0, 20.0, 1000.0], "error": [0.45, 0.4, 0.35, ENDS[label]], "error_sem": [0.01] * 4}


def test_figure_2_has_both_rules():
    figure = figures.figure_2(told(figure_2_found))
    assert_axes_are_labelled(figure)
    entries = legend(figure)
    assert {r"plain rule, $N \to \infty$", r"modified rule, $N \to \infty$", "BSS 18"} <= set(entries)
    assert sum("simulated, N = 250" in entry for entry in entries) == 2
    assert all(shows(figure, figure_2_found(label)["error"]) for label in ENDS)


def test_the_ratio_to_bss_18_has_both_shifts():
    figure = figures.figure_ratio(told(figure_2_found))
    assert_axes_are_labelled(figure)
    assert sum(entry.startswith(("T learnt", "T known")) for entry in legend(figure)) == 3
    assert shows(figure, over_18([20.0, 1000.0], [0.35, 0.22]))


def test_the_scaling_laws_have_their_fitted_exponents():
    exponents = {"clean": 1.0, "1/n": -1.0, "adiabatic": -0.5, "noisy": 0.5}

    def found(label: str) -> dict[str, list[float]]:
        x = np.array([1.0, 2.0, 4.0])
        d = 0.01 * x ** exponents[label.split()[0]] * [1.0, 1.02, 1.0]  # near the fitted line, but not on it
        d *= 3.0 if label.startswith("noisy") and label.endswith("none") else 1.0  # the rule as printed
        return {"x": x.tolist(), "d": d.tolist(), "sem": (0.01 * d).tolist()}

    figure = figures.figure_scaling(told(found))
    assert_axes_are_labelled(figure)
    names = ("quadratic boundary", "committee")
    in_time = [f"{name}{more}" for name in names for more in (": -1.00", ", z = 1/2: -0.50")]
    assert legend(figure) == [*(f"{name}: 1.00" for name in names), *in_time, *(f"{name}: 0.50" for name in names)]
    labels = ("clean committee none", "1/n committee none", "adiabatic committee none", "noisy committee shift")
    for label in (*labels, "noisy committee none"):
        assert shows(figure, found(label)["d"])


def test_the_laws_of_one_weight_have_a_line_for_each_rate():
    heights = {"rate 0.2": [0.1, 0.9], "rate 0.05": [0.2, 0.8]}
    found = {"clean x": [-0.5, 0.5], "noisy x": [-1.0, 1.0], "clean": heights, "noisy": heights}
    figure = figures.figure_laws(told(lambda label: found))
    assert_axes_are_labelled(figure)
    assert legend(figure) == [*heights, *heights]
    assert all(shows(figure, values) for values in heights.values())
