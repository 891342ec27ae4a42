"""The Hebbian family: every rule that is a modulation of the Hebb term.

    hebbian.1   J <- (1 - Omega/N) J + F S/sqrt(N),   F = modulation(label, field)     (KC sec. 3)
    hebbian.2   Q <- (1 - Omega/N)^2 Q + 2 (1 - Omega/N) F h/N + F^2 |S|^2/N^2
    hebbian.3   normalised: then J <- J/sqrt(Q), Q <- 1                                       (BSS sec. 2)

A subclass gives ``modulation(label, field, ...)`` and inherits everything else. After ``label``
and ``field`` the modulation may ask, in this order and by these names, for ``alpha`` (examples per
weight, the present one included) and ``q_norm`` (Q = J.J/N); then come the rule's own parameters.

What a rule may declare, and the generic tests verify:

``kinks``           the fields h at which F is not smooth (for either label), or a function that
                    gives them from what the modulation takes after label and field. At a kink F has the value
                    that it has on the side of the mistake, where label * field is smaller;
``rates``           the parameters that must be above 0, whatever alpha is;
``mistake_driven``  F = 0 wherever label * field > 0, so that nothing changes between two mistakes;
``normalised``      the student is brought back to Q = 1 after each example; it costs no pass over the
                    weights, because Q is followed by (2) and the division is one of the gain;
``averages``        the closed form of <F b>, <F c>, <F^2>, as a static method of
                    (angle, length, alpha, noise, *own parameters), where J = R B + R_perp C with C orthogonal to B
                    and of its length, b = B.S/sqrt(N), c = C.S/sqrt(N), angle = arctan(R_perp/R), length = sqrt(Q);
``decay``           (prefactor, exponent) of d at large alpha, noise-free and without weight decay.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np

from rosenblatt import checks
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.compiled import (
    CompiledRule,
    LearningFunctions,
    add_input,
    field_and_length,
    first_sum,
    follow_nothing,
    multiply,
    weigh,
)
from rosenblatt.rules.parts.repeatable import check_repeatable
from rosenblatt.rules.parts.schedules import LEARNS, Schedule, check_rate, rate_at, schedule_or_number
from rosenblatt.scenario import Scenario, Start

CONTEXT = ("alpha", "q_norm")
STAYS = "F is 0 at J = 0, so that such a student never starts to learn: take for example start=0.2."  # what to say
_PROBES = (-30.0, -3.0, -1.0, -0.1, -1e-6, 0.0, 1e-6, 0.1, 1.0, 3.0, 30.0)

Averages = tuple[float, float, float]
Kinks = tuple[float, ...] | Callable[..., tuple[float, ...]]
Modulation = Callable[..., float]  # (label, field, alpha, q_norm, own parameters) -> F


@dataclass(frozen=True)
class HebbianRule(CompiledRule):
    """A rule given by its modulation function alone."""

    calls = frozenset({"modulation"})
    kinks: ClassVar[Kinks] = (0.0,)
    rates: ClassVar[tuple[str, ...]] = ()
    mistake_driven: ClassVar[bool] = False
    settings: ClassVar[tuple[str, ...]] = ("weight_decay",)  # fields that the modulation does not take
    averages: ClassVar[Callable[..., Averages]]  # only if the rule has a closed form
    normalised = False  # these two may be properties where parameters decide
    decay = None

    weight_decay: float = field(default=0.0, kw_only=True)

    @staticmethod
    @abstractmethod
    def modulation(*arguments: Any, **keywords: Any) -> float:
        """Return F: ``modulation(label, field, ...)``, with what it asks for and its own parameters."""
        raise NotImplementedError

    def __post_init__(self) -> None:
        for name in self._own_names():
            object.__setattr__(self, name, self._checked(name, getattr(self, name)))
        checks.not_negative("weight_decay", self.weight_decay, "Weights that grow by themselves never settle.")
        self._check_functions()
        self._probe()

    def _checked(self, name: str, value: Any) -> float | Schedule:
        """Return a parameter of the modulation as a number, or as a schedule if it is a function of alpha."""
        if callable(value):
            value = schedule_or_number(name, value)
            if name in self.rates:
                check_rate(name, value)
            return value
        return checks.positive(name, value, LEARNS) if name in self.rates else checks.number(name, value)

    @classmethod
    @cache
    def _check_functions(cls) -> None:
        """Raise if the modulation may give another value for the same arguments."""
        check_repeatable(cls.modulation)

    def _probe(self) -> None:
        """Call the modulation at a few fields and raise if what it returns cannot drive a student."""
        for label in (-1.0, 1.0):
            for value in _PROBES:
                where = f"at label={label:g}, field={value:g}"
                try:
                    strength = self.full_modulation(label, value, 1.0, 1.0, self.own)
                    finite = not isinstance(strength, (int, float)) or math.isfinite(strength)
                except (ArithmeticError, ValueError) as problem:
                    raise ValueError(
                        f"modulation of {self.name!r} must return a finite number; got {problem!r} {where}. "
                        "Guard that case in the function."
                    ) from problem
                if isinstance(strength, bool) or not isinstance(strength, (int, float)):
                    raise TypeError(
                        f"modulation of {self.name!r} must return a number; got {strength!r} {where}. "
                        "Return 0.0 where the weights are to stay as they are."
                    )
                if not finite:
                    raise ValueError(
                        f"modulation of {self.name!r} must return a finite number; got {strength} {where}. "
                        "Guard that case in the function."
                    )
                if self.mistake_driven and strength != 0.0 and label * value > 0.0:
                    raise ValueError(
                        f"modulation of {self.name!r} must be 0 where the label is right; got {strength:g} {where}. "
                        "Declare mistake_driven=False."
                    )

    @cached_property
    def own(self) -> tuple[Any, ...]:
        """The numbers that `full_modulation` takes: the modulation's parameters in its order, schedules by theirs."""
        return tuple(number for name in self._own_names() for number in _numbers(getattr(self, name)))

    @cached_property
    def scheduled(self) -> bool:
        """Whether a parameter changes with alpha; if none does, ``own`` are the parameters."""
        return any(isinstance(getattr(self, name), Schedule) for name in self._own_names())

    @cached_property
    def needs_start(self) -> bool:
        """Whether a student at J = 0 never moves: F is 0 there, whatever the label."""
        return not self.normalised and not any(
            self.full_modulation(label, 0.0, 1.0, 0.0, self.own) for label in (-1.0, 1.0)
        )

    def varies(self) -> bool:
        """Return whether the modulation changes with alpha or q_norm."""
        return bool(self.context()) or self.scheduled

    def own_at(self, alpha: float) -> tuple[float, ...]:
        """Return the modulation's parameters at alpha."""
        return tuple(rate_at(getattr(self, name), alpha) for name in self._own_names())

    @cached_property
    def parameters(self) -> tuple[float, ...]:
        """The modulation's parameters, then the weight decay."""
        return (*self.own, float(self.weight_decay))

    def kink_fields(self, alpha: float = 1.0, q_norm: float = 1.0) -> tuple[float, ...]:
        """Return the fields at which the modulation is not smooth, in order."""
        kinks = type(self).kinks
        if callable(kinks):
            context = {"alpha": alpha, "q_norm": q_norm}
            kinks = kinks(*(context[name] for name in self.context()), *self.own_at(alpha))
        return tuple(sorted(float(kink) for kink in kinks))

    @classmethod
    def _own_names(cls) -> tuple[str, ...]:
        return tuple(f.name for f in dataclasses.fields(cls) if f.name not in cls.settings)

    @classmethod
    @cache
    def context(cls) -> tuple[str, ...]:
        """Return what the modulation asks for besides label and field."""
        names = tuple(inspect.signature(cls.modulation).parameters)
        asked = tuple(name for name in CONTEXT if name in names[2:])
        expected = ("label", "field", *asked, *cls._own_names())
        if names != expected:
            raise TypeError(
                f"modulation of {cls.name!r} must take {expected}; got {names}. "
                "Name its arguments label, field, then alpha and q_norm if it needs them, then its parameters."
            )
        return asked

    @cached_property
    def full_modulation(self) -> Modulation:
        """The modulation in the one form that kernels call: F(label, field, alpha, q_norm, own)."""
        modulation, place = _FORMS[self.context()](type(self).modulation), 0
        if not self.scheduled:
            return modulation
        for name in self._own_names():
            value = getattr(self, name)
            if isinstance(value, Schedule):
                modulation = _scheduled(modulation, value.rate, place, place + len(value.parameters))
            place += len(_numbers(value))
        return modulation

    @cached_property
    def functions(self) -> LearningFunctions:
        """The Hebb term, and |x|^2 if Q has to be followed; Q is measured anew once in N examples."""
        if not self.follows_length():
            respond, project, refresh = _respond(self.full_modulation), weigh, follow_nothing
        else:
            form = _respond_normalised if self.normalised else _respond_with_norm
            respond, project, refresh = form(self.full_modulation), field_and_length, _measure_length
        return LearningFunctions(project, respond, add_input, multiply, refresh, first_sum)

    def check_scenario(self, scenario: Scenario, n: int) -> None:
        """Raise if the weight decay leaves nothing of a weight, or a student cannot start where it is told."""
        super().check_scenario(scenario, n)
        obstacle = "" if scenario.start is None else self.start_obstacle(scenario.start)
        if obstacle:
            raise ValueError(f"{obstacle}. Leave it out.")
        if self.weight_decay >= n:
            raise ValueError(
                f"weight_decay must be below n = {n}; got {self.weight_decay:g}. "
                "A student that forgets everything at each example learns nothing."
            )
        if scenario.start is None and self.needs_start:
            raise ValueError(f"start must be given for {self.name!r}; got None. {STAYS}")

    def start(self, n: int, scale: float | None = None) -> tuple[np.ndarray, Cell]:
        """Return a new student; a normalised one, in the theory's units, already has its length.

        Its direction is the diagonal, which to a random teacher is as good as any. On data it starts at 0.
        """
        synapses, cell = super().start(n, scale)
        if self.normalised and scale is None:
            synapses[:], cell.q_norm = 1.0 / cell.gain, 1.0
        return synapses, cell

    def start_obstacle(self, start: Start) -> str:
        """Return that a student is its weights alone."""
        if start.variance is None:
            return ""
        return f"variance of start must be left out for {self.name!r}, which keeps none; got {start.variance:g}"

    def begin_at(self, start: Start, weights: np.ndarray, synapses: np.ndarray, cell: Cell) -> None:
        """Put a new student at a start, and let it know its length if it follows that."""
        super().begin_at(start, weights, synapses, cell)
        if self.follows_length():
            cell.q_norm = start.q_norm

    def gain(self, scale: float) -> float:
        """Start with the scale of the inputs as gain: the stored weights are then plain sums of F x."""
        return scale

    @property
    def own_memory(self) -> dict[str, float]:
        """Q = 0, if it has to be followed."""
        return {"q_norm": 0.0} if self.follows_length() else {}

    def has_own_refresh(self) -> bool:
        """Return False: what is measured is Q, for every rule of the family."""
        return False

    def follows_length(self) -> bool:
        """Return whether Q has to be known at each example."""
        return self.normalised or "q_norm" in self.context()


