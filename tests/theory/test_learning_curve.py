"""One door to all curves: its grid, its columns, and what it refuses."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.plots import new_figure
from rosenblatt.rules.registry import registered
from rosenblatt.theory.registry import has_theory, offline_learners


def hebb_disagreement(alpha, noise=0.0):
    return np.arctan(np.sqrt(math.pi / (2.0 * np.asarray(alpha))) / (1.0 - 2.0 * noise)) / math.pi


def test_rosenblatt_values_of_the_equation_book():
    curve = rb.learning_curve("rosenblatt", [1, 5, 10]).frame
    assert curve["disagreement"].round(4).tolist() == [0.3192, 0.1822, 0.1376]


def test_alpha_may_come_in_any_order_and_more_than_once():
    frame = rb.learning_curve("hebb", [10.0, 1.0, 10.0]).frame
    assert frame["alpha"].tolist() == [10.0, 1.0, 10.0]
    assert frame["disagreement"].tolist() == pytest.approx(hebb_disagreement([10.0, 1.0, 10.0]))


def test_error_and_disagreement_are_both_reported():
    frame = rb.learning_curve("rosenblatt", [3.0], noise=0.1).frame
    assert frame["error"][0] == pytest.approx(0.1 + 0.8 * frame["disagreement"][0])
    assert frame["overlap"][0] == pytest.approx(math.cos(math.pi * frame["disagreement"][0]))
    assert frame["overlap"][0] == pytest.approx(frame["r"][0] / math.sqrt(frame["q_norm"][0]))


STARTLESS = [name for name, cls in registered().items() if has_theory(cls) and not getattr(cls(), "needs_start", False)]


class TestTheStart:
    @pytest.mark.parametrize("name", [*STARTLESS, *offline_learners()])
    def test_every_curve_has_one(self, name):
        first, early, _ = rb.learning_curve(name, [0.0, 1e-8, 1.0]).frame.iloc
        assert (first["alpha"], first["r"], first["overlap"], first["disagreement"]) == (0.0, 0.0, 0.0, 0.5)
        for column in ("r", "q_norm", "overlap", "disagreement", "error"):  # it is the limit of what follows
            assert first[column] == pytest.approx(early[column], abs=1e-3), column
        alone = rb.learning_curve(name, 0).frame
        assert alone.iloc[0].equals(first)
        assert len(alone) == 1

    def test_it_is_where_the_scenario_says(self):
        for rule, r, q_norm in (("rosenblatt", -0.3, 2.0), (rb.Normalised(eta=0.1), -0.3 / math.sqrt(2.0), 1.0)):
            first, early = rb.learning_curve(rule, [0.0, 1e-9], start=(-0.3, 2.0)).frame.iloc
            assert (first["r"], first["q_norm"]) == pytest.approx((r, q_norm))
            assert first.to_numpy() == pytest.approx(early.to_numpy(), abs=1e-7)

    def test_other_readouts_and_finite_sizes_have_it_too(self):
        clipped = rb.learning_curve("hebb", [0.0, 1.0], readout="clipped").frame
        assert clipped.loc[0, ["r", "q_norm", "disagreement"]].tolist() == [0.0, 1.0, 0.5]
        finite = rb.learning_curve("clipped-hebb", [1.0, 0.0], n=11).frame
        assert finite.loc[1, ["r", "disagreement", "disagreement_of_overlap"]].tolist() == pytest.approx(
            [0.0, 0.5, 0.5]
        )

    def test_it_is_left_out_of_a_picture(self):
        _, ax = new_figure()
        line = rb.learning_curve("hebb", [0.0, 1.0, 10.0]).plot(ax).lines[0]
        assert line.get_xdata().tolist() == [1.0, 10.0]


class TestBadInput:
    @pytest.mark.parametrize("noise", [-0.1, 0.5, 0.7, float("nan"), "much"])
    def test_noise(self, noise):
        with pytest.raises((ValueError, TypeError), match="noise must be"):
            rb.learning_curve("hebb", 1.0, noise=noise)

    def test_noise_above_a_half_tells_the_remedy(self):
        message = r"noise must be in \[0, 0.5\); got 0.7. Labels that are wrong more often .*: flip them"
        with pytest.raises(ValueError, match=message):
            rb.learning_curve("hebb", 1.0, noise=0.7)

    @pytest.mark.parametrize("alpha", [-1.0, [1.0, -2.0], float("inf"), []])
    def test_alpha(self, alpha):
        with pytest.raises(ValueError, match="alpha must be"):
            rb.learning_curve("hebb", alpha)

    def test_alpha_that_is_no_number(self):
        with pytest.raises(TypeError, match="alpha must be a number or a sequence of numbers; got 'ten'"):
            rb.learning_curve("hebb", "ten")
