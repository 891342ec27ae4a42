"""Labels inside kernels: signs that are flipped, numbers with noise."""

from __future__ import annotations

import math
from types import FunctionType

import numpy as np
import pytest

from rosenblatt.gaussian import scalar_cdf
from rosenblatt.kernels import labels
from rosenblatt.kernels.labels import drawn_sign, flipped_sign, label_slots, noisy_number
from rosenblatt.scenario import FadingFlips, Flips, GaussianNoise, Logistic
from tests.helpers import Z_LIMIT
from tests.helpers.channels import CHANNELS_OF_SIGNS
from tests.helpers.students import state_of


@pytest.mark.parametrize(("channel", "labels"), [(Flips(), [-1.0, -1.0, 1.0]), (GaussianNoise(), [-0.3, 0.0, 2.5])])
def test_without_noise_a_label_is_the_teacher_s_and_no_random_number_is_drawn(channel, labels, seed):
    state = state_of(seed)
    before = state.copy()
    label_of = label_slots(channel)["label_of"]
    assert [label_of(field, (0.0,), state) for field in (-0.3, 0.0, 2.5)] == labels  # a tie is -1
    assert np.array_equal(state, before)


@pytest.mark.parametrize("field", [-0.3, 2.5])
def test_signs_are_flipped_as_often_as_the_noise_says(field, seed):
    state, count, noise = state_of(seed), 20_000, 0.2
    labels = np.array([flipped_sign(field, (noise,), state) for _ in range(count)])
    assert set(labels) == {-1.0, 1.0}
    flips = np.mean(labels != math.copysign(1.0, field))
    assert abs(flips - noise) < Z_LIMIT * math.sqrt(noise * (1.0 - noise) / count)


def test_the_noise_of_numbers_is_a_variance(seed):
    state, count, noise = state_of(seed), 20_000, 0.3
    off = np.array([noisy_number(2.5, (noise,), state) for _ in range(count)]) - 2.5
    assert abs(off.mean()) < Z_LIMIT * math.sqrt(noise / count)
    assert abs(np.mean(off**2) - noise) < Z_LIMIT * noise * math.sqrt(2.0 / count)


def test_a_channel_says_how_it_is_drawn():
    class Otherwise(Flips):
        """Answers otherwise than its base."""

        chance = staticmethod(lambda field, numbers: 0.3)

    for channel in (Otherwise(), Logistic(), FadingFlips()):
        assert label_slots(channel) == {"label_of": drawn_sign, "chance": type(channel).chance}
    with pytest.raises(TypeError, match="channel must be one that kernels can draw"):
        label_slots("flips")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("channel", CHANNELS_OF_SIGNS, ids=lambda channel: channel.name)
@pytest.mark.parametrize("field", [-0.8, 0.29, 0.31, 1.3])
def test_labels_are_drawn_as_often_as_the_channel_says(channel, field, seed):
    slots, state, count = label_slots(channel), state_of(seed), 20_000
    draw = FunctionType(slots["label_of"].__code__, {**vars(labels), "chance": slots.get("chance")})
    share = np.mean([draw(field, channel.kernel_numbers, state) > 0.0 for _ in range(count)])
    expected = float(channel.probability(np.array([field]))[0])
    assert abs(share - expected) < Z_LIMIT * math.sqrt(expected * (1.0 - expected) / count) + 1e-12


def test_the_table_of_phi(random):
    for x in (*(3.0 * random.standard_normal(20_000)).tolist(), -1e9, -8.25, 0.0, 8.25, 1e9):
        assert labels.phi_from_table(x) == pytest.approx(scalar_cdf(x), abs=1e-13)
