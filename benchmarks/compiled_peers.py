"""Compiled copies of scikit-learn's online updates, which take 100 us or more a row through partial_fit, and Adagrad.

An update is w <- keep w + push x. A step says how: (label, field, |x|^2, t, parameters) -> (keep, push). Labels are
-1 and 1, rows are the stored entries of a CSR matrix, t counts from 1. benchmarks.peers.check compares copies with
their originals; passive-aggressive is a learning rate from scikit-learn 1.8 on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numba import njit
from sklearn.linear_model import Perceptron, SGDClassifier

Csr = Any  # a scipy.sparse.csr_matrix, whose shape type checkers take for None

RATES = (1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
FIRST_RATES = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0)  # of the schedule that falls as t^-POWER
POWER = 0.5
CAPS = (1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0)  # C of the passive-aggressive learners
TINY = (1e-9, 1e-8, 1e-7, 1e-6, 1e-5)  # for raw rows with |x| in the thousands
ALPHA = 1e-4  # scikit-learn's default L2 penalty
SPARSE_DECAY = 0.01  # scikit-learn learns the intercept of sparse rows slower by this factor


@njit
def standardise(x):
    """Return each row less the mean and over the deviation of the rows so far, this one included."""
    out = np.zeros(x.shape)
    mean, squares = np.zeros(x.shape[1]), np.zeros(x.shape[1])
    for t in range(x.shape[0]):
        for j in range(x.shape[1]):
            before = x[t, j] - mean[j]
            mean[j] += before / (t + 1)
            squares[j] += before * (x[t, j] - mean[j])
            if squares[j] > 0.0:
                out[t, j] = (x[t, j] - mean[j]) / math.sqrt(squares[j] / (t + 1))
    return out


@njit
def _descend(rate, label, field):
    """Descend the log loss with an L2 penalty; the gradient is written as scikit-learn writes it."""
    target = 1.0 if label > 0.0 else 0.0
    if field > -37.0:
        odds = math.exp(-field)
        gradient = ((1.0 - target) - target * odds) / (1.0 + odds)
    else:
        gradient = math.exp(field) - target
    return 1.0 - rate * ALPHA, -rate * gradient


@njit
def constant_step(label, field, norm, t, parameters):
    """Descend at a constant rate."""
    return _descend(parameters[0], label, field)


@njit
def invscaling_step(label, field, norm, t, parameters):
    """Descend at a rate that falls as a power of t."""
    return _descend(parameters[0] / t ** parameters[1], label, field)


@njit
def optimal_step(label, field, norm, t, parameters):
    """Descend at a rate that falls as 1 / (alpha (t0 + t))."""
    return _descend(1.0 / (ALPHA * (parameters[0] + t - 1.0)), label, field)


@njit
def perceptron_step(label, field, norm, t, parameters):
    """Learn from mistakes; a field of zero is one."""
    return 1.0, parameters[0] * label if label * field <= 0.0 else 0.0


@njit
def pa1_step(label, field, norm, t, parameters):
    """Remove the hinge loss with a step of at most C."""
    loss = max(0.0, 1.0 - label * field)
    return 1.0, label * min(parameters[0], loss / norm) if norm > 0.0 else 0.0


@njit
def pa2_step(label, field, norm, t, parameters):
    """Remove a part of the hinge loss, the larger the larger C."""
    return 1.0, label * max(0.0, 1.0 - label * field) / (norm + 0.5 / parameters[0])


@njit
def walk(step, indptr, indices, data, labels, width, decay, parameters):
    """Return the field of each row before it is learnt.

    Operations come in scikit-learn's order: at high rates the map is chaotic, and rounding would grow into differences.
    """
    weights, intercept = np.zeros(width), 0.0
    fields = np.empty(len(labels))
    for t in range(len(labels)):
        field, norm = 0.0, 0.0
        for k in range(indptr[t], indptr[t + 1]):
            field += weights[indices[k]] * data[k]
            norm += data[k] * data[k]
        field += intercept
        fields[t] = field
        keep, push = step(labels[t], field, norm, t + 1.0, parameters)
        if push != 0.0:
            for k in range(indptr[t], indptr[t + 1]):
                weights[indices[k]] += data[k] * (push / keep)
            intercept += push * decay
        if keep != 1.0:
            weights *= keep
    return fields


@dataclass(frozen=True)
class Copy:
    """A compiled update of scikit-learn, and how to make the original."""

    name: str
    setting: str
    step: Callable
    parameters: tuple[float, ...]
    probabilistic: bool
    original: Callable[[], Any]

    def fields(self, fed: Csr, labels: np.ndarray, is_sparse: bool) -> np.ndarray:
        """Return the decision value of each row before it is learnt."""
        decay = SPARSE_DECAY if is_sparse else 1.0
        signs, parameters = 2.0 * labels - 1.0, tuple(map(float, self.parameters))
        return walk(self.step, fed.indptr, fed.indices, fed.data, signs, fed.shape[1], decay, parameters)


def _sgd(schedule: str, step: Callable, rate: float, setting: str) -> Copy:
    how = {"loss": "log_loss", "learning_rate": schedule, "eta0": rate, "power_t": POWER, "alpha": ALPHA}
    return Copy("sklearn-sgd", setting, step, (rate, POWER), True, lambda: SGDClassifier(**how))


def _passive(kind: str, step: Callable, cap: float) -> Copy:
    how = {"loss": "hinge", "penalty": None, "learning_rate": kind, "eta0": cap}
    return Copy("sklearn-pa", f"{kind} C={cap:g}", step, (cap,), False, lambda: SGDClassifier(**how))


def sgd_copies() -> Iterator[Copy]:
    """Yield the schedules of SGDClassifier. It does not use eta0 where the rate is called optimal; t0 stands there."""
    yield _sgd("optimal", optimal_step, 1.0 / (np.sqrt(1.0 / np.sqrt(ALPHA)) * ALPHA), "optimal")
    yield from (_sgd("constant", constant_step, rate, f"constant eta0={rate:g}") for rate in (*TINY, *RATES))
    yield from (_sgd("invscaling", invscaling_step, rate, f"invscaling eta0={rate:g}") for rate in FIRST_RATES)


def perceptron_copies() -> Iterator[Copy]:
    """Yield the perceptron; without a penalty its rate does not change what it predicts."""
    yield Copy("sklearn-perceptron", "eta0=1", perceptron_step, (1.0,), False, Perceptron)


def passive_copies() -> Iterator[Copy]:
    """Yield both passive-aggressive learners."""
    for (kind, step), cap in product((("pa1", pa1_step), ("pa2", pa2_step)), (*TINY, *CAPS)):
        yield _passive(kind, step, cap)


@njit
def adagrad_walk(indptr, indices, data, labels, width, rate):
    """Return the field of each row before it is learnt; each weight's rate falls as 1 / |its gradients so far|."""
    weights, squares = np.zeros(width + 1), np.full(width + 1, 1e-10)  # the last one is the intercept
    fields = np.empty(len(labels))
    for t in range(len(labels)):
        field = weights[width]
        for k in range(indptr[t], indptr[t + 1]):
            field += weights[indices[k]] * data[k]
        fields[t] = field
        pull = labels[t] / (1.0 + math.exp(min(labels[t] * field, 700.0)))
        for k in range(indptr[t], indptr[t + 1]):
            squares[indices[k]] += (pull * data[k]) ** 2
            weights[indices[k]] += rate * pull * data[k] / math.sqrt(squares[indices[k]])
        squares[width] += pull * pull
        weights[width] += rate * pull / math.sqrt(squares[width])
    return fields
