"""How far a finite N may be from N -> infinity.

Theory is for N -> infinity; a simulation at N differs from it by a bias of order 1/N besides its
statistical error. `bias_constant` measures that constant on small systems, where it is large and
cheap to see, so that a comparison at the N of interest can allow for it honestly:

    size-bias.1   |mean over runs - theory| <= what chance allows + c/N
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.simulation.simulate import simulate


def bias_constant(
    rule: Any,
    *,
    alpha: Any,
    column: str = "disagreement",
    sizes: tuple[int, int] = (50, 100),
    runs: int = 4000,
    seed: int = 987_654_321,
    **scenario: Any,
) -> np.ndarray:
    """Return c at each alpha, from the difference of two sizes: x(N) = x + c/N gives it without theory.

    A difference that is lost in its standard error counts with that error.
    """
    small, large = (
        simulate(rule, n=n, alpha=alpha, runs=runs, seed=seed + n, progress=False, **scenario).frame for n in sizes
    )
    lever = 1.0 / sizes[0] - 1.0 / sizes[1]
    difference = (small[column] - large[column]).abs().to_numpy()
    lost = np.hypot(small[f"{column}_sem"].to_numpy(), large[f"{column}_sem"].to_numpy())
    return np.maximum(difference, lost) / lever
