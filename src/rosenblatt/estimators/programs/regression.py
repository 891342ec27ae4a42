"""An `OnlineRegressor` with a transfer function, or of several outputs, as a program."""

from __future__ import annotations

from typing import Any

from rosenblatt.export.linear_models import LinearModel
from rosenblatt.export.programs import Program


def regression_program(linear: LinearModel, transfer: Any) -> Program:
    """Return the numbers that are predicted: g of the fields of a linear model."""
    program = linear.program()
    (name,) = program.outputs.values()
    fields = program.term(name)
    if transfer == "tanh":
        fields = program.call("tanh", fields)
    elif transfer == "logistic":
        fields = 0.5 + 0.5 * program.call("tanh", 0.5 * fields)
    elif transfer is not None:
        raise ValueError(
            f"transfer of an exported model must be tanh or logistic; got {transfer!r}. Export without it."
        )
    program.returns(values=fields)
    return program
