"""What is chosen in the room of learning curves."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rosenblatt.lab import address

MOST_CURVES = 30
LINE_POINTS, SIMULATED_POINTS = 200, 14
OWN = "own"  # what a rule has by itself


@dataclass(frozen=True)
class CurveSettings:
    """The settings; each is a part of the address."""

    rules: tuple[str, ...] = address.texts(
        "rosenblatt", "hebb", "bayes-hebb", meaning="names of rules, such as hebb or margin:margin=0.3"
    )
    own: tuple[str, ...] = address.texts(meaning="expressions of label, field, alpha and q_norm")
    noise: float = address.number(0.0, 0.0, 0.49, "the share of flipped labels")
    teacher: str = address.text(OWN, "a teacher, such as binary or ternary:0.25")
    inputs: str = address.text(OWN, "a law of inputs, such as gaussian or binary")
    drift: float = address.number(0.0, 0.0, 100.0, "the rate at which the teacher wanders")
    start: float = address.number(0.0, -0.999, 0.999, "the overlap at the start; 0 is a student that knows nothing")
    rate: str = address.choice(OWN, "constant", "power", meaning="how the rate of rules that have one is set")
    eta: float = address.number(1.0, 1e-3, 1e3, "the rate, at alpha = 1 if it is a power law")
    z: float = address.number(1.0, 0.0, 3.0, "the exponent with which the rate falls")
    first: float = address.number(0.1, 1e-3, 1e6, "the first number of examples per weight")
    last: float = address.number(20.0, 1e-2, 1e6, "the last number of examples per weight")
    x: str = address.choice("log", "linear", meaning="the scale of alpha")
    y: str = address.choice("linear", "log", meaning="the scale of what is drawn")
    show: str = address.choice("disagreement", "overlap", "error", meaning="what is drawn")
    n: int = address.whole(1000, 3, 100_000, "the number of weights of simulated students")
    runs: int = address.whole(100, 2, 2000, "how many students are simulated")
    seed: int = address.whole(0, 0, 10**9, "the seed of the simulation")
    detail: str = address.choice("path", "spread", "angle", meaning="the second picture")
    live: str = address.choice("yes", "no", meaning="whether a simulation starts by itself")

    @property
    def line_grid(self) -> np.ndarray:
        """The alphas of lines."""
        return self._grid(LINE_POINTS)

    @property
    def point_grid(self) -> np.ndarray:
        """The alphas of points, each a whole number of examples."""
        least = max(self.first, 1.0 / self.n)
        return np.unique(np.rint(np.maximum(self._grid(SIMULATED_POINTS), least) * self.n)) / self.n

    def _grid(self, points: int) -> np.ndarray:
        if self.x == "log":
            return np.geomspace(self.first, self.last, points)
        return np.linspace(self.first, self.last, points)

    @property
    def problem(self) -> str:
        """A sentence about settings that do not go together; empty if they do."""
        if not self.first < self.last or math.isclose(self.first, self.last):
            return f"first must be below last; got {self.first:g} and {self.last:g}. Take a larger last alpha."
        if len(self.rules) + len(self.own) > MOST_CURVES:
            return f"curves must be at most {MOST_CURVES}; got {len(self.rules) + len(self.own)}. Take some away."
        return ""
