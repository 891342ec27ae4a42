"""Random numbers inside kernels: xoshiro256++, and what is drawn from it.

The state is an array of 64-bit words, seeded by a NumPy SeedSequence (`seed_state`), one for each
run, so that a run's numbers do not depend on threads or on other runs. Four words are the
generator's; the fifth, state[TAKEN], counts the normals taken from an urn (`new_urn`), in which loops
that need few at a time keep a block of them: drawn together they cost half.

    random.1   xoshiro256++ of Blackman and Vigna
    random.2   normal: the ziggurat of Marsaglia and Tsang with 256 layers of equal area, all 53 bits used
    random.3   chi^2 with k degrees of freedom: 2 Gamma(k/2), Marsaglia and Tsang's transformed normal;
               k = 1 is the square of a normal
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

LAYERS = 256
URN = 256  # normals drawn together
TAKEN = 4  # the word that counts those used
_EDGE = 3.654152885361009  # where the lowest of 256 layers begins its tail
_WORD = np.uint64


def _ziggurat() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return layer widths in units of 2^-52, the integers that need no further test, and heights."""
    edge_height = math.exp(-0.5 * _EDGE * _EDGE)
    area = _EDGE * edge_height + math.sqrt(math.pi / 2.0) * math.erfc(_EDGE / math.sqrt(2.0))
    edges = np.zeros(LAYERS + 1)
    edges[0], edges[1] = area / edge_height, _EDGE
    for i in range(2, LAYERS):
        edges[i] = math.sqrt(-2.0 * math.log(area / edges[i - 1] + math.exp(-0.5 * edges[i - 1] ** 2)))
    inside = (edges[1:] / edges[:-1] * 2.0**52).astype(np.int64)
    return edges[:-1] * 2.0**-52, inside, np.exp(-0.5 * edges * edges)


_WIDTH, _INSIDE, _HEIGHT = _ziggurat()


def seed_state(seed: np.random.SeedSequence) -> np.ndarray:
    """Return the state of a generator that starts from ``seed``, with an empty urn."""
    return np.append(seed.generate_state(4, np.uint64), np.uint64(URN))


def new_urn() -> np.ndarray:
    """Return room for normals that are drawn together."""
    return np.empty(URN)


@njit
def advance(s0, s1, s2, s3):
    """Return 64 random bits and the next state.  (random.1)"""
    word = s0 + s3
    word = ((word << _WORD(23)) | (word >> _WORD(41))) + s0
    s2 ^= s0
    s3 ^= s1
    return word, s0 ^ s3, s1 ^ s2, s2 ^ (s1 << _WORD(17)), (s3 << _WORD(45)) | (s3 >> _WORD(19))


@njit
def next_word(state):
    """Return 64 random bits."""
    word, state[0], state[1], state[2], state[3] = advance(state[0], state[1], state[2], state[3])
    return word


@njit
def uniform(state):
    """Return a number in [0, 1)."""
    return (next_word(state) >> _WORD(11)) * 2.0**-53


@njit
def exponential(state):
    """Return a number from the unit exponential law."""
    return -math.log(1.0 - uniform(state))  # the difference is exact, and in (0, 1]


@njit
def uniform_and_sign(state):
    """Return a number in [0, 1) and, from bits that it does not use, +1 or -1."""
    word = next_word(state)
    return (word >> _WORD(11)) * 2.0**-53, 1.0 if word & _WORD(1) else -1.0


@njit
def normal(state):
    """Return a unit normal.  (random.2)"""
    word = next_word(state)
    layer, signed = _layer_and_place(word)
    if abs(signed) < _INSIDE[layer]:
        return signed * _WIDTH[layer]
    return _normal_outside(state, layer, signed)


@njit
def fill_normals(state, x):
    """Fill ``x`` with unit normals: the same numbers as `normal`, with the state kept in registers."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for i in range(x.size):
        word, s0, s1, s2, s3 = advance(s0, s1, s2, s3)
        layer, signed = _layer_and_place(word)
        if abs(signed) < _INSIDE[layer]:
            x[i] = signed * _WIDTH[layer]
        else:
            state[0], state[1], state[2], state[3] = s0, s1, s2, s3
            x[i] = _normal_outside(state, layer, signed)
            s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@njit
def _layer_and_place(word):
    """Return the layer, from 8 of the bits, and the place in it, from the 53 highest, signed."""
    return np.int64(word & _WORD(255)), np.int64(word) >> 11


@njit
def _normal_outside(state, layer, signed):
    """Finish the one draw in a hundred that falls outside the inner part of its layer."""
    while True:
        x = signed * _WIDTH[layer]
        if layer == 0:
            while True:
                beyond = exponential(state) / _EDGE
                if 2.0 * exponential(state) > beyond * beyond:
                    return _EDGE + beyond if signed > 0 else -_EDGE - beyond
        if _HEIGHT[layer] + uniform(state) * (_HEIGHT[layer + 1] - _HEIGHT[layer]) < math.exp(-0.5 * x * x):
            return x
        layer, signed = _layer_and_place(next_word(state))
        if abs(signed) < _INSIDE[layer]:
            return signed * _WIDTH[layer]


@njit
def chi_square_law(freedom):
    """Return the two constants that `chi_square` needs for a number of degrees of freedom."""
    if freedom < 2.0:
        return 0.0, 0.0
    shape = 0.5 * freedom - 1.0 / 3.0
    return shape, 1.0 / math.sqrt(9.0 * shape)


@njit
def chi_square(z, state, law):
    """Return the squared length of so many unit normals as the law, of `chi_square_law`, says.  (random.3)

    ``z`` is a fresh unit normal; more are drawn in the rare case that it is rejected.
    """
    shape, slope = law
    if shape == 0.0:
        return z * z
    while True:
        v = 1.0 + slope * z
        if v > 0.0:
            v = v * v * v
            u = uniform(state)
            squared = z * z
            # The first test is cheap and accepts nearly all; log(0) is -inf and accepts, as it must.
            if u < 1.0 - 0.0331 * squared * squared or math.log(u) < 0.5 * squared + shape * (1.0 - v + math.log(v)):
                return 2.0 * shape * v
        z = normal(state)
