"""Channels: what an example tells, against the papers' integrals and each other."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ndtr

from rosenblatt.scenario.channels import (
    Flips,
    GaussianNoise,
    OwnChannel,
    Probit,
)
from rosenblatt.scenario.priors import GaussianPrior
from rosenblatt.theory import bayes
from tests.helpers import Z_LIMIT
from tests.helpers.channels import CHANNELS_OF_SIGNS


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.4])
@pytest.mark.parametrize("lam", [0.9, 0.3, 1e-3])
def test_the_sign_channel_is_the_papers_integral(noise, lam):
    q = 1.0 - lam
    clean = 1.0 - 2.0 * noise

    def inside(t: float) -> float:
        return math.exp(-0.5 * t * t - 0.5 * q * t * t) / (noise + clean * ndtr(math.sqrt(q) * t))

    exact = clean**2 * quad(inside, -12, 12, limit=400)[0] / math.sqrt(2 * math.pi) / (math.pi * math.sqrt(lam))
    assert Flips(noise).information(np.array(lam)) == pytest.approx(exact, rel=1e-9)


def test_probit_is_a_channel_of_ones_own():
    lam = np.array([0.8, 0.3, 0.05])
    own = OwnChannel(lambda h: 0.1 + 0.8 * ndtr(h / 0.4))
    assert own.information(lam) == pytest.approx(Probit(2.5, 0.1).information(lam), rel=1e-9)
    angle = np.array([0.2, 1.0])
    assert own.error(angle) == pytest.approx(Probit(2.5, 0.1).error(angle), rel=1e-7)
    with pytest.raises(ValueError, match="in \\[0, 1\\]"):
        OwnChannel(lambda h: h)
    with pytest.raises(ValueError, match="function of an array"):
        OwnChannel(3)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("channel", [Flips(), Flips(0.1), Probit(3.33333, 0.05), GaussianNoise(0.2)], ids=repr)
def test_the_potential_has_half_the_information_for_slope(channel):
    for lam in (0.9, 0.5, 0.1, 0.01):
        step = 1e-4 * lam
        up, down = channel.potential(np.array([lam - step, lam + step]))
        assert (up - down) / (2 * step) == pytest.approx(0.5 * float(channel.information(np.array(lam))), rel=1e-5)


def test_a_channel_of_ones_own_has_a_transition():
    own, built_in = OwnChannel(lambda h: ndtr(h / 0.05)), Probit(20)
    lam = np.array([1e-3, 1e-20, 1e-60])
    assert own.information(lam[:1]) == pytest.approx(built_in.information(lam[:1]), rel=1e-4)
    soft = OwnChannel(lambda h: ndtr(h / 0.5))
    assert soft.information(lam) == pytest.approx(Probit(2).information(lam), rel=1e-8)
    assert soft.potential(lam) == pytest.approx(Probit(2).potential(lam), rel=1e-8)
    _, deficit = bayes.offline(GaussianPrior(), soft, np.array([1.0, 10.0]))
    assert deficit == pytest.approx(bayes.offline(GaussianPrior(), Probit(2), np.array([1.0, 10.0]))[1])


def test_what_the_first_example_tells():
    # Nothing is known at lambda = 1: Z = 1/2 and its slope (1 - 2 kappa)/sqrt(2 pi (1 + s^2)), of either label.
    for noise in (0.0, 0.3):
        first = 2.0 / math.pi * (1.0 - 2.0 * noise) ** 2
        assert float(Flips(noise).information(np.array(1.0))) == pytest.approx(first, rel=1e-12)
        assert float(Probit(0.5, noise).information(np.array(1.0))) == pytest.approx(first / 5.0, rel=1e-12)


def test_a_narrow_blur_is_none():
    lam, angle = np.array([0.9, 0.1]), np.array([0.3, 2.0])
    narrow, sharp = Probit(1e09, 0.1), Flips(0.1)
    assert narrow.information(lam) == pytest.approx(sharp.information(lam), rel=1e-9)
    assert narrow.potential(lam) == pytest.approx(sharp.potential(lam), rel=1e-9)
    assert narrow.error(angle) == pytest.approx(sharp.error(angle), rel=1e-9)
    assert sharp.sharp and not narrow.sharp


def test_errors_are_those_that_are_counted(random):
    r, q_norm, count = 0.6, 0.8, 200_000
    field, other = random.standard_normal((2, count))
    student = r * field + math.sqrt(q_norm - r * r) * other
    angle = math.acos(r / math.sqrt(q_norm))
    for channel, labels in (
        (Flips(0.1), np.sign(field) * np.where(random.random(count) < 0.1, -1.0, 1.0)),
        (Probit(2), np.sign(field + 0.5 * random.standard_normal(count))),
    ):
        share = float((np.sign(student) != labels).mean())
        expected = float(channel.student_error(r, q_norm, angle / math.pi))
        assert abs(share - expected) < Z_LIMIT * math.sqrt(expected / count)
        assert expected == pytest.approx(float(channel.error(np.array(angle))))
    square = 0.5 * (field + math.sqrt(0.3) * random.standard_normal(count) - student) ** 2
    expected = GaussianNoise(0.3).student_error(r, q_norm, 0.0)
    assert abs(square.mean() - expected) < Z_LIMIT * square.std() / math.sqrt(count)


def test_the_level_is_the_noise_where_that_is_one_number():
    assert (Flips(0.2).level, GaussianNoise(0.2).level) == (0.2, 0.2)
    assert math.isnan(Probit(1, 0.2).level)
    with pytest.raises(ValueError, match="slope must be above 0"):
        Probit(0.0)


@pytest.mark.parametrize("channel", CHANNELS_OF_SIGNS, ids=lambda channel: channel.name)
class TestEveryChannelOfSigns:
    def test_its_compiled_functions_are_its_probability_and_the_integrals_over_it(self, channel):
        fields = np.array([-3.1, -0.4, 0.2, 0.9, 2.5])
        chance = [type(channel).chance(field, channel.kernel_numbers) for field in fields.tolist()]
        assert chance == pytest.approx(channel.probability(fields), abs=1e-11)
        seen = channel.as_student_sees
        likelihood = type(seen).likelihood
        for spread in (1.0, 0.3, 1e-2):
            up, slope = super(type(seen), seen).evidence(fields, spread)  # by the integral, not in closed form
            for k, known in enumerate(fields.tolist()):
                z_up, z_down, d, c = likelihood(known, spread, seen.kernel_numbers)
                assert z_up == pytest.approx(up[k], abs=1e-10)
                assert z_down == pytest.approx(1.0 - up[k], abs=1e-10)
                assert d == pytest.approx(slope[k], rel=1e-6, abs=1e-8)
                ahead, behind = (
                    type(seen).likelihood(known + e, spread, seen.kernel_numbers)[2] for e in (1e-5, -1e-5)
                )
                assert c == pytest.approx((ahead - behind) / 2e-5, rel=1e-4, abs=1e-4)

    def test_its_evidence_has_the_slope_that_it_says(self, channel):
        known, spread, step = np.array([-1.5, 0.0, 0.35, 2.0]), 0.7, 1e-4
        _, slope = channel.as_student_sees.evidence(known, spread)
        ahead, behind = (channel.as_student_sees.evidence(known + e, spread)[0] for e in (step, -step))
        assert slope == pytest.approx((ahead - behind) / (2.0 * step), rel=1e-6)

    def test_its_error_and_its_floor_are_those_that_are_counted(self, channel, random):
        count = 400_000
        clean, other, luck = random.standard_normal(count), random.standard_normal(count), random.random(count)
        labels = np.where(luck < channel.probability(clean), 1.0, -1.0)
        stretch = math.hypot(1.0, channel.student_width)
        noisy = (clean + channel.student_width * random.standard_normal(count)) / stretch  # as the student sees it
        for angle in (0.3, 1.2):
            missed = labels * (math.cos(angle) * noisy + math.sin(angle) * other) < 0.0
            expected = float(channel.error(np.array(angle)))
            assert abs(missed.mean() - expected) < Z_LIMIT * math.sqrt(expected / count)
            assert expected == pytest.approx(float(channel.student_error(0.5, 1.0, np.array(angle / math.pi))))
        floor = np.minimum(channel.probability(clean), 1.0 - channel.probability(clean))
        assert abs(floor.mean() - channel.floor) < Z_LIMIT * floor.std() / math.sqrt(count) + 1e-12
        told = labels * clean
        assert abs(told.mean() - channel.correlation) < Z_LIMIT * told.std() / math.sqrt(count)

    def test_its_potential_has_half_the_information_for_slope(self, channel):
        for lam in (0.9, 0.3, 0.02):
            up, down = channel.potential(np.array([lam * 0.999, lam * 1.001]))
            half = 0.5 * float(channel.information(np.array([lam]))[0])
            assert (up - down) / (0.002 * lam) == pytest.approx(half, rel=1e-5)

    def test_it_can_be_pickled_and_compared(self, channel):
        assert channel.kernel_numbers is channel.kernel_numbers
        if channel.name != "own" or "<lambda>" not in repr(channel):
            assert pickle.loads(pickle.dumps(channel)) == channel
