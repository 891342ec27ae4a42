"""The clipped Hebb rule: signs of sums, and its closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_rows


def test_the_weights_are_signs_and_a_draw_is_minus_one():
    x = np.array([[1.0, 1.0, -1.0], [1.0, -1.0, 1.0], [-1.0, 1.0, 1.0], [-1.0, -1.0, -1.0]])
    rule = rb.ClippedHebb()
    synapses, cell = rule.start(3)
    learn_rows(rule, x, np.array([1.0, -1.0, 1.0, -1.0]), synapses, cell)
    # Sums of label times input: 1 - 1 - 1 + 1 = 0, 1 + 1 + 1 + 1 = 4, -1 - 1 + 1 + 1 = 0.
    assert rule.readout().apply(rule.weights(synapses, cell)).tolist() == [-1.0, 1.0, -1.0]


@pytest.mark.parametrize("noise", [0.0, 0.15])
def test_it_is_hebb_s_rule_through_the_clipped_readout(noise):
    alpha = [0.5, 3.0, 20.0]
    clipped = rb.learning_curve("clipped-hebb", alpha, noise=noise).frame
    hebb = rb.learning_curve("hebb", alpha, noise=noise, teacher="binary", readout="clipped").frame
    assert clipped["disagreement"].to_numpy() == pytest.approx(hebb["disagreement"].to_numpy(), rel=1e-12)
    closed = [rb.ClippedHebb.disagreement(a, noise) for a in alpha]
    assert clipped["disagreement"].to_numpy() == pytest.approx(closed, rel=1e-7)


@pytest.mark.parametrize("noise", [0.0, 0.15])
def test_the_closed_form_is_gm_s_and_below_their_bound(noise):
    for alpha in (0.01, 0.5, 3.0, 12.0):
        d = rb.ClippedHebb.disagreement(alpha, noise)
        clean = 1.0 - 2.0 * noise
        assert d == pytest.approx(math.acos(math.erf(clean * math.sqrt(alpha / math.pi))) / math.pi, rel=1e-9)
        assert d < 0.5 * math.exp(-(clean**2) * alpha / (2.0 * math.pi))
    assert 0.0 < rb.ClippedHebb.disagreement(1000.0) < 1e-60  # where arccos of erf has no digit left


def test_it_is_at_home_with_a_teacher_and_inputs_of_signs():
    home = rb.Scenario().completed(rb.ClippedHebb())
    assert (home.teacher, home.inputs) == (rb.BinaryTeacher(), rb.BinaryInputs())
