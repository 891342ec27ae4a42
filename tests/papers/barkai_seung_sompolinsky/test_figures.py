"""Figures of BSS show what experiments have found, with labels."""

from __future__ import annotations

import numpy as np

from rosenblatt.papers.barkai_seung_sompolinsky import figures
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_figure_1_has_points_and_the_printed_law():
    frame = {"alpha": [1.0, 10.0, 100.0], "disagreement": [0.4, 0.11, 0.012], "disagreement_sem": [0.01] * 3}
    figure = figures.figure_1(told(lambda label: frame))
    assert_axes_are_labelled(figure)
    assert legend(figure) == [r"theory, $N \to \infty$", r"$1.27/\alpha$", "simulated, N = 50"]
    assert shows(figure, frame["disagreement"])


def test_figure_2_has_both_rules():
    found = {
        name: {"alpha": [2.0, 1000.0], "error": [0.45, end], "error_sem": [0.01] * 2}
        for name, end in (("plain", 0.33), ("shifted", 0.22))
    }
    figure = figures.figure_2(told(lambda label: found))
    assert_axes_are_labelled(figure)
    entries = legend(figure)
    assert {"plain rule, theory", "shifted rule, the shift known", "BSS 18"} <= set(entries)
    assert sum("simulated, N = 250" in entry for entry in entries) == 2
    assert all(shows(figure, found[name]["error"]) for name in found)


def test_the_scaling_laws_have_their_fitted_exponents():
    exponents = {"clean": 1.0, "decay": -1.0, "noisy": 0.5}

    def found(label: str) -> dict[str, list[float]]:
        x = np.array([1.0, 2.0, 4.0])
        d = 0.01 * x ** exponents[label.split()[0]] * [1.0, 1.02, 1.0]  # near the fitted line, but not on it
        d *= 3.0 if label.startswith("noisy") and label.endswith("none") else 1.0  # the rule as printed
        return {"x": x.tolist(), "d": d.tolist(), "sem": (0.01 * d).tolist()}

    figure = figures.figure_scaling(told(found))
    assert_axes_are_labelled(figure)
    names = ("quadratic boundary", "committee")
    assert legend(figure) == [f"{name}: {value:.2f}" for value in exponents.values() for name in names]
    for label in ("clean committee none", "decay committee none", "noisy committee shift", "noisy committee none"):
        assert shows(figure, found(label)["d"])
