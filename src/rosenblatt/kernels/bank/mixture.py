r"""Experts mixed by how well they have predicted, none of them ever quite forgotten.

    mixture.1   P = sum_k w_k P_k;  after the label  w_k <- (1 - s) w_k P_k(label)/P(label) + s/K        (fixed share s)
    mixture.2   the share itself is mixed: one set of weights for each share, weighed in the same way
    mixture.3   how often a prediction expects to be wrong: the running mean of 1 - max P, over a thousand rows or so

and what a second layer of members sees of the rows that are mixed, see `rosenblatt.estimators.bayes.bank`:

    second-layer.1   1, h, |h|, and h^3/9, which no longer grows from |h| = 3 on, of the mixed field h; the fields of
                     the members, within [-6, 6]; running means of the labels before the row, each
                     m <- keep m + (1 - keep) label  after it

P_k is kept within 1e-10 of 0 and 1: a certain expert that is wrong would be gone for ever.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import types

from rosenblatt.kernels.bank.members import CUBE, MATRIX, UNLIKELIEST, VECTOR
from rosenblatt.kernels.compiler import cached_njit, numeric, pasted, specialise, template

CERTAIN = 1e-10
SHARE_OF_SHARES = 1e-4
FARTHEST_FIELD = 6.0  # that the second layer sees
SHAPES = 4  # of the mixed field that the second layer sees
BEND = 3.0  # the field from which |h|^3 no longer grows
LONG = 1000.0  # rows: the most that a running mean of errors looks back over
FOLLOWED = (VECTOR, VECTOR, types.int64)


@pasted
def mix_row(row, said, of_experts, of_shares, of_each):
    """Return what is said of a row, mixed: field, P(+1) and P(+1) without flips; fill in P(+1) for each share."""
    fields, observed, cleans = said
    field, total, clean = 0.0, 0.0, 0.0
    for s in range(of_shares.size):
        of_each[s] = 0.0
        for k in range(of_experts.shape[1]):
            weight = of_experts[s, k]
            of_each[s] += weight * bounded(observed[k, row])
            field += of_shares[s] * weight * fields[k, row]
            clean += of_shares[s] * weight * cleans[k, row]
        total += of_shares[s] * of_each[s]
    return field, total, clean


@pasted
def mix_told(row, told, of_experts, of_shares, mixed_told):
    """Fill in what experts have told of a row, several numbers each, mixed."""
    for what in range(told.shape[0]):
        total = 0.0
        for s in range(of_shares.size):
            for k in range(of_experts.shape[1]):
                total += of_shares[s] * of_experts[s, k] * told[what, k, row]
        mixed_told[what, row] = total


@pasted
def learn_row(row, observed, label, weight, shares, of_experts, of_shares, of_each):
    """Learn the label of a row that has been mixed."""
    count = of_experts.shape[1]
    total = 0.0
    for s in range(shares.size):
        of_shares[s] *= likelihood(of_each[s], label, weight)
        total += of_shares[s]
        inner = 0.0
        for k in range(count):
            of_experts[s, k] *= likelihood(bounded(observed[k, row]), label, weight)
            inner += of_experts[s, k]
        for k in range(count):
            of_experts[s, k] = (1.0 - shares[s]) * of_experts[s, k] / inner + shares[s] / count  # mixture.1
    for s in range(shares.size):  # mixture.2
        of_shares[s] = (1.0 - SHARE_OF_SHARES) * of_shares[s] / total + SHARE_OF_SHARES / shares.size


@pasted
def bounded(probability):
    """Return a probability that is never quite 0 or 1."""
    return min(max(probability, CERTAIN), 1.0 - CERTAIN)


@numeric
@template
def likelihood(probability, label, weight):
    """Return the probability of the label, as many times as it counts."""
    value = probability if label > 0.0 else 1.0 - probability
    return value if weight == 1.0 else max(value**weight, UNLIKELIEST)


@pasted
def observe(row, said, members):
    """Put the probability of +1 as it is observed in the place of the noise of members, and keep fields in bounds."""
    fields, noises, cleans = said
    for k in range(members):
        noises[k, row] += (1.0 - 2.0 * noises[k, row]) * cleans[k, row]
        fields[k, row] = min(max(fields[k, row], -FARTHEST_FIELD), FARTHEST_FIELD)


@pasted
def fill_inputs(row, label, fields, members, field, keeps, recent, inputs, learn):
    """Fill in what the second layer sees of a row, and learn its label if it is to.  (second-layer.1)"""
    bent = min(max(field, -BEND), BEND)
    inputs[row, 0], inputs[row, 1], inputs[row, 2] = 1.0, field, abs(field)
    inputs[row, 3] = bent * bent * bent / (BEND * BEND)
    for k in range(members):
        inputs[row, SHAPES + k] = fields[k, row]
    for i in range(recent.size):
        inputs[row, SHAPES + members + i] = recent[i]
        if learn:
            recent[i] = keeps[i] * recent[i] + (1.0 - keeps[i]) * label


@numeric
@template
def mix_rows(
    learn, labels, weights, members, fields, noises, cleans, shares, of_experts, of_shares,
    place, mixed_fields, mixed_observed, mixed_cleans, keeps, recent, inputs, told, mixed_told, of_each,
):  # fmt: skip
    """Mix what experts say of rows into row ``place`` of three arrays; if they are to ``learn``, learn each row then.

    Of the first ``members`` experts the noise is given, of the others P(+1) as it is observed. If there is room for
    ``inputs`` of a second layer, they are filled in. What else experts have ``told`` of rows is mixed too.
    """
    said = (fields, noises, cleans)
    for row in range(labels.size):
        observe(row, said, members)
        field, total, clean = mix_row(row, said, of_experts, of_shares, of_each)
        mixed_fields[place, row], mixed_observed[place, row], mixed_cleans[place, row] = field, total, clean
        if told.size > 0:
            mix_told(row, told, of_experts, of_shares, mixed_told)
        if inputs.size > 0:
            fill_inputs(row, labels[row], fields, members, field, keeps, recent, inputs, learn)
        if learn:
            learn_row(row, noises, labels[row], weights[row], shares, of_experts, of_shares, of_each)


@cache
def mixture_kernel() -> Any:
    """Return the compiled `mix_rows`."""
    said = (MATRIX, MATRIX, MATRIX)
    rest = (VECTOR, VECTOR, MATRIX, CUBE, MATRIX, VECTOR)
    signature = types.void(
        *(types.boolean, VECTOR, VECTOR, types.int64, *said, VECTOR, MATRIX, VECTOR, types.int64, *said, *rest)
    )
    return specialise(mix_rows, "bank", signature, {})


@cached_njit()
def follow_errors(errors, mean, clock):
    """Follow the running mean of expected errors; ``clock`` rows came before.  (mixture.3)"""
    for row in range(errors.size):
        mean[0] += (errors[row] - mean[0]) / min(clock + row + 1.0, LONG)


@cached_njit()
def follow_each_error(errors, mean, clock, means):
    """Do the same, and fill in the mean after each row."""
    for row in range(errors.size):
        mean[0] += (errors[row] - mean[0]) / min(clock + row + 1.0, LONG)
        means[row] = mean[0]


@cached_njit()
def follow_doubts(observed, mean, clock):
    """Do the same for two classes, from P(+1): an error is as probable as the rarer one.  (mixture.3)"""
    for row in range(observed.size):
        error = min(1.0 - observed[row], observed[row])
        mean[0] += (error - mean[0]) / min(clock + row + 1.0, LONG)


@cache
def error_follower() -> Any:
    """Return the machine code of `follow_errors` for numbers of float64."""
    return follow_errors.compile(FOLLOWED)


@cache
def doubt_follower() -> Any:
    """Return the machine code of `follow_doubts` for numbers of float64."""
    return follow_doubts.compile(FOLLOWED)
