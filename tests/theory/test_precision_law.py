"""The law of the precision of a label: by quadrature in any channel as in closed form."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import SignChannel
from rosenblatt.theory.precision_law import precision_law

by_quadrature = precision_law.dispatch(SignChannel)


@pytest.mark.parametrize("channel", [rb.Flips(), rb.Flips(0.1), rb.Probit(1.5, 0.05)], ids=repr)
@pytest.mark.parametrize("unknown", [0.99, 0.5, 0.01, 1e-6])
def test_quadrature_agrees_with_the_closed_form(channel, unknown):
    def averages(law):
        g, rest, weights = law
        return [weights @ g, weights @ (g * 0.3 / (rest + g * 0.3)) ** 2]

    exact = averages(precision_law(channel, unknown))
    assert averages(by_quadrature(channel, unknown)) == pytest.approx(exact, rel=1e-10)


@pytest.mark.parametrize("channel", [rb.Logistic(2.0), rb.FadingFlips(0.4, 2.0)], ids=repr)
@pytest.mark.parametrize("unknown", [0.9, 0.1, 1e-3])
def test_the_mean_is_the_information_of_a_label(channel, unknown):
    g, rest, weights = precision_law(channel, unknown)
    assert weights.sum() == pytest.approx(1.0, abs=1e-10)
    assert g + rest == pytest.approx(np.ones(len(g)))
    assert weights @ g == pytest.approx(unknown * float(channel.information(np.array(unknown))), rel=1e-7)
