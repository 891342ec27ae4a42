"""The pseudo-inverse: known values, its limits, and least squares on data."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import Channel
from rosenblatt.theory.pseudo_inverse import moments
from tests.helpers import Z_LIMIT


def test_the_values_of_the_equation_book():
    clean = rb.learning_curve("pseudo-inverse", [0.5, 1.0]).frame["disagreement"]
    noisy = rb.learning_curve("pseudo-inverse", 3.0, noise=0.1).frame["disagreement"]
    assert [*clean.round(6), *noisy.round(6)] == [0.339479, 0.5, 0.224755]


def test_clean_numbers_give_the_overlap_sqrt_alpha():
    frame = rb.learning_curve("pseudo-inverse", [0.04, 0.25, 1.0, 3.0], channel=rb.GaussianNoise(0)).frame
    assert frame["overlap"].tolist() == pytest.approx([0.2, 0.5, 1.0, 1.0], abs=1e-12)
    assert frame["error"].tolist() == pytest.approx([0.48, 0.375, 0.0, 0.0], abs=1e-12)  # (1 - alpha)/2


def test_noise_is_amplified_around_one_example_per_weight():
    frame = rb.learning_curve("pseudo-inverse", [0.5, 0.999, 1.001, 2.0], channel=rb.GaussianNoise(0.1)).frame
    assert frame["q_norm"].tolist() == pytest.approx([0.6, 0.999 + 99.9, 1.0 + 100.0, 1.1], rel=1e-9)


@pytest.mark.parametrize(
    "channel", [rb.Flips(), rb.Flips(0.2), rb.GaussianNoise(0.3)], ids=["clean", "flipped", "numbers"]
)
def test_the_moments_are_those_of_the_labels(channel, random):
    # c = E[y b] and v = E[y^2] - c^2, counted.
    field = random.standard_normal(200_000)
    labels = labels_of(channel, field, random)
    c, left = moments(channel)
    product, square = labels * field, labels**2
    assert abs(product.mean() - c) < Z_LIMIT * product.std() / math.sqrt(len(field))
    assert abs(square.mean() - (left + c * c)) <= Z_LIMIT * square.std() / math.sqrt(len(field)) + 1e-12


@pytest.mark.parametrize("alpha", [0.5, 3.0])
@pytest.mark.parametrize("channel", [rb.Flips(0.1), rb.GaussianNoise(0.3)], ids=["signs", "numbers"])
def test_it_is_least_squares_on_data(channel, alpha, random):
    n, runs, overlaps = 200, 40, []
    for _ in range(runs):
        teacher = rb.SphericalTeacher().draw(n, random)
        x = random.standard_normal((round(alpha * n), n)) / math.sqrt(n)
        weights = np.linalg.lstsq(x, labels_of(channel, x @ teacher, random), rcond=None)[0]
        overlaps.append(weights @ teacher / (math.sqrt(n) * np.linalg.norm(weights)))
    exact = rb.learning_curve("pseudo-inverse", alpha, channel=channel).frame["overlap"][0]
    assert abs(np.mean(overlaps) - exact) < Z_LIMIT * np.std(overlaps, ddof=1) / math.sqrt(runs)


def labels_of(channel: Channel, field: np.ndarray, random: np.random.Generator) -> np.ndarray:
    if isinstance(channel, rb.GaussianNoise):
        return field + math.sqrt(channel.variance) * random.standard_normal(len(field))
    return np.where(field > 0.0, 1.0, -1.0) * np.where(random.random(len(field)) < channel.noise, -1.0, 1.0)


def test_only_the_moments_matter_and_not_the_teacher():
    spherical, binary = (rb.learning_curve("pseudo-inverse", [0.3, 4.0], teacher=t) for t in ("spherical", "binary"))
    assert spherical.frame.equals(binary.frame)
    with pytest.raises(NotImplementedError, match="teacher must not drift for 'pseudo-inverse'"):
        rb.learning_curve("pseudo-inverse", 1.0, drift=0.1)
