"""Students with a covariance on a device, side by side.  (device_covariance.1)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.kernels.device.compiler import launch, specialise_for_device
from rosenblatt.kernels.device.covariance import ROWS, answer_examples, spread_rows
from rosenblatt.kernels.device.ensemble import add_normals
from rosenblatt.kernels.device.inputs import DRAWS
from rosenblatt.kernels.device.lanes import sum_by_lanes, sum_by_shuffles
from rosenblatt.kernels.device.layout import ROUND, WARP
from rosenblatt.kernels.device.measure import measure, measure_slots
from rosenblatt.kernels.device.numba_cuda import SIMULATED, cuda
from rosenblatt.kernels.device.side_by_side import SideBySide
from rosenblatt.kernels.labels import label_slots
from rosenblatt.rules.kinds.covariance import CovarianceRule
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import Scenario


@dataclass(frozen=True)
class CovarianceKernels:
    """The kernels of an experiment."""

    places: int
    answer: Any
    spread: Any
    measure: Any

    @classmethod
    def of(cls, rule: CovarianceRule, scenario: Scenario, readout: Readout, n: int) -> CovarianceKernels:
        """Return the kernels for a rule in a scenario; they are compiled when they are first launched."""
        per_lane = -(-n // (WARP * ROUND)) * ROUND
        shape: dict[str, Any] = {"N": n, "PER_LANE": per_lane, "LANES": WARP, "SIGN_WORDS": -(-per_lane // 32)}
        shape["whole_sum"] = sum_by_lanes if SIMULATED else sum_by_shuffles
        world = {"draw": DRAWS[type(scenario.inputs)], "add_normals": add_normals, **label_slots(scenario.channel)}
        world |= {"BLURRED": scenario.channel.student_width > 0.0, "WANDERS": scenario.drift > 0.0}
        return cls(
            WARP * per_lane,
            specialise_for_device(answer_examples, {**shape, **world, "respond": rule.response}),
            specialise_for_device(spread_rows, shape),
            specialise_for_device(measure, measure_slots(readout, scenario.inputs, n)),
        )


class CovarianceStudents(SideBySide):
    """Students that learn side by side.

    Parameters
    ----------
    kernels : of their experiment.
    teachers, laws : a row for each run; ``laws`` has one row if inputs need none.
    synapses : w and C of each run, (runs, n + 1, n).
    first_run : the number of the first of them.
    seed : of the random numbers of all runs.
    """

    def __init__(
        self,
        kernels: CovarianceKernels,
        teachers: np.ndarray,
        laws: np.ndarray,
        synapses: np.ndarray,
        *,
        first_run: int,
        seed: np.random.SeedSequence,
    ) -> None:
        super().__init__(kernels.measure, len(teachers), first_run, seed)
        self.kernels, self.n, self.begun = kernels, teachers.shape[1], False
        self.teachers = cuda.to_device(teachers)
        self.laws = cuda.to_device(np.pad(laws, ((0, 0), (0, kernels.places - self.n))))
        self.synapses = cuda.to_device(np.ascontiguousarray(synapses[:, :1]))
        self.covariances = cuda.to_device(np.ascontiguousarray(synapses[:, 1:]))
        self.inputs, self.fields = cuda.to_device(np.zeros((self.runs, self.n))), cuda.to_device(np.zeros(self.runs))
        self.seen, self.next_seen = (cuda.to_device(np.zeros((self.runs, self.n))) for _ in range(2))
        self.shares = cuda.to_device(np.zeros(self.runs))

    def learn(self, steps: int, scenario: Scenario, parameters: tuple[float, ...]) -> None:
        """Learn so many examples more."""
        numbers = cuda.to_device(np.asarray(scenario.channel.kernel_numbers, dtype=np.float64))
        how = (numbers, float(scenario.channel.student_width), float(scenario.drift))
        if not self.begun:
            self._step(-1, how, parameters)
            self.begun = True
        for step in range(self.learnt, self.learnt + steps):
            self._step(step, how, parameters)
        self.learnt += steps

    def _step(self, step: int, how: tuple[Any, ...], parameters: tuple[float, ...]) -> None:
        """Learn an example and see the next; -1 only sees the first."""
        world = (self.teachers, self.laws, self.inputs, self.fields)
        students = (self.synapses, self.seen, self.shares, self.failed)
        launch(self.kernels.answer, self.runs, WARP, step, self.first_run, self.keys, *how, world, students, parameters)
        arrays = (self.covariances, self.inputs, self.shares, self.seen, self.next_seen)
        launch(self.kernels.spread, (-(-self.n // ROWS), self.runs), WARP, *arrays)
        self.seen, self.next_seen = self.next_seen, self.seen
