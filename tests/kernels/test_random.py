"""Random numbers: the published sequence, the laws, and streams that do not depend on each other."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit
from scipy import stats

from rosenblatt.kernels import random as kernel_random
from tests.helpers import Z_LIMIT

COUNT = 400_000


@pytest.fixture
def state(seed) -> np.ndarray:
    return kernel_random.seed_state(np.random.SeedSequence([seed, 7]))


@njit
def _many(draw, state, out):
    for i in range(out.size):
        out[i] = draw(state)


def many(draw, state, count=COUNT) -> np.ndarray:
    out = np.empty(count)
    _many(draw, state, out)
    return out


def test_words_are_those_of_xoshiro256plusplus():
    # The first outputs from the state 1, 2, 3, 4, as the authors' C code gives them.
    state = np.array([1, 2, 3, 4, 0], dtype=np.uint64)
    words = [int(kernel_random.next_word(state)) for _ in range(5)]
    assert words == [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]


@pytest.mark.parametrize(
    ("draw", "law"),
    [
        (kernel_random.uniform, stats.uniform()),
        (kernel_random.exponential, stats.expon()),
        (kernel_random.normal, stats.norm()),
    ],
    ids=["uniform", "exponential", "normal"],
)
def test_laws(draw, law, state):
    sample = many(draw, state)
    assert stats.kstest(sample, law.cdf).pvalue > 1e-4
    for power in (1, 2, 3, 4):
        exact = law.expect(lambda x, power=power: x**power)
        spread = np.std(sample**power) / np.sqrt(COUNT)
        assert abs(np.mean(sample**power) - exact) < Z_LIMIT * spread


def test_the_tails_of_the_normal(state):
    sample = np.abs(many(kernel_random.normal, state, 4_000_000))
    for edge in (3.0, 3.654152885361009, 4.0, 4.5):
        expected = 2.0 * stats.norm.sf(edge) * sample.size
        assert abs(np.sum(sample > edge) - expected) < Z_LIMIT * np.sqrt(expected)


def test_a_filled_array_is_the_same_sequence(state):
    one, other = state.copy(), state.copy()
    filled = np.empty(100_000)
    kernel_random.fill_normals(one, filled)
    assert filled.tolist() == many(kernel_random.normal, other, filled.size).tolist()
    assert one.tolist() == other.tolist()


@pytest.mark.parametrize("freedom", [1, 2, 3, 8, 98, 10_000])
def test_chi_square(freedom, state):
    law = kernel_random.chi_square_law(float(freedom))

    @njit
    def fill(state, out):
        for i in range(out.size):
            out[i] = kernel_random.chi_square(kernel_random.normal(state), state, law)

    sample = np.empty(100_000)
    fill(state, sample)
    assert stats.kstest(sample, stats.chi2(freedom).cdf).pvalue > 1e-4


def test_signs_are_fair_and_do_not_know_the_uniform_beside_them(state):
    pairs = np.array([kernel_random.uniform_and_sign(state) for _ in range(40_000)])
    assert set(pairs[:, 1]) == {-1.0, 1.0}
    assert abs(np.sum(pairs[:, 1])) < Z_LIMIT * np.sqrt(len(pairs))
    assert stats.ks_2samp(pairs[pairs[:, 1] > 0, 0], pairs[pairs[:, 1] < 0, 0]).pvalue > 1e-4
