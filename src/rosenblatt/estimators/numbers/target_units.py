"""The units of targets: centre and deviation, chosen anew each time the number of rows has doubled.

    units.1   y = centre + unit z; a bank learns z, and what it has learnt is told in new units when these change
    units.2   the centre is the first target; the unit is the distance of the first one that differs
    units.3   after 2, 4, 8, ... rows since the first: centre and unit are mean and deviation of all targets so far

So what is learnt does not depend on the units of y, nor on how rows come in batches. Before a target has differed
nothing is known of the unit: predictions then take the size of the centre for it, or 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rosenblatt.estimators.common.running_scaler import RunningScaler
