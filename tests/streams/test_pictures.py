"""Panels of an evaluation show its numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from rosenblatt import plots
from rosenblatt.streams import pictures

FRAME = pd.DataFrame(
    {
        "rows": [10, 20],
        "accuracy": [0.5, 0.7],
        "recent_accuracy": [0.5, 0.9],
        "drift_": [1e-4, 1e-3],
        "noise_": [0.1, 0.2],
    }
)
CHANGES = pd.DataFrame({"row": [15]})


def test_a_panel_for_everything_that_is_known():
    reliability = pd.DataFrame({"said": [0.2, 0.8], "happened": [0.3, 0.7], "standard_error": [0.1, 0.05]})
    figure = pictures.overview(FRAME, reliability, CHANGES)
    names = [ax.get_ylabel() for ax in figure.axes]
    assert names == ["accuracy", "frequency", "drift per row", "share of wrong labels"]
    accuracy, frequency, drift, noise = figure.axes
    assert accuracy.lines[0].get_ydata().tolist() == [0.5, 0.7]
    assert accuracy.lines[1].get_ydata().tolist() == [0.5, 0.9]
    assert [accuracy.lines[2].get_xdata()[0], drift.lines[1].get_xdata()[0]] == [15, 15]
    assert frequency.containers[0].lines[0].get_ydata().tolist() == [0.3, 0.7]
    bars = np.concatenate(frequency.containers[0].lines[2][0].get_segments())[:, 1]
    assert bars == pytest.approx([0.1, 0.5, 0.6, 0.8])
    assert drift.get_yscale() == "log"
    assert noise.lines[0].get_ydata().tolist() == [0.1, 0.2]
    assert plots.picture(figure, "png")[1:4] == b"PNG"


def test_what_is_not_known_has_no_panel():
    figure = pictures.overview(FRAME[["rows", "accuracy", "recent_accuracy"]], None, CHANGES[:0])
    assert len(figure.axes) == 1
    still = FRAME.assign(drift_=0.0)
    assert pictures.draw_belief(plots.new_figure()[1], still, "drift_").get_yscale() == "linear"


def test_models_are_drawn_side_by_side_in_their_colours():
    frames = {
        "a.b.One": pd.DataFrame({"rows": [1, 2], "accuracy": [0.5, 0.8], "log_loss": [0.7, 0.3]}),
        "two": pd.DataFrame({"rows": [1, 2], "accuracy": [0.4, 0.9]}),
    }
    _, (left, right) = plots.new_grid(2)
    pictures.draw_side_by_side(left, frames, "accuracy")
    pictures.draw_side_by_side(right, frames, "log_loss")
    assert [line.get_label() for line in left.lines] == ["One", "two"]
    assert [line.get_ydata().tolist() for line in right.lines] == [[0.7, 0.3]]
    assert left.lines[0].get_color() != left.lines[1].get_color()
