"""What fills the slots of the loops, by the kind of the rule: its functions, and the step that calls them."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import numba

from rosenblatt.kernels.compiler import type_of_numbers
from rosenblatt.kernels.covariance import learn_covariance, row_scratch
from rosenblatt.kernels.single_example import learn_dense, learn_sparse, no_scratch
from rosenblatt.kernels.synapse_tuples import tuple_functions
from rosenblatt.rules.kinds.cell import cell_type
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.rules.kinds.covariance import CovarianceRule
from rosenblatt.rules.kinds.rule import Rule


@singledispatch
def learning_slots(rule: Rule) -> dict[str, Any]:
    """Return what fills the slots of a loop over examples."""
    raise TypeError(f"rule must be of a kind that is compiled; got {rule.title!r}. Let it learn by its own functions.")


@learning_slots.register
def _(rule: CompiledRule) -> dict[str, Any]:
    tuples = tuple_functions(rule.title, len(rule.synapse), rule.n_sums)
    steps = {"learn": learn_dense, "learn_stored": learn_sparse, "scratch_for": no_scratch}
    return {**rule.functions._asdict(), **tuples, **steps}


@learning_slots.register
def _(rule: CovarianceRule) -> dict[str, Any]:
    return {"respond": rule.response, "learn": learn_covariance, "scratch_for": row_scratch}


def cell_record(rule: Rule) -> Any:
    """Return the Numba type of a rule's cell."""
    return numba.from_dtype(cell_type(rule.own_memory))


def parameter_tuple(rule: Rule) -> Any:
    """Return the Numba type of a rule's parameters."""
    return type_of_numbers(rule.parameters)
