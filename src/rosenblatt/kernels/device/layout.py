"""How the weights of a student are shared out: to the lanes of a warp, of several warps, or of a team of blocks.

    layout.1   a lane has PER_LANE weights, a multiple of four; place i of lane l is weight
               4 (l + LANES (i // 4)) + i % 4
    layout.2   LANES = 32 x warps x team;  the weights beyond N, up to LANES x PER_LANE, are always 0

The layout follows from N and the rule alone, and so do the numbers: sums over lanes are added in its order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

import numpy as np

from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import BinaryInputs, Scenario

WARP = 32
REGISTERS = 128  # of a lane, for its weights, those of the teacher, and the inputs
MOST_WARPS = 4  # of a block, so that others can work while one waits
MOST_TEAM = 384  # blocks of a student: what a large device holds at once
ROUND = 4  # weights that share a draw


@dataclass(frozen=True)
class Layout:
    """How many weights a lane has, how many warps a block, and how many blocks a student.

    >>> Layout.of(1000), Layout.of(5000).lanes
    (Layout(n=1000, per_lane=32, warps=1, team=1), 128)
    """

    n: int
    per_lane: int
    warps: int
    team: int

    @classmethod
    def of(cls, n: int, numbers: int = 1, *, signs: bool = False) -> Layout:
        """Return the layout of n weights of so many numbers each, for inputs that are numbers, or signs, of a bit."""
        most = REGISTERS // (1 + numbers + (not signs)) // ROUND * ROUND
        warps_needed = -(-n // (WARP * most))
        team = -(-warps_needed // MOST_WARPS)
        warps = min(MOST_WARPS, warps_needed)
        if team > MOST_TEAM:
            largest = MOST_TEAM * MOST_WARPS * WARP * most
            raise ValueError(
                f"n must be at most {largest:,} on a GPU for this rule; got {n:,}. Use method='chain' with "
                "backend='cpu' where the rule has one: its cost does not grow with n."
            )
        each = -(-n // (WARP * warps * team))
        return cls(n, -(-each // ROUND) * ROUND, warps, team)

    @property
    def lanes(self) -> int:
        """All lanes of a student."""
        return WARP * self.warps * self.team

    @property
    def size(self) -> int:
        """Places for weights, those that stay empty among them."""
        return self.lanes * self.per_lane

    def padded(self, rows: np.ndarray) -> np.ndarray:
        """Return rows of n numbers in single precision, with zeros behind."""
        whole = np.zeros((*rows.shape[:-1], self.size), dtype=np.float32)
        whole[..., : self.n] = rows
        return whole


def layout_of(rule: CompiledRule, scenario: Scenario, n: int) -> Layout:
    """Return the layout of a student: signs leave room for more weights, of rules that do little with each."""
    return Layout.of(n, len(rule.synapse), signs=keeps_signs(scenario) and leaves_registers(rule))


@singledispatch
def leaves_registers(rule: CompiledRule) -> bool:
    """Return whether a rule does so little with each weight that registers are left for more of them."""
    return False


@leaves_registers.register
def _(rule: HebbianRule) -> bool:
    return True


def keeps_signs(scenario: Scenario) -> bool:
    """Return whether inputs are signs, one bit each, which the student sees as they are."""
    return type(scenario.inputs) is BinaryInputs and scenario.channel.student_width == 0.0
