from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from rosenblatt.kernels.device.philox import philox, round_keys, two_normals

ONES = 2**32 - 1
COUNT = 20_000


def keys_of(first, second):
    class Seed:
        def generate_state(self, count, kind):
            return np.array([first, second], dtype=kind)

    return round_keys(Seed())


# The known answers of Random123 for philox4x32 with seven rounds.
@pytest.mark.parametrize(
    "counter, key, words",
    [
        ((0, 0, 0, 0), (0, 0), (0x5F6FB709, 0x0D893F64, 0x4F121F81, 0x4F730A48)),
        ((ONES, ONES, ONES, ONES), (ONES, ONES), (0x5207DDC2, 0x45165E59, 0x4D8EE751, 0x8C52F662)),
    ],
)
def test_the_words_are_those_of_philox(counter, key, words):
    assert tuple(int(word) for word in philox(*counter, keys_of(*key))) == words


def words_of(seed, count):
    keys = round_keys(np.random.SeedSequence(seed))
    return np.array([philox(block, 5, 3, 0, keys) for block in range(count // 4)]).ravel()


def test_words_are_uniform_and_neighbours_independent(seed):
    words = words_of(seed, COUNT)
    uniform = words * 2.0**-32
    assert stats.kstest(uniform, "uniform").pvalue > 1e-4
    ones = np.unpackbits(words.astype(np.uint32).view(np.uint8)).mean()
    assert abs(ones - 0.5) * 2.0 * np.sqrt(32 * COUNT) < 4.0
    lagged = [np.corrcoef(uniform[:-lag], uniform[lag:])[0, 1] * np.sqrt(COUNT) for lag in (1, 2, 3, 4)]
    assert np.abs(lagged).max() < 4.0


@pytest.mark.parametrize("place", range(4))
def test_counters_that_differ_in_one_bit_have_nothing_in_common(place, seed):
    keys = round_keys(np.random.SeedSequence(seed))
    apart = []
    for number in range(2000):
        counter = [number, 1, 2, 3]
        other = list(counter)
        other[place] ^= 1
        words, others = (np.array(philox(*one, keys)) for one in (counter, other))
        apart.append(np.unpackbits((words ^ others).astype(np.uint32).view(np.uint8)).mean())
    assert abs(np.mean(apart) - 0.5) * 2.0 * np.sqrt(128 * 2000) < 4.0


def test_normals_are_normal(seed):
    words = words_of(seed, COUNT)
    normals = np.array([two_normals(a, b) for a, b in words.reshape(-1, 2)]).astype(float)
    assert stats.kstest(normals.ravel(), "norm").pvalue > 1e-4
    assert abs(np.corrcoef(normals.T)[0, 1]) * np.sqrt(len(normals)) < 4.0
    assert abs(np.corrcoef((normals**2).T)[0, 1]) * np.sqrt(len(normals)) < 4.0


def test_the_longest_normal_is_finite():
    far, _ = two_normals(np.uint32(0), np.uint32(0))
    near, _ = two_normals(np.uint32(ONES), np.uint32(0))
    assert 6.5 < abs(far) < 7.0
    assert near == 0.0
