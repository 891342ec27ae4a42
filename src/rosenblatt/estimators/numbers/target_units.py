"""The units of targets: centre and deviation, chosen anew each time the number of rows has doubled.

    units.1   y = centre + unit z; a bank learns z, and what it has learnt is told in new units when these change
    units.2   the centre is the first target; the unit is the distance of the first one that differs
    units.3   after 2, 4, 8, ... rows centre and unit become mean and deviation of all targets so far

So what is learnt does not depend on the units of y, nor on how rows come in batches. Before a target has differed
nothing is known of the unit: predictions then take the size of the centre for it, or 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rosenblatt.estimators.common.running_scaler import FARTHEST_TARGET, RunningScaler


@dataclass
class TargetUnits:
    """Centre and unit of the targets, 0 as long as all are alike, and the statistics of the targets so far."""

    centre: float
    unit: float
    statistics: RunningScaler

    @classmethod
    def new(cls) -> TargetUnits:
        """Return the units of no rows yet."""
        return cls(0.0, 0.0, RunningScaler.new(1))

    def copy(self) -> TargetUnits:
        """Return units that learn on their own."""
        return TargetUnits(self.centre, self.unit, self.statistics.copy())

    @property
    def rows(self) -> int:
        """Targets seen."""
        return int(self.statistics.count)

    @property
    def said_unit(self) -> float:
        """The unit in which something can be said of the next target."""
        return self.unit or abs(self.centre) or 1.0

    def meet(self, target: float) -> bool:
        """Take the first target for the centre, and the first that differs for the unit; return whether it is one."""
        if self.rows == 0:
            self.centre = target
            return True
        if self.unit > 0.0 or target == self.centre:
            return False
        self.unit = abs(target - self.centre)  # units.2
        return True

    def rows_alike(self, targets: np.ndarray) -> int:
        """Return how many targets are seen in the present units, if the first has not changed them (see `meet`)."""
        if self.unit > 0.0:
            return min(2 ** self.rows.bit_length() - self.rows, len(targets))  # units.3
        others = np.flatnonzero(targets != self.centre)
        return int(others[0]) if others.size else len(targets)

    def learn(self, targets: np.ndarray, weights: np.ndarray) -> None:
        """Learn some targets that are seen in the present units."""
        self.statistics.learn_and_scale(np.ascontiguousarray(targets)[:, None], weights)

    def renew(self) -> tuple[float, float]:
        """Choose the units anew, if it is time; return ratio and shift of what is seen: z' = ratio z + shift."""
        factor = float(self.statistics.factor()[0])
        if self.unit == 0.0 or factor == 0.0 or self.rows & (self.rows - 1):
            return 1.0, 0.0
        return self.become(float(self.statistics.centre()[0]), 1.0 / factor)

    def become(self, centre: float, unit: float) -> tuple[float, float]:
        """Take other units; return ratio and shift of what is seen."""
        ratio, shift = self.unit / unit, (self.centre - centre) / unit
        self.centre, self.unit = centre, unit
        return ratio, shift

    def seen(self, targets: np.ndarray) -> np.ndarray:
        """Return targets in these units."""
        with np.errstate(over="ignore"):
            return np.clip((targets - self.centre) / self.said_unit, -FARTHEST_TARGET, FARTHEST_TARGET)
