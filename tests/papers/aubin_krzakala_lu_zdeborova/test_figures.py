"""The figure of AKLZ shows what scikit-learn's students have found, beside theory."""

from __future__ import annotations

import numpy as np

from rosenblatt.papers.aubin_krzakala_lu_zdeborova import figures
from tests.helpers.papers import assert_axes_are_labelled, legend, shows, told


def test_the_figure_has_curves_and_points(monkeypatch):
    monkeypatch.setattr(figures, "GRID", np.array([0.5, 2.0]))
    found = [0.4 / (1.0 + k) for k in range(len(figures.PLACES))]
    figure = figures.figure_curves(told(lambda label: found))
    assert_axes_are_labelled(figure)
    learners = [f"{name}, penalty {penalty:g}" for name, penalty in figures.LEARNERS]
    assert legend(figure) == [*learners, "logistic, best penalty", "scikit-learn"]
    assert shows(figure, found)
