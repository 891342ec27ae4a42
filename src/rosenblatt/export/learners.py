"""Learners in whole numbers, for devices: what a rule has learnt from inputs of two values, and how it goes on.

learners.1   v_i = 1 where input i is high, elsewhere -1 (signs) or 0; the intercept's is 1. Labels are s = +1 and -1
learners.2   clipped-hebb:  w_i <- w_i + s v_i;  said is the sign of sum_i sgn(w_i) v_i, sgn(0) = -1
learners.3   rosenblatt:  the same if s sum_i w_i v_i <= 0;  said is the sign of that sum, in units of eta
learners.4   bounded:  W_i in [0, 1] in units of 2^-48;  where the answer is wrong and v_i = 1,
             W_i <- W_i + eta (1 - W_i) for s = +1, and else W_i <- W_i - eta W_i;  said is whether
             sum_i (W_i - g) v_i > N theta
learners.5   eta = m 2^-e with m of 39 bits: products are made of two of 64 bits
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.export.bit_models import SIGNS, ZERO_ONE

UNIT_BITS, RATE_BITS, MOST_SHIFT = 48, 39, 63
ROUNDING = 1e-6  # of a weight in units of eta, that is taken for rounding
LARGEST_WEIGHT = 2**30
COUNTING = ("clipped-hebb", "rosenblatt")
RULES = (*COUNTING, "bounded")


@dataclass(frozen=True, eq=False)
class Learner:
    """What a student has learnt, in whole numbers.

    Attributes
    ----------
    rule : its name.
    inputs : signs, or zero-one.
    classes : two.
    weights : whole numbers, that of an intercept last.
    intercept : whether there is one.
    parameters : of `bounded`, its numbers.
    """

    rule: str
    inputs: str
    classes: tuple[Any, ...]
    weights: np.ndarray
    intercept: bool
    parameters: dict[str, float] = field(default_factory=dict)

    @property
    def features(self) -> int:
        """How many inputs there are."""
        return len(self.weights) - self.intercept

    def facts(self) -> dict[str, Any]:
        """Return all of it as JSON."""
        return {
            "rule": self.rule,
            "inputs": self.inputs,
            "classes": list(self.classes),
            "weights": self.weights.tolist(),
            "intercept": self.intercept,
            "parameters": self.parameters,
        }


def counted(
    rule: str, weights: np.ndarray, eta: float, inputs: str, classes: tuple[Any, ...], intercept: bool
) -> Learner:
    """Return the learner of a rule whose weights are sums of inputs, in units of eta."""
    checks.one_of("inputs", inputs, (SIGNS, ZERO_ONE))
    counts = np.rint(weights / eta)
    off = np.abs(weights / eta - counts)
    if not np.all(off <= ROUNDING) or not np.all(np.abs(counts) < LARGEST_WEIGHT):
        strange = float((weights / eta)[np.argmax(np.where(np.isfinite(off), off, np.inf))])
        raise ValueError(
            f"weights of a learner for devices must be whole numbers below 2^30 in units of eta; got {strange:g}. "
            "Let it learn inputs of two values, without sample weights."
        )
    return Learner(rule, inputs, classes, counts.astype(np.int64), intercept)


def bounded(weights: np.ndarray, parameters: dict[str, float], classes: tuple[Any, ...], intercept: bool) -> Learner:
    """Return the learner of `bounded` whose effective weights are these."""
    rate_in_bits(parameters["eta"])
    units = np.rint(np.clip(weights + parameters["inhibition"], 0.0, 1.0) * 2.0**UNIT_BITS)
    return Learner("bounded", ZERO_ONE, classes, units.astype(np.int64), intercept, parameters)


def rate_in_bits(eta: float) -> tuple[int, int]:
    """Return m and e with eta = m 2^-e.  (learners.5)

    >>> rate_in_bits(0.5)
    (274877906944, 39)
    """
    mantissa, exponent = math.frexp(eta)
    m, e = round(math.ldexp(mantissa, RATE_BITS)), RATE_BITS - exponent
    if eta > 1.0 or e - UNIT_BITS // 2 > MOST_SHIFT:
        raise ValueError(f"eta of a learner for devices must be in [1e-14, 1]; got {eta:g}. Take a usual rate.")
    return m, e
