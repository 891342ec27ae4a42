r"""`finite_size`: from several N to N -> infinity, with error bars, against theory.

    finite-size.1   <x>(N) = c0 + c1/N (+ c2/N^2): see `rosenblatt.studies.size_law`
    finite-size.2   where alpha N is not whole, <x> is measured nearby and shifted by the theory's difference

Where the exact chain of two numbers can follow the experiment and theory knows its averages, means have control
variates: see `rosenblatt.studies.shadowed_student`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import checks, plots
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.simulation.simulate import simulate
from rosenblatt.simulation.simulation import Simulation
from rosenblatt.studies.shadowed_student import CONTROLLED, ShadowedStudent
from rosenblatt.studies.size_law import SizeLaw, fit_size_law, simplest_law
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

METHODS = ("auto", "controlled", "vector", "chain", "events")
ORDERS = (1, 2)
FAR = 3.0  # standard errors, of a size that is said to deviate


@dataclass(frozen=True, repr=False)
class FiniteSize(ShowsFirstRows):
    """Means of several sizes, the law in powers of 1/N through them, and theory.

    Attributes
    ----------
    frame : a row for each alpha: ``limit`` with ``limit_sem``, c0; ``theory``, and ``z``, how many standard errors the
        limit is off; ``slope`` with its error, the coefficient c1 of 1/N, ``curvature`` that of 1/N^2 (0 if it was not
        needed); ``chi_square``, ``freedom`` and ``p_value`` of the fit.
    points : a row for each alpha and size: ``mean`` with ``sem``, and ``plain_sem``, that of the same runs without
        control variates; ``law``, what the law says, and ``deviation``, the difference in standard errors;
        ``control_z``, the mean of the control variate, which is 0, in its standard errors.
    column : what is measured; ``of(column)`` has another one from the same runs.
    simulations : one for each size.
    no_theory : why there is no theory to compare with; empty if there is one.
    """

    column: str
    order: int | None
    alpha: np.ndarray = field(repr=False)
    simulations: tuple[Simulation, ...] = field(repr=False)
    theory: Callable[[np.ndarray], pd.DataFrame] | None = field(repr=False)
    no_theory: str
    frame: pd.DataFrame = field(repr=False)
    points: pd.DataFrame = field(repr=False)

    @property
    def heading(self) -> str:
        """What was measured, and how well the law fits."""
        first = self.simulations[0]
        sizes = ", ".join(f"{one.n:,}" for one in self.simulations)
        words = (first.rule.name, str(first.update), str(first.scenario), f"{self.column} as N -> infinity")
        runs = f"from {len(first.samples['r'])} runs each of N = {sizes} ({first.method})"
        far = self.deviating
        judged = "no size deviates" if far.empty else f"{len(far)} of {len(self.points)} points deviate from the law"
        return ", ".join(filter(None, (*words, runs, judged)))

    @property
    def deviating(self) -> pd.DataFrame:
        """The points that are more than 3 standard errors off the law."""
        return self.points[self.points["deviation"].abs() > FAR]

    def of(self, column: str) -> FiniteSize:
        """Return the study of another column: "r", "q_norm", "overlap", "disagreement" or "error"."""
        checks.one_of("column", column, CONTROLLED)
        points = _points(self.simulations, self.alpha, column, self.theory)
        frame, points = _fitted(points, self.theory, column, self.order)
        return replace(self, column=column, frame=frame, points=points)

    def plot(self, ax: Axes | None = None, **style: Any) -> Axes:
        """Draw means against 1/N, the law through them, and theory at 1/N = 0 as a cross."""
        return plots.draw_sizes(self.points, self.frame, ax, self.column, **style)


def finite_size(
    rule: str | Rule | type[Rule] | Callable[..., float],
    *,
    alpha: Any,
    n: Sequence[int],
    runs: int = 400,
    column: str = "disagreement",
    order: int | None = None,
    method: str = "auto",
    seed: int = 0,
    threads: int | None = None,
    progress: bool | None = None,
    readout: str | None = None,
    **scenario: Any,
) -> FiniteSize:
    """Simulate several sizes, and return what is left as N -> infinity and the coefficient of 1/N.

    Parameters
    ----------
    rule, alpha, seed, threads, progress, readout : as for `simulate`.
    n : sizes, two or more; from four on it is judged whether 1/N^2 is needed.
    runs : of each size; the runs of a size are the same whatever other sizes there are.
    column : "r", "q_norm", "overlap", "disagreement" or "error".
    order : the highest power of 1/N, 1 or 2; defaults to 1, and 2 where 1 does not fit.
    method : "controlled" is the exact chain with control variates, "auto" that where it is known, and what `simulate`
        takes elsewhere; "vector", "chain" and "events" are without.
    **scenario : further keywords of `simulate`: ``noise``, ``teacher``, ``inputs``, ``channel``, ``drift``, ``start``,
        ``batch`` and so on.

    >>> study = finite_size("hebb", alpha=2, n=[50, 100, 200], runs=200, column="q_norm")
    >>> row = study.frame.iloc[0]
    >>> bool(abs(row["z"]) < 3), bool(abs(row["slope"] + 4 / math.pi) < 3 * row["slope_sem"])  # exactly -2 alpha/pi
    (True, True)
    """
    grid = checks.alpha_grid(alpha)
    sizes = _sizes(n)
    checks.one_of("column", column, CONTROLLED)
    checks.one_of("method", method, METHODS)
    if order is not None and order not in ORDERS:
        raise ValueError(f"order must be 1 or 2, the highest power of 1/N; got {order!r}. Leave it out.")
    if order is not None and order >= len(sizes):
        raise ValueError(f"n must have more sizes than order = {order}; got {len(sizes)}. Add a size.")
    runs = checks.whole("runs", runs, 2, "One run has no standard error.")
    how: dict[str, Any] = {"runs": runs, "threads": threads, "progress": progress, "readout": readout, **scenario}
    theory, no_theory = _theory(rule, grid, readout, scenario)
    seeds = {size: _seed_of(checks.seed(seed), size) for size in sizes}
    simulations = _simulations(rule, grid, seeds, method, how)
    points = _points(simulations, grid, column, theory)
    frame, points = _fitted(points, theory, column, order)
    return FiniteSize(column, order, grid, simulations, theory, no_theory, frame, points)


def _sizes(n: Any) -> list[int]:
    """Return the sizes, in order."""
    given = list(n) if isinstance(n, (Sequence, np.ndarray)) and not isinstance(n, str) else [n]
    sizes = sorted({checks.size(one) for one in given})
    if len(sizes) < 2:
        raise ValueError(f"n must have two sizes or more for a limit; got {n!r}. Take for example n=[50, 100, 200].")
    return sizes


def _seed_of(seed: int, size: int) -> int:
    """Return a seed for one size, so that sizes do not share their random numbers."""
    return int(np.random.SeedSequence([seed, size]).generate_state(1, np.uint64)[0] >> np.uint64(1))


def _simulations(
    rule: Any, grid: np.ndarray, seeds: dict[int, int], method: str, how: dict[str, Any]
) -> tuple[Simulation, ...]:
    """Simulate all sizes by one method."""

    def by(chosen: Any) -> tuple[Simulation, ...]:
        return tuple(simulate(rule, n=n, alpha=grid, seed=seed, method=chosen, **how) for n, seed in seeds.items())

    if method == "controlled":
        return by(ShadowedStudent)
    if method == "auto":
        try:
            return by(ShadowedStudent)
        except ValueError:  # no chain, or no averages; what is a mistake of the user's is one below, too
            return by("auto")
    return by(method)


def _theory(
    rule: Any, grid: np.ndarray, readout: str | None, scenario: dict[str, Any]
) -> tuple[Callable[[np.ndarray], pd.DataFrame] | None, str]:
    """Return the learning curve as a function of alpha, or why there is none."""

    def curve(alpha: np.ndarray) -> pd.DataFrame:
        return learning_curve(rule, alpha, readout=readout, **scenario).frame

    try:
        curve(grid)
    except (NotImplementedError, ValueError) as reason:  # what is a mistake of the user's is one for simulate, too
        return None, str(reason)
    return curve, ""


def _points(
    simulations: Sequence[Simulation],
    grid: np.ndarray,
    column: str,
    theory: Callable[[np.ndarray], pd.DataFrame] | None,
) -> pd.DataFrame:
    """Return the means of all sizes at the alphas asked for."""
    frames = []
    for one in simulations:
        plain = one.samples[column]
        control = one.samples.get(f"{column}_control", np.zeros_like(plain))
        steady, runs = plain - control, len(plain)
        shift = _shift(one, grid, column, theory)
        with np.errstate(invalid="ignore", divide="ignore"):
            control_z = np.where(control.any(axis=0), control.mean(axis=0) / _sem(control), np.nan)
        numbers = {
            "mean": steady.mean(axis=0) + shift,
            "sem": _sem(steady),
            "plain_sem": _sem(plain),
            "control_z": control_z,
        }
        frames.append(pd.DataFrame({"alpha": grid, "n": one.n, "runs": runs, **numbers}))
    return pd.concat(frames).sort_values(["alpha", "n"], kind="stable").reset_index(drop=True)


def _shift(
    one: Simulation, grid: np.ndarray, column: str, theory: Callable[[np.ndarray], pd.DataFrame] | None
) -> np.ndarray:
    """Return by how much theory changes from the alphas that were measured to those asked for.  (finite-size.2)"""
    measured = one.frame["alpha"].to_numpy()
    off = np.abs(measured - grid) > 1e-12 * grid
    if not off.any():
        return np.zeros(len(grid))
    if theory is None:
        raise ValueError(
            f"alpha times n must be a whole number of examples, or batches, where no theory is known to shift by; got "
            f"alpha={grid[off][0]:g} with n={one.n}. Take for example alpha={measured[off][0]:g}."
        )
    return (theory(grid)[column] - theory(measured)[column]).to_numpy()


def _sem(samples: np.ndarray) -> np.ndarray:
    return samples.std(axis=0, ddof=1) / math.sqrt(len(samples))


def _fitted(
    points: pd.DataFrame,
    theory: Callable[[np.ndarray], pd.DataFrame] | None,
    column: str,
    order: int | None,
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the law at each alpha as a row, and the points with what it says of them."""
    rows, parts = [], []
    for alpha, part in points.groupby("alpha", sort=True):
        sizes, means, sems = (part[name].to_numpy(dtype=float) for name in ("n", "mean", "sem"))
        law = simplest_law(sizes, means, sems) if order is None else fit_size_law(sizes, means, sems, order)
        expected = math.nan if theory is None else float(theory(np.array([alpha]))[column].iloc[0])
        rows.append({"alpha": alpha, **_row_of(law, expected)})
        parts.append(part.assign(law=law.at(sizes), deviation=law.deviations))
    return pd.DataFrame(rows), pd.concat(parts).reset_index(drop=True)


def _row_of(law: SizeLaw, expected: float) -> dict[str, float]:
    """Return the numbers of a law, beside what theory expects of its limit."""
    values, errors = law.coefficients, law.errors
    numbers = {"limit": values[0], "limit_sem": errors[0], "theory": expected, "z": (values[0] - expected) / errors[0]}
    numbers |= {"slope": values[1], "slope_sem": errors[1]}
    second = (values[2], errors[2]) if len(values) > 2 else (0.0, 0.0)
    numbers |= {"curvature": second[0], "curvature_sem": second[1]}
    return numbers | {"chi_square": law.chi_square, "freedom": law.freedom, "p_value": law.p_value}
