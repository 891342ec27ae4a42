"""The device's loop again, written plainly: the same random numbers and the same order of events, in double precision.

Slow, and meant to be read. What the device adds up in single precision differs from it by rounding alone.
"""

from __future__ import annotations

import math
from functools import singledispatch
from types import FunctionType
from typing import Any

import numpy as np

from rosenblatt.kernels.device import labels
from rosenblatt.kernels.device.ensemble import counter
from rosenblatt.kernels.device.layout import ROUND, Layout
from rosenblatt.kernels.device.philox import BLUR, INPUTS, LABELS, WANDERING, philox, two_normals
from rosenblatt.kernels.labels import label_slots
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.scenario import (
    BinaryInputs,
    BooleanInputs,
    Channel,
    GaussianInputs,
    Inputs,
    ProductInputs,
    Scenario,
    ShiftedInputs,
)

Keys = tuple[np.uint32, ...]
SIGNS_OF_A_DRAW = 128


def plain_ensemble(
    rule: CompiledRule,
    scenario: Scenario,
    layout: Layout,
    steps: int,
    run: int,
    keys: Keys,
    teacher: np.ndarray,
    law: np.ndarray,
    synapses: np.ndarray,
    cell: Cell,
) -> None:
    """Learn so many examples; teacher, synapses and cell are changed in place.  (ensemble.1 to ensemble.3)"""
    n, learn, width = layout.n, rule.functions, scenario.channel.student_width
    label_of = _label_of(scenario.channel)
    for step in range(steps):
        x = drawn(scenario.inputs, law, layout, step, run, keys)
        field = float(teacher @ x) / math.sqrt(n)
        if width > 0.0:
            x = x + width * _normals(n, step, BLUR, run, keys)
        parts = [learn.project(tuple(synapse), x_i) for synapse, x_i in zip(synapses.T, x, strict=True)]
        sums = tuple(math.fsum(part) for part in zip(*parts, strict=True))
        low, high = counter(step, LABELS)
        label = label_of(field, scenario.channel.kernel_numbers, (np.array([0, low, run, high], dtype=np.uint32), keys))
        cell.examples += 1.0
        cell.sample_weight = 1.0
        signal = learn.respond(label, sums, cell, *rule.parameters)
        for i, x_i in enumerate(x):
            synapses[:, i] = learn.absorb(tuple(synapses[:, i]), x_i, signal)
        if scenario.drift > 0.0:
            keep, spread = 1.0 - scenario.drift / n, math.sqrt(2.0 * scenario.drift / n)
            teacher[:] = keep * teacher + spread * _normals(n, step, WANDERING, run, keys)
            teacher *= math.sqrt(n) / np.linalg.norm(teacher)


def _label_of(channel: Channel) -> Any:
    """Return the function that says a label, with the random numbers of the device."""
    slots = label_slots(channel)
    scope = {**slots["label_of"].__globals__, "uniform": labels.uniform, "normal": labels.normal}
    return FunctionType(slots["label_of"].__code__, scope | {name: slots[name] for name in slots if name == "chance"})


def _words(n: int, step: int, purpose: int, run: int, keys: Keys) -> np.ndarray:
    """Return a word for each weight: four neighbours share a draw."""
    low, high = counter(step, purpose)
    return np.array([philox(block, low, run, high, keys) for block in range(-(-n // ROUND))]).ravel()[:n]


def _normals(n: int, step: int, purpose: int, run: int, keys: Keys) -> np.ndarray:
    low, high = counter(step, purpose)
    found: list[float] = []
    for block in range(-(-n // ROUND)):
        a, b, c, d = philox(block, low, run, high, keys)
        found += [*two_normals(a, b), *two_normals(c, d)]
    return np.array(found[:n], dtype=float)


@singledispatch
def drawn(inputs: Inputs, law: np.ndarray, layout: Layout, step: int, run: int, keys: Keys) -> np.ndarray:
    """Return the inputs of a step."""
    raise TypeError(f"inputs must be one of the laws that the device can draw; got {inputs!r}.")


@drawn.register
def _(inputs: GaussianInputs, law: np.ndarray, layout: Layout, step: int, run: int, keys: Keys) -> np.ndarray:
    return _normals(layout.n, step, INPUTS, run, keys)


@drawn.register
def _(inputs: ShiftedInputs, law: np.ndarray, layout: Layout, step: int, run: int, keys: Keys) -> np.ndarray:
    return law + _normals(layout.n, step, INPUTS, run, keys)


@drawn.register
def _(inputs: ProductInputs, law: np.ndarray, layout: Layout, step: int, run: int, keys: Keys) -> np.ndarray:
    return np.where(_uniform(layout.n, step, run, keys) * 2.0 - 1.0 < law, 1.0, -1.0)


@drawn.register
def _(inputs: BooleanInputs, law: np.ndarray, layout: Layout, step: int, run: int, keys: Keys) -> np.ndarray:
    return np.where(_uniform(layout.n, step, run, keys) < law, 1.0, 0.0)


def _uniform(n: int, step: int, run: int, keys: Keys) -> np.ndarray:
    return _words(n, step, INPUTS, run, keys).astype(np.float64) * 2.0**-32


@drawn.register
def _(inputs: BinaryInputs, law: np.ndarray, layout: Layout, step: int, run: int, keys: Keys) -> np.ndarray:
    """A lane has its signs from the bits of its words, in its own order.  (layout.1)"""
    low, high = counter(step, INPUTS)
    signs = []
    for weight in range(layout.n):
        lane, place = weight // ROUND % layout.lanes, ROUND * (weight // ROUND // layout.lanes) + weight % ROUND
        words = philox(lane + layout.lanes * (place // SIGNS_OF_A_DRAW), low, run, high, keys)
        bit = place % SIGNS_OF_A_DRAW
        signs.append(1.0 if int(words[bit // 32]) >> (bit % 32) & 1 else -1.0)
    return np.array(signs)
