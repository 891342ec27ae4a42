"""All 2^N vectors of +1 and -1, one by one: which labels does each get wrong?

Weights and inputs are the bits of a word, 1 for +1: the field of an odd number N of them is positive if and only if
fewer than half of the bits of their exclusive or are set.

    enumeration.1   sgn(w.s) = +1  <=>  popcount(w xor s) < N/2
    enumeration.2   a vector is known by the number of examples before its first mistake
"""

from __future__ import annotations

import numpy as np

from rosenblatt.kernels.compiler import cached_njit

_FIFTH, _THIRD, _FULL, _ONES = (
    np.uint32(0x55555555),
    np.uint32(0x33333333),
    np.uint32(0x0F0F0F0F),
    np.uint32(0x01010101),
)


@cached_njit()
def popcount(word):
    """Return the number of bits that are set in 32."""
    word = word - ((word >> np.uint32(1)) & _FIFTH)
    word = (word & _THIRD) + ((word >> np.uint32(2)) & _THIRD)
    word = (word + (word >> np.uint32(4))) & _FULL
    return np.int64(np.uint32(word * _ONES) >> np.uint32(24))


@cached_njit()
def count_consistent(n, examples, labels, probes, first, last, alive, votes):
    """For the vectors from ``first`` to ``last``, count by the number of examples that they get right before a mistake.

    ``alive[t]`` counts vectors with t of them, ``votes[t, j]`` those of them whose answer to probe j is +1.
    """
    total = examples.size
    for w in range(first, last):
        word = np.uint32(w)
        right = 0
        while right < total:
            positive = 2 * popcount(word ^ examples[right]) < n  # enumeration.1
            if positive != labels[right]:
                break
            right += 1
        alive[right] += 1  # enumeration.2
        for j in range(probes.size):
            if 2 * popcount(word ^ probes[j]) < n:
                votes[right, j] += 1


@cached_njit()
def count_mistakes(n, examples, labels, marks, usual, probes, first, last, odds, weights, votes):
    """For noisy labels: add up ``odds`` to the power of the mistakes on the first ``marks[t]`` examples.

    Mistakes are counted from ``usual[t]`` on, those of the teacher: else all powers would underflow.
    """
    for w in range(first, last):
        word = np.uint32(w)
        mistakes, seen = 0, 0
        for t in range(marks.size):
            while seen < marks[t]:
                positive = 2 * popcount(word ^ examples[seen]) < n
                mistakes += positive != labels[seen]
                seen += 1
            weight = odds ** np.float64(mistakes - usual[t])
            weights[t] += weight
            for j in range(probes.size):
                if 2 * popcount(word ^ probes[j]) < n:
                    votes[t, j] += weight
