"""What random labels ask of weights: averages against sums over drawn fields, the best threshold, refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from rosenblatt.theory.random_labels import RandomLabels, checked_labels
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize(("margin", "bias"), [(0.0, 0.0), (0.7, 0.0), (0.3, -0.6), (2.0, 0.9)])
def test_averages_are_those_of_drawn_fields(margin, bias, random):
    q, left = 0.6, 0.5
    asked = RandomLabels(margin, bias).demands(q, left)
    z, label = random.standard_normal(400_000), np.where(random.random(400_000) < 0.5 * (1 + bias), 1.0, -1.0)
    u = (margin + label * asked.threshold - math.sqrt(q) * z) / math.sqrt(left)
    g = np.exp(stats.norm.logpdf(u) - stats.norm.logsf(u))
    for drawn, exact in ((stats.norm.logsf(u), asked.log_volume), (g * g, asked.g_squared), (g * u, asked.g_u)):
        assert abs(drawn.mean() - exact) < Z_LIMIT * drawn.std() / math.sqrt(len(z))


@pytest.mark.parametrize("bias", [0.5, -0.9, 1.0 - 1e-9])
def test_the_threshold_is_the_best_one(bias):
    labels = RandomLabels(0.4, bias)
    best = labels.demands(0.3, 0.2)
    assert math.copysign(1.0, best.threshold) == -math.copysign(1.0, bias)

    def volume(threshold):  # both labels by themselves, each a label without bias at another margin
        up, down = (RandomLabels(0.4 + sign * threshold).demands(0.3, 0.2).log_volume for sign in (1.0, -1.0))
        return 0.5 * (1 + bias) * up + 0.5 * (1 - bias) * down

    assert volume(best.threshold) == pytest.approx(best.log_volume, rel=1e-9)
    for step in (-1e-3, 1e-3):
        assert volume(best.threshold + step) < best.log_volume


def test_labels_turned_round_turn_the_threshold_round():
    plus, minus = (RandomLabels(0.2, bias).demands(0.5, 0.5) for bias in (0.7, -0.7))
    assert plus[:3] == pytest.approx(minus[:3], rel=1e-12)
    assert plus.threshold == pytest.approx(-minus.threshold, rel=1e-11)


def test_steps_that_are_steep_are_averaged_too():
    # As the width of the step goes to 0, (Q - q) g^2 becomes (K - sqrt(q) z)_+^2: Gardner's integral.
    exact = 1.25 * stats.norm.cdf(0.5) + 0.5 * stats.norm.pdf(0.5)
    found = [RandomLabels(0.5).demands(1.0 - left, left).g_squared * left for left in (1e-6, 1e-8)]
    assert found[1] == pytest.approx(exact, rel=1e-6)
    assert abs(found[1] - exact) < 0.1 * abs(found[0] - exact)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"margin": -0.1}, "margin must be at least 0; got -0.1.*replica symmetry is broken.*upper bound"),
        ({"bias": 1.0}, "bias must be between -1 and 1, .*got 1.0.*stored without end"),
        ({"bias": -2}, "bias must be between -1 and 1"),
        ({"margin": math.nan}, "margin must be finite"),
    ],
)
def test_what_has_no_theory_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        checked_labels(**{"margin": 0.0, "bias": 0.0, **given})
