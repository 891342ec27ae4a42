"""What an `OnlineRegressor` has learnt: as arrays and a header for files, and the mean of two models.

    regression-state.1   two models that learnt other rows: weights and intercept, in the units of the data, are the
                         means of both, each counted as often as it has rows; so is what a rule remembers of its errors

A mean of students is a student only if their length is free. Files hold the rules of the registry, by name and numbers.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.estimators.bayes.merging import merge_scalers
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import ABOVE_ZERO, Damaged
from rosenblatt.estimators.common.model_files import part, prefixed
from rosenblatt.estimators.common.recent_answers import RecentAnswers
from rosenblatt.estimators.common.running_scaler import RunningScaler
from rosenblatt.estimators.common.students import Students
from rosenblatt.rules.kinds.cell import COMMON, numbers_of
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.registry import registered

LARGEST = 1e200  # of a saved number: its square is a number in most units
LARGEST_SYNAPSE = 1e70  # the square of what a rule remembers of squared errors is a number
HEADER = ("rule", "features", "feature_names", "outputs", "single", "rows", "counts")


def rule_to_json(rule: Any) -> Any:
    """Return a rule as JSON: its name, or its name and numbers."""
    if isinstance(rule, str):
        return rule
    numbers = {own.name: getattr(rule, own.name) for own in dataclasses.fields(rule)} if isinstance(rule, Rule) else {}
    plain = all(type(value) in (bool, int, float, type(None)) for value in numbers.values())
    if not isinstance(rule, Rule) or registered().get(rule.name) is not type(rule) or not plain:
        raise TypeError(
            f"rule of a saved model must be a registered one with plain numbers; got {rule!r}. Give a name."
        )
    return {"name": rule.name, "numbers": numbers}


def rule_from_json(said: Any) -> Any:
    """Return a rule of the registry from JSON: its name, or the rule with its numbers."""
    if isinstance(said, str):
        if said not in registered():
            raise Damaged(f"rule must be a registered one; got {model_file_checks.shown(said)}")
        return said
    model_file_checks.check_keys("rule", said, ("name", "numbers"))
    kind = registered()[rule_from_json(model_file_checks.texts("rule", [said["name"]], (1,))[0])]
    numbers = model_file_checks.parameters(said["numbers"], [own.name for own in dataclasses.fields(kind)])
    try:
        return kind(**numbers)
    except (TypeError, ValueError) as problem:
        raise Damaged(f"rule must be one that can be: {problem}".removesuffix(".")) from None


def arrays(students: Students, scaler: RunningScaler | None, units: list[RunningScaler]) -> dict[str, np.ndarray]:
    """Return all arrays by the names that they have in files."""
    found = {"synapses": students.synapses, "cells": np.array(numbers_of(students.cells))}
    for name, own in (("scaler", scaler), *((f"unit{k}", unit) for k, unit in enumerate(units))):
        if own is not None:
            found |= prefixed(name, {key: value for key, value in vars(own).items() if key != "count"})
    return found


def fill(
    found: dict[str, np.ndarray],
    fresh: tuple[Students, RunningScaler | None, list[RunningScaler]],
    rows: int,
    counts: list[int],
) -> tuple[Students, RunningScaler | None, list[RunningScaler]]:
    """Return students, scaler and units like the ``fresh`` ones with saved `arrays`, once they have been checked."""
    students, scaler, units = fresh
    model_file_checks.check_keys("tensors", found, arrays(students, scaler, units))
    own = Students(students.rule, found["synapses"], students.cells.copy())
    model_file_checks.shape("synapses", own.synapses, *students.synapses.shape)
    model_file_checks.within("synapses", own.synapses, -LARGEST_SYNAPSE, LARGEST_SYNAPSE)
    model_file_checks.shape("cells", found["cells"], *numbers_of(own.cells).shape)
    model_file_checks.within("cells", found["cells"], -LARGEST, LARGEST)
    numbers_of(own.cells)[:] = found["cells"]
    for name, least, most in (
        ("examples", rows, rows),
        ("gain", ABOVE_ZERO, LARGEST),
        ("sample_weight", ABOVE_ZERO, LARGEST),
        *((name, float(students.cells[name][0]), float(students.cells[name][0])) for name in ("n", "scale")),
    ):
        model_file_checks.within(f"cells.{name}", own.cells[name], least, most)
    if scaler is not None:
        scaler = RunningScaler.of_arrays("scaler", float(rows), part("scaler", found), len(scaler.mean))
    named = [(f"unit{k}", count) for k, count in enumerate(counts)]
    return own, scaler, [RunningScaler.of_arrays(name, float(count), part(name, found), 1) for name, count in named]


def answers_of(found: dict[str, np.ndarray], outputs: int, rows: int) -> RecentAnswers:
    """Return what a file holds of the last rows; one of an earlier version holds nothing of them."""
    if not found:
        found = RecentAnswers.new(outputs).arrays()
    model_file_checks.check_keys("answers", found, RecentAnswers.new(1).arrays())
    return RecentAnswers.of_arrays(found, outputs, rows, LARGEST)


def counts_from_json(said: Any, number: int, rows: int) -> list[int]:
    """Return how many rows each unit of a header knows, once they have been checked."""
    if not isinstance(said, list) or len(said) != number:
        raise Damaged(f"counts must be {number} whole numbers; got {model_file_checks.shown(said)}")
    return [model_file_checks.whole("counts", count, 0, rows) for count in said]


def merge_units(one: list[RunningScaler], other: list[RunningScaler]) -> list[RunningScaler]:
    """Return the units of the targets of both."""
    return [merge_scalers(*both) for both in zip(one, other, strict=True)]


def check_mergeable(one: Students, other: Students) -> None:
    """Raise if students are not of one rule, one shape, or a free length."""
    if one.rule != other.rule or one.synapses.shape != other.synapses.shape:
        raise ValueError("other must have the same rule, outputs and intercept. Make both alike.")
    if "q_norm" in (one.cells.dtype.names or ()):
        raise ValueError(
            f"rule of models that are merged must leave the length free; got {one.rule.title!r}. "
            "Take 'bayes-linear' or 'adaline'."
        )


def merge_students(one: Students, other: Students, weights: np.ndarray) -> Students:
    """Return students with these weights that remember the errors of both.  (regression-state.1)"""
    merged = one.copy()
    rows = [float(students.cells.examples[0]) for students in (one, other)]
    share = rows[1] / max(sum(rows), 1.0)
    for name in set(merged.cells.dtype.names) - set(COMMON):
        merged.cells[name] = (1.0 - share) * one.cells[name] + share * other.cells[name]
    merged.cells.examples = sum(rows)
    merged.synapses[:, 0] = weights / (merged.cells.gain * merged.cells.scale)[:, None]
    return merged


def checked_head(about: dict[str, Any], parameters: Any, found: dict[str, np.ndarray]) -> dict[str, Any]:
    """Return the header of a saved model, once its keys, names and numbers have been checked.

    Sizes must be those of the arrays that were ``found``: for what a header says room is made.
    """
    model_file_checks.check_keys("about", about, ("parameters", *HEADER))
    model_file_checks.parameters(about["parameters"], parameters)
    features = model_file_checks.whole("features", about["features"], 1, checks.MOST_EXAMPLES)
    model_file_checks.whole("outputs", about["outputs"], 1, checks.MOST_EXAMPLES)
    model_file_checks.whole("rows", about["rows"], 0, checks.MOST_EXAMPLES)
    model_file_checks.truth("single", about["single"])
    model_file_checks.texts("feature_names", about["feature_names"], (0, features))
    outputs, _, inputs = model_file_checks.lengths("synapses", found.get("synapses", np.zeros(0)), 3)
    model_file_checks.whole("features", features, max(inputs - 1, 1), inputs)  # an intercept may be among the inputs
    model_file_checks.whole("outputs", about["outputs"], outputs, outputs)
    if about["single"] != (outputs == 1):  # y of one column has one dimension
        raise Damaged(f"single must be {outputs == 1} for {outputs} outputs")
    return about