# One adapter for each set of things that a modulation may ask for; compiled code cannot choose by name.
_FORMS: dict[tuple[str, ...], Callable[[Callable[..., float]], Modulation]] = {
    (): lambda f: lambda label, field, alpha, q_norm, own: f(label, field, *own),
    ("alpha",): lambda f: lambda label, field, alpha, q_norm, own: f(label, field, alpha, *own),
    ("q_norm",): lambda f: lambda label, field, alpha, q_norm, own: f(label, field, q_norm, *own),
    CONTEXT: lambda f: lambda label, field, alpha, q_norm, own: f(label, field, alpha, q_norm, *own),
}


def _numbers(value: float | Schedule) -> tuple[float, ...]:
    return value.parameters if isinstance(value, Schedule) else (float(value),)


def _scheduled(modulation: Modulation, rate: Callable[..., float], first: int, last: int) -> Modulation:
    """Return a modulation that takes a schedule's numbers, from ``first`` to ``last``, in place of the rate."""
    return lambda label, field, alpha, q_norm, own: modulation(
        label, field, alpha, q_norm, (*own[:first], rate(alpha, *own[first:last]), *own[last:])
    )


# What the cell sends back, for the stored weights J/gain: three forms, so that nobody pays for what it does not use.


def _respond(modulation: Modulation) -> Callable[..., tuple[float]]:
    def respond(label, sums, cell, *parameters):
        own, weight_decay = parameters[:-1], parameters[-1]
        strength = modulation(label, cell.gain * cell.scale * sums[0], cell.examples / cell.n, 0.0, own)
        cell.gain *= 1.0 - weight_decay / cell.n
        return (strength * cell.sample_weight * (cell.scale / cell.gain),)  # hebbian.1

    return respond


