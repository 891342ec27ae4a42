"""The averages that drive a learning curve against plain integrals."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.averages import averages_kernel
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import channel_of_noise
from tests.helpers import Z_LIMIT, by_name
from tests.helpers.channels import CHANNELS_OF_SIGNS
from tests.helpers.rules import SAMPLES, margin

EDGE = np.zeros((1, 2))


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_averages(rule: HebbianRule, noise: float):
    result, channel = np.empty(3), channel_of_noise(rule.labels, noise)
    kernel = averages_kernel(rule, channel)
    for angle in (1e-7, 0.3, 1.4, 2.8):
        for length in (0.01, 1.0, 7.0):
            r, r_perp = length * math.cos(angle), length * math.sin(angle)
            kinks = np.array(rule.kink_fields(2.0, length**2), dtype=float)
            kernel(r, r_perp, 2.0, channel.kernel_numbers, EDGE, 1.0, kinks, 1, rule.own, result)
            assert result == pytest.approx(plain_loops.averages(rule, r, r_perp, 2.0, channel), rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("channel", CHANNELS_OF_SIGNS, ids=lambda channel: channel.name)
def test_averages_in_any_channel(channel, random):
    """Against a count of examples, and against the plain integral."""
    rule, seen, result = margin(width=0.5), channel.as_student_sees, np.empty(3)
    numbers, features = seen.kernel_numbers, np.array(seen.features, dtype=float).reshape(-1, 2)
    b, c = random.standard_normal((2, 400_000))
    labels = np.where(random.random(400_000) < seen.probability(b), 1.0, -1.0)
    for angle in (0.05, 0.7, 2.0):
        r, r_perp = 1.3 * math.cos(angle), 1.3 * math.sin(angle)
        averages_kernel(rule, seen)(r, r_perp, 1.0, numbers, features, 1.0, np.array([-0.5, 0.5]), 1, rule.own, result)
        assert result == pytest.approx(plain_loops.averages(rule, r, r_perp, 1.0, seen), rel=1e-7, abs=1e-9)
        force = np.where(labels * (r * b + r_perp * c) <= 0.5, labels, 0.0)
        for average, counted in zip(result, (force * b, force * c, force**2), strict=True):
            assert abs(counted.mean() - average) < Z_LIMIT * counted.std() / math.sqrt(len(b))
