"""Finite sizes and rare students: how much sooner an error is reached than by plain runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import rosenblatt as rb
from benchmarks.timing import Row, side_by_side
from rosenblatt.simulation.students.chain import ChainStudent
from rosenblatt.studies.shadowed_student import ShadowedStudent

# Rules that are modulations, and what they need.
RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("adaline", {"noise": 0.1}),
    ("adatron", {"start": 0.2}),
    ("hebb", {}),
    ("margin", {}),
    ("normalised", {}),
    ("optimal-linear", {"noise": 0.1}),
    ("relative-margin", {}),
    ("rosenblatt", {}),
    ("rosenblatt", {"noise": 0.1}),
    ("rosenblatt", {"drift": 0.1}),
)


def control_variates() -> Iterator[Row]:
    """Errors of plain means over those with control variates, of the same runs; and what these cost."""
    for rule, how in RULES:
        common: dict[str, Any] = {"n": 200, "alpha": 5.0, "runs": 400, "threads": 1, "progress": False, **how}
        found = rb.simulate(rule, method=ShadowedStudent, **common)
        plain = found.samples["disagreement"]
        gain = float(np.std(plain) / np.std(plain - found.samples["disagreement_control"]))
        alone, both = side_by_side(
            lambda rule=rule, common=common: rb.simulate(rule, method=ChainStudent, **common),
            lambda rule=rule, common=common: rb.simulate(rule, method=ShadowedStudent, **common),
            rounds=5,
        )
        words = ", ".join([rule, *(f"{name} {value:g}" for name, value in how.items())])
        detail = f"at {both / alone:.2f} times the time: {gain**2 * alone / both:.0f} times as fast"
        yield Row(f"standard error over that with control variates, {words}", gain, 2.0, True, detail)


def rare_students() -> Iterator[Row]:
    """Students of which one in a million is so bad: plain runs that would be needed for the same error."""
    law = rb.overlap_distribution("rosenblatt", n=100, alpha=5.0, progress=False)
    edge = law.quantile(1e-6).value
    value, error = law.probability(overlap_below=edge)
    needed = value / error**2  # plain runs with a standard error of this size
    detail = f"P(overlap < {edge:.3f}) = {value:.2e} -+ {error:.1e}; {needed:.1e} plain runs have that error"
    yield Row("plain runs / students, a tail of 1e-6, rosenblatt", needed / law.y.size, 100.0, True, detail)


ROWS = (control_variates, rare_students)