def _respond_with_norm(modulation: Modulation) -> Callable[..., tuple[float]]:
    def respond(label, sums, cell, *parameters):
        n, scale, own, weight_decay = cell.n, cell.scale, parameters[:-1], parameters[-1]
        keep = 1.0 - weight_decay / n
        h = cell.gain * scale * sums[0]
        strength = cell.sample_weight * modulation(label, h, cell.examples / n, cell.q_norm, own)
        growth = 2.0 * keep * strength * h + strength * strength * scale * scale * sums[1]
        cell.q_norm = keep * keep * cell.q_norm + growth / n  # hebbian.2
        cell.gain *= keep
        return (strength * (scale / cell.gain),)  # hebbian.1

    return respond


def _respond_normalised(modulation: Modulation) -> Callable[..., tuple[float]]:
    def respond(label, sums, cell, *parameters):
        n, scale, gain, own = cell.n, cell.scale, cell.gain, parameters[:-1]
        h = gain * scale * sums[0]
        strength = cell.sample_weight * modulation(label, h, cell.examples / n, cell.q_norm, own)
        growth = 2.0 * strength * h + strength * strength * scale * scale * sums[1]
        q_norm = cell.q_norm + growth / n  # hebbian.2
        if strength == 0.0 or q_norm <= 0.0:
            return (0.0,)
        cell.gain, cell.q_norm = gain / math.sqrt(q_norm), 1.0  # hebbian.3
        return (strength * (scale / gain),)

    return respond


def _measure_length(synapses, cell):
    """Measure Q once in N examples: where weights shrink, the rounding errors of its recursion grow."""
    if cell.examples % cell.n != 0.0:
        return
    total = 0.0
    for i in range(synapses.shape[1]):
        total += synapses[0, i] * synapses[0, i]
    cell.q_norm = cell.gain * cell.gain * total / cell.n
