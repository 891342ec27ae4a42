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
_KEY_FIRST, _KEY_SECOND = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_HALF = np.uint64(32)
_UNIT, _HALF_UNIT = np.float32(2.0**-32), np.float32(2.0**-33)
_TURN = np.float32(math.pi * 2.0**-31)
_MINUS_TWO = np.float32(-2.0)


def philox(block, step, run, high, key, other_key):
    """Return four words of 32 random bits.  (philox.1)"""
    a, b, c, d = np.uint32(block), np.uint32(step), np.uint32(run), np.uint32(high)
    first, second = np.uint64(key), np.uint64(other_key)
    for _ in range(ROUNDS):
        left, right = _FIRST * np.uint64(a), _SECOND * np.uint64(c)
        a, b, c, d = (
            np.uint32(np.uint32(right >> _HALF) ^ b ^ np.uint32(first)),
            np.uint32(right),
            np.uint32(np.uint32(left >> _HALF) ^ d ^ np.uint32(second)),
            np.uint32(left),
        )
        first, second = first + _KEY_FIRST, second + _KEY_SECOND
    return a, b, c, d


@approximate
def two_normals(word, other):
    """Return two unit normals of single precision from two words.  (philox.3)"""
    length = np.float32(math.sqrt(_MINUS_TWO * math.log(np.float32(word) * _UNIT + _HALF_UNIT)))
    angle = np.float32(np.int32(other)) * _TURN
    return length * math.cos(angle), length * math.sin(angle)


def seed_words(seed: np.random.SeedSequence) -> tuple[np.uint32, np.uint32]:
    """Return the key of a seed."""
    key, other = seed.generate_state(2, np.uint32)
    return key, other
