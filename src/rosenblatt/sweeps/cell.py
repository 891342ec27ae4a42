"""A cell of a sweep: what it stands for in tables, and its work, or why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.rules.registry import resolve
from rosenblatt.simulation.prepared import prepare
from rosenblatt.sweeps.computed import prepare_curve
from rosenblatt.sweeps.simulated import Simulated
from rosenblatt.sweeps.work import Work
from rosenblatt.theory.learning_curve import resolve_learner

SIMULATE, LEARNING_CURVE = "simulate", "learning_curve"
KINDS = (SIMULATE, LEARNING_CURVE)
OF_SIMULATIONS = ("n", "runs", "seed", "method", "backend")  # what curves for N -> infinity do not have


@dataclass(frozen=True)
class Cell:
    """One point of a sweep.

    Attributes
    ----------
    over : what is done, "simulate" or "learning_curve".
    labels : what its rows say, by column.
    alpha : what was asked for.
    work : what has to be computed, or None if it was refused; ``problem`` then says why.
    """

    over: str
    labels: dict[str, Any]
    alpha: np.ndarray
    work: Work | None
    problem: str = ""


def make_cell(over: str, keywords: Mapping[str, Any], labels: dict[str, Any]) -> Cell:
    """Return a cell; what cannot be simulated or has no theory is one without work.

    What is no value at all, such as a number where a name must be, raises.
    """
    alpha = checks.alpha_grid(keywords["alpha"])
    try:
        work = _MAKERS[over](dict(keywords))
    except (ValueError, NotImplementedError) as problem:
        return Cell(over, labels, alpha, None, str(problem))
    return Cell(over, labels, alpha, work)


def _simulated(keywords: dict[str, Any]) -> Work:
    runs = checks.whole("runs", keywords.pop("runs"), 1, "Take 2 or more for standard errors.")
    seed = checks.seed(keywords.pop("seed"))
    return Simulated(prepare(keywords.pop("rule"), runs=runs, **keywords), runs, seed)


def _computed(keywords: dict[str, Any]) -> Work:
    options = {name: keywords.pop(name, None) for name in ("batch", "momentum", "n")}
    options = {name: value for name, value in options.items() if value is not None}
    for name in OF_SIMULATIONS:
        keywords.pop(name, None)
    options |= keywords.pop("options", {})
    rule = keywords.pop("rule")
    return prepare_curve(rule, options=options, readout=keywords.pop("readout", None), **keywords)


_MAKERS = {SIMULATE: _simulated, LEARNING_CURVE: _computed}


def resolved_rules(rules: Iterable[Any], over: tuple[str, ...]) -> dict[int, Any]:
    """Return what rules are, by the identity of what was given, or raise if one is none, before anything is made."""
    return {id(rule): resolve_learner(rule) if LEARNING_CURVE in over else resolve(rule) for rule in rules}
