"""Running means of errors and of labels."""

from __future__ import annotations

from numba import njit

LONG = 1000.0  # rows: the most that a running mean of errors looks back over


@njit(nogil=True, cache=True)
def follow_errors(errors, mean, clock):
    """Follow the running mean of errors, over the last thousand or so; ``clock`` rows came before."""
    for row in range(errors.size):
        mean[0] += (errors[row] - mean[0]) / min(clock + row + 1.0, LONG)


@njit(nogil=True, cache=True)
def follow_labels(labels, keep, means, out):
    """Fill ``out`` with running means of labels before each row; ``means`` change."""
    for row in range(labels.size):
        for i in range(keep.size):
            out[row, i] = means[i]
            means[i] = keep[i] * means[i] + (1.0 - keep[i]) * labels[row]
