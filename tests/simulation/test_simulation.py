"""What a simulation says of itself."""

from __future__ import annotations

import pytest

import rosenblatt as rb


def test_the_frame_has_the_promised_columns():
    result = rb.simulate("hebb", n=30, alpha=[1.0, 0.5], runs=4, noise=0.1)
    measures = ["r", "q_norm", "overlap", "disagreement", "error"]
    pairs = [name for measure in measures for name in (measure, f"{measure}_sem")]
    assert result.frame.columns.tolist() == ["alpha", *pairs, "disagreement_of_overlap", "examples", "runs"]
    assert result.frame["alpha"].tolist() == [1.0, 0.5]
    values = result.samples["disagreement"]
    assert result.frame["disagreement"].tolist() == pytest.approx(values.mean(axis=0))
    assert result.frame["disagreement_sem"].tolist() == pytest.approx(values.std(axis=0, ddof=1) / 2)
    assert result.frame["error"].tolist() == pytest.approx(0.1 + 0.8 * result.frame["disagreement"])


def test_alpha_is_rounded_to_whole_examples():
    frame = rb.simulate("hebb", n=7, alpha=[1.0, 1.5], runs=2).frame
    assert frame["examples"].tolist() == [7, 10]
    assert frame["alpha"].tolist() == [1.0, 10 / 7]


def test_a_simulation_draws_itself():
    from rosenblatt import plots

    result = rb.simulate("hebb", n=30, alpha=[1.0, 10.0], runs=4)
    _, ax = plots.new_figure()
    result.plot(ax)
    assert ax.containers[0].lines[0].get_ydata().tolist() == result.frame["disagreement"].tolist()
    assert "N = 30" in ax.containers[0].get_label()
