"""Random numbers without a state: Philox4x32 with seven rounds, keyed by the seed and counted by place.

    philox.1   Philox4x32 of Salmon, Moraes, Dror and Shaw, of whose rounds seven pass every known battery
    philox.2   counter = (block, step, run, upper half of the step, and which purpose the numbers have); key = the seed
    philox.3   two normals: sqrt(-2 ln u) (cos v, sin v), u uniform in (0, 1], v in [-pi, pi)        (Box and Muller)

Any block of any step of any run is known by itself: no other number need be drawn before, and it is the same wherever
and in whatever order it is drawn. The functions are plain; the device compiles them, and tests call them as they are.
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.kernels.compiler import approximate

ROUNDS = 7
INPUTS, WANDERING, BLUR, LABELS = 0, 1, 2, 3  # purposes
PURPOSE_BIT = 28  # of the fourth number of the counter: a run has at most 2^60 steps

_FIRST, _SECOND = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
_HALF = np.uint64(32)
_UNIT, _HALF_UNIT = np.float32(2.0**-32), np.float32(2.0**-33)
_TURN = np.float32(math.pi * 2.0**-31)
_MINUS_TWO_LN_TWO = np.float32(-2.0 * math.log(2.0))


def philox(block, step, run, high, keys):
    """Return four words of 32 random bits; ``keys`` are those of all rounds, of `round_keys`.  (philox.1)"""
    a, b, c, d = np.uint32(block), np.uint32(step), np.uint32(run), np.uint32(high)
    a, b, c, d = _mixed(a, b, c, d, keys[0], keys[1])
    a, b, c, d = _mixed(a, b, c, d, keys[2], keys[3])
    a, b, c, d = _mixed(a, b, c, d, keys[4], keys[5])
    a, b, c, d = _mixed(a, b, c, d, keys[6], keys[7])
    a, b, c, d = _mixed(a, b, c, d, keys[8], keys[9])
    a, b, c, d = _mixed(a, b, c, d, keys[10], keys[11])
    return _mixed(a, b, c, d, keys[12], keys[13])


def _mixed(a, b, c, d, key, other_key):
    """Return the counter after a round."""
    left, right = _FIRST * np.uint64(a), _SECOND * np.uint64(c)
    return (
        np.uint32(np.uint32(right >> _HALF) ^ b ^ key),
        np.uint32(right),
        np.uint32(np.uint32(left >> _HALF) ^ d ^ other_key),
        np.uint32(left),
    )


def round_keys(seed: np.random.SeedSequence) -> tuple[np.uint32, ...]:
    """Return the keys of a seed: for each round two, which grow by constants from one to the next.

    >>> len(round_keys(np.random.SeedSequence(0)))
    14
    """
    first, second = (int(word) for word in seed.generate_state(2, np.uint32))
    steps = [(first + i * _KEY_STEPS[0], second + i * _KEY_STEPS[1]) for i in range(ROUNDS)]
    return tuple(np.uint32(key % 2**32) for pair in steps for key in pair)


@approximate
def two_normals(word, other):
    """Return two unit normals of single precision from two words.  (philox.3)"""
    length = math.sqrt(_MINUS_TWO_LN_TWO * math.log2(np.float32(word) * _UNIT + _HALF_UNIT))
    angle = np.float32(np.int32(other)) * _TURN
    return length * math.cos(angle), length * math.sin(angle)
