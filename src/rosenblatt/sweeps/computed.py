"""Cells that are learning curves: each is one part, of all its points, for a curve is integrated as a whole."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt import checks
from rosenblatt.kernels.blas_threads import blas_limit
from rosenblatt.rules.parts.updates import chosen_update
from rosenblatt.scenario import Scenario, resolve_scenario
from rosenblatt.sweeps.work import PROBLEM, Columns, Part, Parts, Work, attempt, packed, unpacked
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.learning_curve import resolve_learner
from rosenblatt.theory.registry import covering_theory, curve_of

SECONDS = 0.05  # a curve takes between a hundredth and some tenths
WHOLE = "curve"


@dataclass(frozen=True, eq=False)
class Computed(Work):
    """The learning curve of a learner in a scenario, at some alphas."""

    learner: Any
    scenario: Scenario
    alpha: np.ndarray
    readout: str
    theory: str  # the module of the theory that covers it
    options: dict[str, Any] = field(default_factory=dict)

    def identity(self) -> list[Any]:
        options = sorted(self.options.items())
        return ["curve", self.learner, self.scenario, self.alpha, self.readout, options]

    @property
    def modules(self) -> set[str]:
        return {"rosenblatt.theory.registry", self.theory}

    @property
    def seconds(self) -> float:
        return SECONDS

    @property
    def like(self) -> tuple[Any, ...]:
        return (self.learner.name, self.theory, str(self.options))

    def measured(self) -> float:
        begun = time.thread_time()
        attempt(self, Part(WHOLE, SECONDS, None), threading.Event(), lambda share: None)
        return time.thread_time() - begun

    def missing(self, parts: Parts, seconds: float) -> list[Part]:
        return [] if WHOLE in parts else [Part(WHOLE, SECONDS, None)]

    def done(self, parts: Parts) -> float:
        return float(WHOLE in parts)

    def compute(self, part: Part, stop: threading.Event, report: Callable[[float], None]) -> Any:
        with blas_limit().held():
            curve = curve_of(self.learner, self.scenario, self.alpha, self.readout, **self.options)
        report(1.0)
        values = {name: packed(column.to_numpy(dtype=float)) for name, column in curve.frame.items()}
        return {"columns": values, "method": curve.method, "decay": curve.decay}

    def columns(self, parts: Parts) -> Columns:
        result = parts[WHOLE]
        if PROBLEM in result:
            raise ValueError(result[PROBLEM])
        return {name: unpacked(values) for name, values in result["columns"].items()}

    def result(self, parts: Parts) -> Curve:
        frame, said = pd.DataFrame(self.columns(parts)), parts[WHOLE]
        update = chosen_update(self.options.get("batch"), self.options.get("momentum"))
        decay = None if said["decay"] is None else tuple(said["decay"])
        return Curve(self.learner, self.scenario, self.readout, frame, said["method"], decay, update)

    def together(self, other: Work) -> Computed:
        return self


def prepare_curve(rule: Any, *, alpha: Any, readout: str | None, options: dict[str, Any], **world: Any) -> Computed:
    """Return what `learning_curve` is asked for with these keywords, or raise if there is no theory of it."""
    learner = resolve_learner(rule)
    scenario = resolve_scenario(learner, **world)
    grid = checks.alpha_grid(alpha)
    checks.moderate_fields(learner)
    theory, _ = covering_theory(learner, scenario, options)
    name = learner.readout(readout).name
    return Computed(learner, scenario, grid, name, type(theory).__module__, options)
