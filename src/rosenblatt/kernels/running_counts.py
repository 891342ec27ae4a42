"""Sums and counts over a stream, added one row after the other: the same to the last bit however rows are cut.

counts.1   a bin holds the scores that agree in the first bits of a float of single precision, in their order
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rosenblatt.kernels.compiler import cached_njit


@cached_njit()
def sums_after(values, start, rows, out):
    """Fill ``out`` with ``start`` and the values of the first rows, for each of so many ``rows``, in order."""
    total, place = start, 0
    for k in range(rows.size):
        for row in range(place, rows[k]):
            total += values[row]
        out[k], place = total, rows[k]


@njit
def bin_of(score, shift):
    """Return the bin of a score, the lowest 0: without the last ``shift`` of 32 bits.  (counts.1)"""
    bits = np.int64(np.float32(score).view(np.int32))
    ordered = bits if bits >= 0 else -1 - (bits & 0x7FFFFFFF)
    return (ordered >> shift) + (1 << (31 - shift))


@cached_njit()
def count_scores(scores, second, shift, misses, hits):
    """Count rows by the bin of their score, those of the ``second`` class as ``hits``."""
    for row in range(scores.size):
        (hits if second[row] else misses)[bin_of(scores[row], shift)] += 1.0


@cached_njit()
def count_probabilities(p, second, least, shift, misses, hits, said):
    """Do the same by the odds of probabilities, kept so far from 0 and 1; and add these up in each bin."""
    for row in range(p.size):
        kept = min(max(p[row], least), 1.0 - least)
        place = bin_of(kept / (1.0 - kept), shift)
        (hits if second[row] else misses)[place] += 1.0
        said[place] += p[row]
