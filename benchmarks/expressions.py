"""Formulas that are typed into the lab for the first time: python -m benchmarks.expressions.

How long the first line and the first points of each take, on one thread, by the clock and in time of the processor;
beside them the same rule compiled, as a function of one's own is. Numbers in the formulas are drawn anew each time, so
that nothing of them is known from before.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import rosenblatt as rb
from rosenblatt.lab.curves.lines import lines
from rosenblatt.lab.curves.points import points
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.warm_up import warm_up
from rosenblatt.lab.expressions.grammar import parse
from rosenblatt.lab.expressions.own_rules import modulation_of

FORMULAS = (
    "label if label*field <= {} else 0",
    "label*max(0, {} - label*field)",
    "sign(label - field)*min(abs(label - field), {})",
    "label*exp(-field**2/{})",
    "label*(1 + field*field)**-{}",
    "label*(1 - erf(label*field/{}))/2",
    "label/({} + alpha)*(label*field < 1)",
    "label*sqrt({} + q_norm)*exp(-field**2/(1 + q_norm))",
    "label*tanh({})/(1 + exp(label*field)) + 0.1*label*(abs(field) < 1)",
)
Seconds = tuple[float, float]


def timed(work: Callable[[], Any]) -> tuple[Any, Seconds]:
    """Return what work gives, and how long it took: by the clock, and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    found = work()
    return found, (time.perf_counter() - clock, time.process_time() - processor)


def measured(text: str) -> tuple[Seconds, Seconds, Seconds]:
    """Return how long the line, the first points, and the compiled line of a new formula take."""
    settings = CurveSettings(rules=(), own=(text,))
    (line,), of_line = timed(lambda: list(lines(settings)))
    made, of_points = timed(lambda: next(points(settings, threading.Event())))
    assert not line.message, line.message
    assert not made.messages, made.messages
    compiled = rb.rule(modulation_of(parse(text)), name="compiled")()
    curve, of_compiled = timed(lambda: rb.learning_curve(compiled, settings.line_grid))
    assert np.allclose(line.frame, curve.frame, rtol=1e-9, atol=1e-12)
    return of_line, of_points, of_compiled


def main() -> None:
    """Print a table, and the largest of each column."""
    random = np.random.default_rng()
    _, ready = timed(lambda: list(warm_up(threading.Event())))
    print(f"made ready when the lab starts: {ready[0]:.2f} s, {ready[1]:.2f} s of the processor")
    print("seconds by the clock (of the processor): line, first points, compiled line")
    found = []
    for formula in FORMULAS:
        text = formula.format(f"{random.uniform(0.5, 1.5):.6f}")
        found.append(measured(text))
        print("  ".join(f"{clock:5.2f} ({processor:.2f})" for clock, processor in found[-1]), f"  {text}")
    print("  ".join(f"{clock:5.2f} ({processor:.2f})" for clock, processor in np.max(found, axis=0)), "  the most")


if __name__ == "__main__":
    main()
