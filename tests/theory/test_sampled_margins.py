"""Margins by a sample of fields: a density with its slope, and the fixed point of a channel from its own sample."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.batch.convex_risk import Hinge, Logistic, Ridge
from rosenblatt.scenario.correlated_inputs import Spectrum
from rosenblatt.theory.proximal_losses import legendre
from rosenblatt.theory.sampled_margins import SampledMargins, fields_on_sample

SPECTRUM = Spectrum(np.array([2.0, 0.5]), np.array([0.3, 0.7]), np.array([0.4, 0.6]))


def sample(channel, count):
    """Return fields at the quantiles of a normal law, each with both labels as often as the channel has them."""
    from scipy.special import ndtri

    fields = ndtri((np.arange(count) + 0.5) / count)
    wrong = np.arange(count) % 10 == 0  # one in ten, evenly spread
    labels = np.where(fields > 0.0, 1.0, -1.0) * np.where(wrong & (channel.noise > 0.0), -1.0, 1.0)
    return fields, labels


@pytest.mark.parametrize("gamma", [0.1, 1.0, 20.0])
def test_it_is_a_density_with_the_slope_that_the_equations_want(gamma):
    fields = np.random.default_rng(1).standard_t(5, 400)
    margins = SampledMargins(fields, np.sign(fields + 0.3))
    t, weights = legendre(margins.ends(gamma))
    p, along = margins.law(t, gamma)
    assert weights @ p == pytest.approx(1.0, abs=1e-9)
    rho = gamma / np.hypot(1.0, gamma)
    step = 1e-5
    slope = (margins.density(t + step, gamma) - margins.density(t - step, gamma)) / (2.0 * step)
    assert rho * along - t * p == pytest.approx(slope, abs=1e-4 * np.abs(slope).max())
    assert margins.below(t.max(), gamma) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("learner", [Ridge(0.3), Logistic(0.3), Hinge(0.5)], ids=lambda learner: learner.name)
def test_normal_fields_have_the_curve_of_their_channel(learner):
    # 50 bins for each label leave 1e-3 of the law.
    channel = rb.Flips(0.1)
    inputs = rb.Covariance(eigenvalues=SPECTRUM.values, shares=SPECTRUM.shares, teacher=SPECTRUM.powers)
    alpha = np.array([0.3, 2.0, 9.0])
    along, across = fields_on_sample(learner, SPECTRUM, *sample(channel, 20_000), alpha)
    exact = rb.learning_curve(learner, alpha, inputs=inputs, channel=channel).frame["disagreement"]
    assert np.arctan2(across, along) / np.pi == pytest.approx(exact.to_numpy(), rel=3e-3)
