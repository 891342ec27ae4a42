"""What fills the slots of the device's loop, by the kind of the rule, by the scenario and by the layout."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import numba
import numpy as np

from rosenblatt.kernels.compiler import Slot, constant, template
from rosenblatt.kernels.device.ensemble import FIRST, LARGEST, squares
from rosenblatt.kernels.device.inputs import input_slots
from rosenblatt.kernels.device.lanes import (
    gather_by_lanes,
    gather_by_shuffles,
    is_speaker,
    over_block,
    over_team,
    over_warp,
    tell,
)
from rosenblatt.kernels.device.layout import WARP, Layout
from rosenblatt.kernels.device.numba_cuda import SIMULATED
from rosenblatt.kernels.labels import label_slots
from rosenblatt.kernels.synapse_tuples import tuple_functions
from rosenblatt.rules.kinds.cell import Cell, cell_type
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import Scenario

total, N = Slot("total"), constant("N")


def ensemble_slots(rule: CompiledRule, scenario: Scenario, layout: Layout) -> dict[str, Any]:
    """Return what fills the slots of `ensemble`."""
    tuples = tuple_functions(rule.title, len(rule.synapse), rule.n_sums)
    world = {**input_slots(scenario, layout.per_lane), **label_slots(scenario.channel)}
    world |= {"BLURRED": scenario.channel.student_width > 0.0, "WANDERS": scenario.drift > 0.0}
    functions = rule.functions
    learning = {"project": functions.project, "respond": functions.respond}
    learning |= {"absorb": functions.absorb, "fold": functions.fold, "measure_length": following(rule)}
    words = signal_length(rule)
    said = {"write_sums": _WRITE_SUMS[rule.n_sums], "read_sums": _READ_SUMS[rule.n_sums]}
    said |= {"write_signal": _WRITE_SIGNAL[words], "read_signal": _READ_SIGNAL[words]}
    constants = {"SHAPE": (len(rule.synapse), layout.per_lane), "CELL": cell_of(rule)}
    constants["WORDS"] = FIRST + words
    return {**tuples, **world, **learning, **said, **constants, **layout_slots(layout, 1 + rule.n_sums)}


def layout_slots(layout: Layout, sums: int) -> dict[str, Any]:
    """Return the constants of a layout, and the functions that add up over its lanes."""
    alone = layout.lanes == WARP and not SIMULATED
    groups, gather = (layout.lanes, gather_by_lanes) if SIMULATED else (layout.warps, gather_by_shuffles)
    constants = {"PER_LANE": layout.per_lane, "LANES": layout.lanes, "GROUPS": groups, "TEAM": layout.team}
    constants |= {"N": layout.n, "RAGGED": layout.n < layout.size, "SUMS": sums, "BOARD": (groups, sums)}
    total = over_team if layout.team > 1 else over_warp if alone else over_block
    return {"total": total, "gather": gather, "ALONE": alone, **constants}


def cell_of(rule: Rule) -> Any:
    """Return the type of a rule's cell; a simulator has NumPy's records."""
    kind = cell_type(rule.own_memory)
    return np.dtype((np.record, kind)) if SIMULATED else numba.from_dtype(kind)


def signal_length(rule: CompiledRule) -> int:
    """Return how many numbers the rule's signal has."""
    cell: Cell = rule.start(4)[1]
    cell.examples = cell.sample_weight = 1.0
    with np.errstate(all="ignore"):  # what is in it does not matter
        length = len(rule.functions.respond(1.0, (0.5,) * rule.n_sums, cell, *rule.parameters))
    if length not in _READ_SIGNAL:
        raise ValueError(
            f"signal of {rule.title!r} must have at most {max(_READ_SIGNAL)} numbers to be simulated on a GPU; got "
            f"{length}. Use backend='cpu'."
        )
    return length


@singledispatch
def following(rule: Rule) -> Any:
    """Return what measures anew, once in N examples, what the cell follows by recursion."""
    raise TypeError(
        f"rule must be one whose functions are compiled to be simulated on a GPU; got {rule.title!r}. "
        "Use backend='cpu'."
    )


@following.register
def _(rule: CompiledRule) -> Any:
    return nothing_to_measure


@following.register
def _(rule: HebbianRule) -> Any:
    return measure_length if rule.follows_length() else nothing_to_measure


@template
def nothing_to_measure(weights, cell, partial, whole, own, said, step, call, run, shared, board):
    """Leave the cell as it is."""
    return call


@template
def measure_length(weights, cell, partial, whole, own, said, step, call, run, shared, board):
    """Measure Q once in N examples.  (hebbian.2)"""
    if (step + 1) % N != 0:
        return call
    partial[0] = squares(weights[0])
    total(partial, whole, call, run, shared, board)
    if is_speaker() and whole[0] <= LARGEST:
        cell.q_norm = cell.gain * cell.gain * whole[0] / cell.n
    tell(own, said)
    return call + 1


# Compiled tuples have a fixed length, so there is one function for each number of numbers.


def _write_sums_1(partial, sums):
    partial[1] = sums[0]


def _write_sums_2(partial, sums):
    partial[1], partial[2] = sums[0], sums[1]


def _write_sums_3(partial, sums):
    partial[1], partial[2], partial[3] = sums[0], sums[1], sums[2]


def _write_sums_7(partial, sums):
    partial[1], partial[2], partial[3], partial[4] = sums[0], sums[1], sums[2], sums[3]
    partial[5], partial[6], partial[7] = sums[4], sums[5], sums[6]


def _read_sums_1(whole):
    return (whole[1],)


def _read_sums_2(whole):
    return (whole[1], whole[2])


def _read_sums_3(whole):
    return (whole[1], whole[2], whole[3])


def _read_sums_7(whole):
    return (whole[1], whole[2], whole[3], whole[4], whole[5], whole[6], whole[7])


def _write_signal_1(said, signal):
    said[2] = signal[0]


def _write_signal_2(said, signal):
    said[2], said[3] = signal[0], signal[1]


def _write_signal_3(said, signal):
    said[2], said[3], said[4] = signal[0], signal[1], signal[2]


def _write_signal_4(said, signal):
    said[2], said[3], said[4], said[5] = signal


def _write_signal_5(said, signal):
    said[2], said[3], said[4], said[5], said[6] = signal


def _write_signal_6(said, signal):
    said[2], said[3], said[4], said[5], said[6], said[7] = signal


def _read_signal_1(said):
    return (said[2],)


def _read_signal_2(said):
    return (said[2], said[3])


def _read_signal_3(said):
    return (said[2], said[3], said[4])


def _read_signal_4(said):
    return (said[2], said[3], said[4], said[5])


def _read_signal_5(said):
    return (said[2], said[3], said[4], said[5], said[6])


def _read_signal_6(said):
    return (said[2], said[3], said[4], said[5], said[6], said[7])


_WRITE_SUMS = {1: _write_sums_1, 2: _write_sums_2, 3: _write_sums_3, 7: _write_sums_7}
_READ_SUMS = {1: _read_sums_1, 2: _read_sums_2, 3: _read_sums_3, 7: _read_sums_7}
_WRITE_SIGNAL = {
    1: _write_signal_1,
    2: _write_signal_2,
    3: _write_signal_3,
    4: _write_signal_4,
    5: _write_signal_5,
    6: _write_signal_6,
}
_READ_SIGNAL = {
    1: _read_signal_1,
    2: _read_signal_2,
    3: _read_signal_3,
    4: _read_signal_4,
    5: _read_signal_5,
    6: _read_signal_6,
}
