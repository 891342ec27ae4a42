r"""Experts mixed by how well they have predicted, none of them ever quite forgotten.

    mixture.1   P = sum_k w_k P_k;  after the label  w_k <- (1 - s) w_k P_k(label)/P(label) + s/K        (fixed share s)
    mixture.2   the share itself is mixed: one set of weights for each share, weighed in the same way

P_k is kept within 1e-10 of 0 and 1: a certain expert that is wrong would be gone for ever.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import njit, types

from rosenblatt.kernels.compiler import specialise, template

CERTAIN = 1e-10
SHARE_OF_SHARES = 1e-4
LONG = 1000.0


@template
def mix_rows(observed, others, labels, emphasis, shares, weights, of_shares, learn, mixed, others_mixed):
    """Mix ``observed``, P_k(+1) of shape (experts, rows), and ``others``, (what, experts, rows); learn each row then.

    ``weights`` are of shape (shares, experts), ``of_shares`` their own; ``mixed`` and ``others_mixed`` are filled.
    """
    experts = observed.shape[0]
    for row in range(observed.shape[1]):
        mixed[row] = 0.0
        for o in range(others.shape[0]):
            others_mixed[o, row] = 0.0
        total = 0.0
        for s in range(shares.size):
            seen = 0.0
            for k in range(experts):
                seen += weights[s, k] * bounded(observed[k, row])
            mixed[row] += of_shares[s] * seen
            for o in range(others.shape[0]):
                part = 0.0
                for k in range(experts):
                    part += weights[s, k] * others[o, k, row]
                others_mixed[o, row] += of_shares[s] * part
            if learn:
                of_shares[s] *= likelihood(seen, labels[row], emphasis[row])
                total += of_shares[s]
                learn_weights(weights[s], observed, row, labels[row], emphasis[row], shares[s])  # mixture.1
        if learn:
            for s in range(shares.size):  # mixture.2
                of_shares[s] = (1.0 - SHARE_OF_SHARES) * of_shares[s] / total + SHARE_OF_SHARES / shares.size


@template
def learn_weights(weights, observed, row, label, emphasis, share):
    total = 0.0
    for k in range(weights.size):
        weights[k] *= likelihood(bounded(observed[k, row]), label, emphasis)
        total += weights[k]
    for k in range(weights.size):
        weights[k] = (1.0 - share) * weights[k] / total + share / weights.size


@template
def bounded(probability):
    """Return a probability that is never quite 0 or 1."""
    return min(max(probability, CERTAIN), 1.0 - CERTAIN)


@template
def likelihood(probability, label, emphasis):
    """Return the probability of the label, as many times as it counts."""
    value = probability if label > 0.0 else 1.0 - probability
    return value if emphasis == 1.0 else max(value**emphasis, 1e-290)


@cache
def mixture_kernel() -> Any:
    """Return the compiled mixture."""
    vector, matrix = types.float64[::1], types.float64[:, ::1]
    data = types.Array(types.float64, 1, "C", readonly=True)
    signature = types.void(
        types.Array(types.float64, 2, "C", readonly=True),
        types.Array(types.float64, 3, "C", readonly=True),
        data,
        data,
        data,
        matrix,
        vector,
        types.boolean,
        vector,
        matrix,
    )
    return specialise(mix_rows, "mixture", signature, {})


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


def new_weights(shares: np.ndarray, experts: int) -> tuple[np.ndarray, np.ndarray]:
    """Return weights that know nothing: of the experts for each share, and of the shares."""
    return np.full((len(shares), experts), 1.0 / experts), np.full(len(shares), 1.0 / len(shares))
