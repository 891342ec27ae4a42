r"""Experts mixed by how well they have predicted, none of them ever quite forgotten.

    mixture.1   P = sum_k w_k P_k;  after the label  w_k <- (1 - s) w_k P_k(label)/P(label) + s/K        (fixed share s)
    mixture.2   the share itself is mixed: one set of weights for each share, weighed in the same way
    mixture.3   how often a prediction expects to be wrong: the running mean of 1 - max P, over a thousand rows or so

P_k is kept within 1e-10 of 0 and 1: a certain expert that is wrong would be gone for ever.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rosenblatt.kernels.bank.members import CUBE, MATRIX, UNLIKELIEST, VECTOR
from rosenblatt.kernels.compiler import cached_njit, named_tuple_type, pasted, specialise, template

CERTAIN = 1e-10
SHARE_OF_SHARES = 1e-4
LONG = 1000.0  # rows: the most that a running mean of errors looks back over


class Experts(NamedTuple):
    """What experts say of rows: P_k(+1), (experts, rows), and numbers to be mixed alike, (what, experts, rows)."""

    observed: np.ndarray
    others: np.ndarray


class MixtureWeights(NamedTuple):
    """The shares s, the weights w of the experts for each, (shares, experts), and those of the shares."""

    shares: np.ndarray
    of_experts: np.ndarray
    of_shares: np.ndarray


class Mixed(NamedTuple):
    """What is filled: the mixed P(+1) of rows, and the mixed other numbers, (what, rows)."""

    observed: np.ndarray
    others: np.ndarray


@pasted
def mix_row(row, experts, of_experts, of_shares, mixed, of_each):
    """Mix what is said of a row; fill ``of_each`` with the mixed P(+1) for each share."""
    observed, others = experts
    others_mixed, total = mixed.others, 0.0
    for o in range(others.shape[0]):
        others_mixed[o, row] = 0.0
    for s in range(of_shares.size):
        seen = 0.0
        for k in range(observed.shape[0]):
            seen += of_experts[s, k] * bounded(observed[k, row])
        of_each[s] = seen
        total += of_shares[s] * seen
        for o in range(others.shape[0]):
            part = 0.0
            for k in range(observed.shape[0]):
                part += of_experts[s, k] * others[o, k, row]
            others_mixed[o, row] += of_shares[s] * part
    mixed.observed[row] = total


@pasted
def learn_row(row, experts, label, weight, weights, of_each):
    """Learn the label of a row that has been mixed."""
    shares, of_experts, of_shares = weights
    total = 0.0
    for s in range(shares.size):
        of_shares[s] *= likelihood(of_each[s], label, weight)
        total += of_shares[s]
        learn_weights(of_experts[s], experts.observed, row, label, weight, shares[s])  # mixture.1
    for s in range(shares.size):  # mixture.2
        of_shares[s] = (1.0 - SHARE_OF_SHARES) * of_shares[s] / total + SHARE_OF_SHARES / shares.size


@template
def learn_weights(of_experts, observed, row, label, weight, share):
    total = 0.0
    for k in range(of_experts.size):
        of_experts[k] *= likelihood(bounded(observed[k, row]), label, weight)
        total += of_experts[k]
    for k in range(of_experts.size):
        of_experts[k] = (1.0 - share) * of_experts[k] / total + share / of_experts.size


@template
def bounded(probability):
    """Return a probability that is never quite 0 or 1."""
    return min(max(probability, CERTAIN), 1.0 - CERTAIN)


@template
def likelihood(probability, label, weight):
    """Return the probability of the label, as many times as it counts."""
    value = probability if label > 0.0 else 1.0 - probability
    return value if weight == 1.0 else max(value**weight, UNLIKELIEST)


@template
def mix_rows(experts, of_experts, of_shares, mixed):
    of_each = np.empty(of_shares.size)
    for row in range(mixed.observed.size):
        mix_row(row, experts, of_experts, of_shares, mixed, of_each)


@template
def mix_and_learn_rows(experts, labels, sample_weights, weights, mixed):
    of_each = np.empty(weights.of_shares.size)
    for row in range(labels.size):
        mix_row(row, experts, weights.of_experts, weights.of_shares, mixed, of_each)
        learn_row(row, experts, labels[row], sample_weights[row], weights, of_each)


_EXPERTS = named_tuple_type(Experts, MATRIX, CUBE)
_MIXED = named_tuple_type(Mixed, VECTOR, MATRIX)
_READ, _READ_MATRIX = (types.Array(types.float64, axes, "C", readonly=True) for axes in (1, 2))


@cache
def mixing_kernel() -> Any:
    """Return the compiled `mix_rows`, which mixes what experts say of rows and learns nothing."""
    return specialise(mix_rows, "mixture", types.void(_EXPERTS, _READ_MATRIX, _READ, _MIXED), {})


@cache
def mixture_kernel() -> Any:
    """Return the compiled `mix_and_learn_rows`, which learns the label of each row once it is mixed."""
    weights = named_tuple_type(MixtureWeights, VECTOR, MATRIX, VECTOR)
    return specialise(mix_and_learn_rows, "mixture", types.void(_EXPERTS, _READ, _READ, weights, _MIXED), {})


@cached_njit()
def follow_errors(errors, mean, clock):
    """Follow the running mean of expected errors; ``clock`` rows came before.  (mixture.3)"""
    for row in range(errors.size):
        mean[0] += (errors[row] - mean[0]) / min(clock + row + 1.0, LONG)
