"""Estimators of tables as programs: their columns, their state, and what they say."""

from __future__ import annotations

from typing import Any

from rosenblatt.estimators.common.exporting import plain_classes
from rosenblatt.estimators.programs.bank import probabilities_of
from rosenblatt.estimators.programs.numbers import means_of
from rosenblatt.estimators.programs.scaling import inputs_of
from rosenblatt.export.programs import Program, Term


def classifier_program(model: Any, which: int) -> Program:
    """Return the probabilities of a `BayesClassifier`, observed (0) or clean (1)."""
    program, inputs = _begun(model)
    program.labels = model.classes_
    plain_classes(model.classes_)
    said = probabilities_of(inputs, model.state_, which)
    program.returns(chosen=program.step("argmax", said, 1), probabilities=said)
    return program


def regressor_program(model: Any) -> Program:
    """Return the means of a `BayesRegressor`."""
    program, inputs = _begun(model)
    program.returns(values=means_of(inputs, model.state_))
    return program


def _begun(model: Any) -> tuple[Program, Term]:
    """Return a program for the columns of a model, and its inputs."""
    columns = model.n_features_in_
    program = Program.of_columns(columns)
    names = list(getattr(model, "feature_names_in_", range(columns)))
    return program, inputs_of(program.rows, model.layout_, names)
