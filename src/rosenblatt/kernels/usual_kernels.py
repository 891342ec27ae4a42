"""The kernels that usual first calls need: python -m rosenblatt.kernels.usual_kernels compiles them.

They are those of `BayesClassifier` and `BayesRegressor`, and of `OnlineClassifier` and `OnlineRegressor` with the rules
that are theirs by default, for rows of float64 and for sparse ones. When the package is built, they are compiled, and
go with it: see `disk_cache`. With a share, as in ``0 2``, this is every second one from the first on, so that several
processes compile at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
from numba import types

from rosenblatt.kernels.bank.block_update import label_block_kernel
from rosenblatt.kernels.bank.label_trees import label_trees_kernel
from rosenblatt.kernels.bank.member_inputs import fill_label_means, views_kernel
from rosenblatt.kernels.bank.members import MATRIX, VECTOR, members_kernel
from rosenblatt.kernels.bank.mixture import doubt_follower, error_follower, follow_each_error, mixture_kernel
from rosenblatt.kernels.bank.number_loops import LOOPS
from rosenblatt.kernels.bank.number_trees import number_trees_kernel
from rosenblatt.kernels.bank.numbers import number_members_kernel
from rosenblatt.kernels.bank.random_inputs import random_inputs_kernel
from rosenblatt.kernels.bank.sparse_members import sparse_members_kernel
from rosenblatt.kernels.rows import dense_kernel, note_field, note_nothing, sparse_kernel
from rosenblatt.kernels.running_counts import count_probabilities, sums_after
from rosenblatt.kernels.standardise import compress_counts, dense_standardiser, unit_check
from rosenblatt.rules.registry import resolve

RULES = {  # of `OnlineClassifier` and of `OnlineRegressor`, and what these note of a row; the first of sparse ones too
    "rosenblatt": (note_nothing, note_field),
    "bayes-linear": (note_field,),
}
SCORED = (types.boolean[::1], types.float64, types.int64, VECTOR, VECTOR)
VALUES, INDICES = np.dtype(np.float64), np.dtype(np.int32)

Work = Callable[[], object]


def usual_kernels() -> list[Work]:
    """Return what compiles each kernel, those that take longest first."""
    columns = types.int32[::1]
    return [
        label_trees_kernel,
        number_trees_kernel,
        members_kernel,
        *(lambda key=key: number_members_kernel(*key) for key in LOOPS),
        sparse_members_kernel,
        label_block_kernel,
        mixture_kernel,
        *(work for name, notes in RULES.items() for work in _of_rule(name, *notes)),
        views_kernel,
        dense_standardiser,
        random_inputs_kernel,
        lambda: fill_label_means.compile((VECTOR, VECTOR, VECTOR, MATRIX)),
        unit_check,
        error_follower,
        doubt_follower,
        lambda: follow_each_error.compile((VECTOR, VECTOR, types.int64, VECTOR)),
        lambda: sums_after.compile((VECTOR, types.float64, types.int64[::1], VECTOR)),
        lambda: count_probabilities.compile((VECTOR, *SCORED, VECTOR)),
        lambda: compress_counts.compile((VECTOR, columns, VECTOR, VECTOR, types.boolean, VECTOR)),
    ]


def _of_rule(name: str, *notes: Callable[..., None]) -> list[Work]:
    """Return what compiles the loops over rows of a rule as its estimator has it."""
    rule = resolve(name).on_data().with_intercept()[0]
    return [
        *(lambda note=note: dense_kernel(rule, VALUES, note) for note in notes),
        lambda: sparse_kernel(rule, VALUES, INDICES, notes[0]),
    ]


def main() -> None:
    """Compile the share that is asked for."""
    first, step = (int(argument) for argument in sys.argv[1:] or ("0", "1"))
    for work in usual_kernels()[first::step]:
        work()


if __name__ == "__main__":
    main()
