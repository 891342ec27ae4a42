r"""Thresholded smooth functions sgn f(S; W): the perceptron rule along a gradient (BSS sec. 4).

    smooth.1   W <- W + eta epsilon sigma_0 grad f(S; W),  epsilon = 1 on a mistake                          (BSS 20)
    smooth.2   correction "shift": grad f - T for grad f,  T = <sigma_0 grad f>/<sigma_0> by running averages
    smooth.3   correction "noise": + eta (p/(1 - 2 p)) <sigma_0 grad f> after every example, p known

As printed, (1), the rule keeps a bias of the order of p when labels are flipped with probability p, unless
<s_0 grad f> = 0 at W_0. (3), the default, has the mean step of clean labels, for every f and from every start, but
needs to know p; with p = 0 it is (1). (2) need not know p: with T exact the mean step is -<s (grad f - T)>/2,
s = sgn f. The labels enter it through T alone, so that it is a rule for a student that is near W_0 already: from far
away it may lead anywhere, for a committee with most labels +1 to the opposite of the target. Near W_0 the matrix
<delta(f) (grad f - T) grad f> must have no negative part, which depends on f: an ellipsoid must hold more than half of
the inputs. Where <sigma_0> is lost in its noise there is no T, and (2) is (1).

The rate is a function of alpha, examples per weight. By default it is

    smooth.4   eta = min(1, alpha^(-3/4)) sqrt(<f^2>)/<|grad f|^2>,   by running averages

so that one step changes f by no more than its own size, in whatever units inputs and f come. One student keeps W and
the sum of sigma_0 grad f; what it does is not a matter of single synapses: it is a rule on vectors, many students at a
time.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.bayesian import known_noise
from rosenblatt.rules.kinds.cell import Cell, Cells, for_kernels, new_cell, stacked
from rosenblatt.rules.kinds.vector import VectorRule
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.rules.parts.schedules import PowerLaw, Schedule, check_rate, rate_at, schedule_or_number
from rosenblatt.rules.parts.smooth_functions import Committee, SmoothFunction, check_gradient
from rosenblatt.rules.registry import register
from rosenblatt.scenario import Scenario, SphericalTeacher, Teacher

DEFAULT_RATE = PowerLaw(1.0, z=0.75, cap=1.0)  # in units in which a step changes f by its own size
SIGNIFICANT = 4.0  # standard errors of <sigma_0> from 0, for a T


@register
@dataclass(frozen=True)
class Smooth(VectorRule):
    """The perceptron rule for the sign of any smooth function: a committee, a quadratic boundary, your own.

    ``noise``, the share of flipped labels for the correction "noise", defaults to that of the scenario, and to 0 on
    data. ``eta`` defaults to a rate that falls as alpha^(-3/4), in units that suit the function.
    """

    function: SmoothFunction = field(default_factory=Committee)
    eta: Any = None
    correction: str = "noise"
    noise: float | None = None
    seed: int = 0

    name = "smooth"
    reference = Reference("barkai-seung-sompolinsky-1995", "(19)-(27)")
    readouts = (MEAN,)
    synapse = (0.0, 0.0)

    def __post_init__(self) -> None:
        if not isinstance(self.function, SmoothFunction):
            raise TypeError(
                f"function must be a smooth function such as rb.Committee(); got {self.function!r}. "
                "Make your own with rb.smooth_function."
            )
        if self.eta is not None:
            check_rate("eta", self.eta)
        checks.one_of("correction", self.correction, ("none", "shift", "noise"))
        if self.noise is not None:
            checks.noise(self.noise)
        checks.seed(self.seed)

    @cached_property
    def parameters(self) -> tuple[float, ...]:
        """Nothing: no compiled code takes them."""
        return ()

    @cached_property
    def _schedule(self) -> float | Schedule:
        return schedule_or_number("eta", DEFAULT_RATE if self.eta is None else self.eta)

    def in_scenario(self, scenario: Scenario) -> Smooth:
        """Return the rule with the noise of a scenario, unless it has been given another."""
        return self if self.noise is not None else dataclasses.replace(self, noise=known_noise(scenario))

    @property
    def own_memory(self) -> dict[str, float]:
        """Sums over the examples of their weights, of weight times label, and of weight times f^2 and |grad f|^2."""
        return {"count": 0.0, "labels": 0.0, "values": 0.0, "slopes": 0.0}

    def check_scenario(self, scenario: Scenario, n: int) -> None:
        """Raise if another teacher is asked for than the function's own targets."""
        super().check_scenario(scenario, n)
        if scenario.teacher != SphericalTeacher():
            raise ValueError(
                f"teacher must be left out for {self.name!r}, whose targets are its function's own; "
                f"got {scenario.teacher.name!r}. Leave it out."
            )

    def target(self, n: int, teacher: Teacher, random: np.random.Generator) -> np.ndarray:
        """Return the weights of a random function."""
        return self.function.draw(n, random)

    def random_start(self, n: int, random: np.random.Generator) -> np.ndarray:
        """Return weights that are drawn as a target's are."""
        return self.function.draw(n, random)

    def start(self, n: int, scale: float | None = None) -> tuple[np.ndarray, Cell]:
        """Return weights drawn by ``seed``, as a target's are, and the memory; inputs are taken as they come."""
        check_gradient(self.function, n)
        weights = self.function.draw(n, np.random.default_rng(self.seed))
        return np.stack([weights, np.zeros(len(weights))]), new_cell(len(weights), 1.0, 1.0, self.own_memory)

    def learn(
        self, inputs: np.ndarray, labels: np.ndarray, sample_weight: float, synapses: np.ndarray, cells: Cells
    ) -> np.ndarray:
        """Let each of several students learn one example, in place; return which of them were wrong."""
        weights, sums = synapses[:, 0], synapses[:, 1]
        slopes, values = self.function.gradient(inputs, weights), self.function.value(inputs, weights)
        wrong = labels * values <= 0.0
        memory = for_kernels(cells)  # a record array takes microseconds to find a name
        memory["examples"] += 1.0
        memory["values"] += sample_weight * values**2
        memory["slopes"] += sample_weight * np.einsum("kw,kw->k", slopes, slopes)
        step = (sample_weight * self.rates(memory, memory["count"] + sample_weight))[:, None]
        weights += step * np.where(wrong, labels, 0.0)[:, None] * (slopes - self.shifts(sums, memory))  # smooth.1
        count = memory["count"]
        if self.correction == "noise" and self.noise and count[0] > 0.0:
            weights += step * self.noise / (1.0 - 2.0 * self.noise) * sums / count[:, None]  # smooth.3
        sums += (sample_weight * labels)[:, None] * slopes
        count += sample_weight
        memory["labels"] += sample_weight * labels
        return wrong

    def rates(self, memory: np.ndarray, total: np.ndarray) -> np.ndarray:
        """Return the rate of each student, ``total`` being the weight of all examples in its sums.  (smooth.4)"""
        rate = rate_at(self._schedule, float(memory["examples"][0] / memory["n"][0]))
        if self.eta is not None:
            return np.full(len(memory), rate)
        slopes = memory["slopes"]
        return rate * np.sqrt(memory["values"] * total) / np.where(slopes == 0.0, np.inf, slopes)

    def shifts(self, sums: np.ndarray, memory: np.ndarray) -> np.ndarray:
        """Return T of each student; 0 where it has none.  (smooth.2)"""
        if self.correction != "shift":
            return np.zeros_like(sums)
        labels = memory["labels"][:, None]
        known = labels * labels > SIGNIFICANT**2 * memory["count"][:, None]
        return np.divide(sums, labels, out=np.zeros_like(sums), where=np.broadcast_to(known, sums.shape))

    def fields(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return f of each row of ``inputs``."""
        return self.function.value(inputs, weights)

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return the weights of f, the shift T, and how labels lean."""
        lean = float(cell.labels / cell.count) if cell.count > 0.0 else 0.0
        return {"weights": synapses[0].copy(), "shift": self.shifts(synapses[1:2], stacked(cell, 1))[0], "lean": lean}
