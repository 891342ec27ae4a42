"""Students on a device: their numbers there, and what is done with all of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.kernels.device.compiler import launch, specialise_for_device
from rosenblatt.kernels.device.ensemble import ensemble
from rosenblatt.kernels.device.layout import WARP, Layout, layout_of
from rosenblatt.kernels.device.measure import measure, measure_slots
from rosenblatt.kernels.device.numba_cuda import SIMULATED, cuda
from rosenblatt.kernels.device.side_by_side import SideBySide
from rosenblatt.kernels.device.slots import ensemble_slots
from rosenblatt.rules.kinds.cell import for_kernels
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import Scenario

TEAM_REGISTERS, TEAM_BLOCKS = 168, 3  # of a thread, and so how many blocks of four warps a multiprocessor holds
NUMBERS_OF_A_RUN = 8  # of the largest sum of a team


@dataclass(frozen=True)
class DeviceKernels:
    """The kernels of an experiment, and the layout of its students."""

    layout: Layout
    learn: Any
    measure: Any

    @classmethod
    def of(cls, rule: CompiledRule, scenario: Scenario, readout: Readout, n: int) -> DeviceKernels:
        """Return the kernels for a rule in a scenario; they are compiled when they are first launched."""
        layout = layout_of(rule, scenario, n)
        options = {"max_registers": TEAM_REGISTERS} if layout.team > 1 else {}
        learn = specialise_for_device(ensemble, ensemble_slots(rule, scenario, layout), **options)
        return cls(layout, learn, specialise_for_device(measure, measure_slots(readout, scenario.inputs, n)))


def resident_runs(layout: Layout) -> int:
    """Return how many students of a team can be on the device together, or raise if not even one can."""
    blocks = TEAM_BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT
    if layout.team > blocks:
        raise ValueError(
            f"n must be at most {blocks * layout.size // layout.team:,} on this GPU; got {layout.n:,}. "
            "Take a smaller one."
        )
    return blocks // layout.team


class DeviceStudents(SideBySide):
    """Students that learn side by side.

    Parameters
    ----------
    kernels : of their experiment.
    teachers, laws : a row for each run; ``laws`` has one row if inputs need none.
    synapses, cells : as `Rule.start_students` gives them.
    first_run : the number of the first of them.
    seed : of the random numbers of all runs.
    """

    def __init__(
        self,
        kernels: DeviceKernels,
        teachers: np.ndarray,
        laws: np.ndarray,
        synapses: np.ndarray,
        cells: np.ndarray,
        *,
        first_run: int,
        seed: np.random.SeedSequence,
    ) -> None:
        super().__init__(kernels.measure, len(teachers), first_run, seed)
        self.kernels, layout = kernels, kernels.layout
        self.teachers, self.laws = (cuda.to_device(layout.padded(rows)) for rows in (teachers, laws))
        self.synapses = cuda.to_device(layout.padded(synapses))
        self._cells = np.ascontiguousarray(for_kernels(cells))
        self.cells = cuda.to_device(self._cells.view(np.dtype((np.record, cells.dtype))) if SIMULATED else self._cells)
        self._board = np.zeros((self.runs if layout.team > 1 else 1, 2, NUMBERS_OF_A_RUN, layout.team), dtype=np.int64)
        self.board = cuda.to_device(self._board)

    def learn(self, steps: int, scenario: Scenario, parameters: tuple[float, ...]) -> None:
        """Learn so many examples more."""
        layout, channel = self.kernels.layout, scenario.channel
        self.board.copy_to_device(self._board)
        numbers = cuda.to_device(np.asarray(channel.kernel_numbers, dtype=np.float64))
        world = (self.teachers, self.laws)
        students = (self.synapses, self.cells, self.failed, self.board)
        counted = (steps, self.learnt, self.first_run, self.keys)
        width, drift = float(channel.student_width), float(scenario.drift)
        arguments = (*counted, numbers, width, drift, world, students, parameters)
        launch(self.kernels.learn, self.runs * layout.team, WARP * layout.warps, *arguments)
        self.learnt += steps

    def memories(self) -> np.ndarray:
        """Return the cells, as a record array."""
        return np.asarray(self.cells.copy_to_host()).view(self._cells.dtype).view(np.recarray)

    def weights(self) -> np.ndarray:
        """Return the first numbers of all synapses, as they are stored."""
        return self.synapses.copy_to_host()[:, 0, : self.kernels.layout.n].astype(float)
