"""How many examples a plane separates: the equation book's numbers, and linear programs."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.batch.separable import find_separator
from rosenblatt.theory.separability import _searched, separable_alpha
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize(("noise", "expected"), [(0.01, 6.710253), (0.1, 2.992286), (0.3, 2.145722), (0.4999999, 2.0)])
def test_the_numbers_of_the_equation_book(noise, expected):
    assert separable_alpha(noise) == separable_alpha(rb.Flips(noise)) == pytest.approx(expected, abs=6e-7)
    assert _searched(rb.Flips(noise)) == pytest.approx(separable_alpha(noise), rel=1e-8)  # two forms of one law


def test_without_noise_all_examples_are_separable():
    assert separable_alpha(rb.Flips()) == math.inf
    assert separable_alpha(rb.OwnChannel(lambda b: np.where(b > 0.0, 1.0, 0.0))) == math.inf


def test_labels_that_say_nothing_are_those_of_cover():
    assert separable_alpha(rb.OwnChannel(lambda b: np.full(b.shape, 0.3))) == pytest.approx(2.0, abs=1e-9)


def test_a_linear_program_finds_a_separator_up_to_it(random):
    # Of points in N = 30 dimensions, around the number at which half of all sets are separable; the width is about
    # sqrt(N), and so what is allowed for finite N: 3 examples.
    channel, n, runs, ends = rb.Probit(1.5), 30, 40, []
    for _ in range(runs):
        teacher = rb.SphericalTeacher().draw(n, random)
        x = random.standard_normal((5 * n, n))
        labels = channel.draw(x @ teacher / math.sqrt(n), random)
        low, high = n, 5 * n
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if find_separator(x[:middle], labels[:middle]) is None else (middle, high)
        ends.append(low)
    expected = n * separable_alpha(channel)
    assert abs(np.mean(ends) - expected) < Z_LIMIT * np.std(ends, ddof=1) / math.sqrt(runs) + 3.0
