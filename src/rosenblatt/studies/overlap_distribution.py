r"""`overlap_distribution`: how often a student is as bad, or as good, as that; down to one in a million and beyond.

Histograms and tails come from crowds in which rare students are common: see `rosenblatt.studies.tilted_crowd`. Every
standard error is from the scatter of replicas, each a whole histogram with crowds of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from rosenblatt import checks, plots
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.progress import progress as progress_bar
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.runs import available_cores
from rosenblatt.simulation.simulate import simulate
from rosenblatt.simulation.simulation import Simulation
from rosenblatt.simulation.students.chain import ChainStudent
from rosenblatt.studies.foresight import foresight_of
from rosenblatt.studies.tilted_crowd import Crowds, crowds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

REPLICAS = 20
PILOTS, MOMENTS = 1000, 100  # plain runs, and when they are looked at
SPACING = 1.25  # of tilts: in deviations, by which neighbours differ
STAGES_A_SQUARE = 2.0  # stages for a tilt of 1; they grow with its square
FEWEST_IN_A_CROWD = 500  # in smaller ones a tail may miss its way, and all replicas alike: errors are too small
UNCOUNTED = 1e-3  # of the students, at each end of a histogram: too few for a standard error
RAREST = 1e-40  # beyond it the pilot knows too little of the way
SIDES = ("lower", "upper")


class Estimate(NamedTuple):
    """A number and its standard error."""

    value: float
    error: float


@dataclass(frozen=True, repr=False)
class OverlapDistribution(ShowsFirstRows, Experiment):
    """The law of the overlap, and of the disagreement, of students at one alpha.

    Attributes
    ----------
    frame : a row for each bin: ``overlap_low`` and ``overlap_high``, the same bin as ``disagreement_low`` and
        ``disagreement_high``; its ``probability`` with ``probability_sem``, the ``density`` of the overlap in it, and
        how many ``students`` were found in it.
    alpha : examples per weight.
    total : the sum of all weights, which is 1 but for chance.
    """

    alpha: float
    frame: pd.DataFrame = field(repr=False)
    y: np.ndarray = field(repr=False)  # ln tan(theta/2), shape (replicas, students)
    weights: np.ndarray = field(repr=False)

    @property
    def heading(self) -> str:
        """Who learnt what, and how many students there were."""
        words = (self.rule.name, f"overlap at alpha = {self.alpha:g}, N = {self.n:,}", str(self.scenario))
        return ", ".join(filter(None, (*words, f"{self.y.size:,} students in {len(self.y)} replicas")))

    @property
    def total(self) -> Estimate:
        """The sum of all weights: 1 but for chance."""
        return _over_replicas(self.weights.sum(axis=1))

    def probability(self, *, overlap_below: float | None = None, overlap_above: float | None = None) -> Estimate:
        """Return the probability of an overlap below, or above, a value, with its standard error.

        >>> law = overlap_distribution("hebb", n=30, alpha=3, runs=70_000, smallest=1e-3, progress=False)
        >>> value, error = law.probability(overlap_below=law.quantile(1e-3).value)
        >>> round(value, 4), error < 0.2 * value
        (0.001, True)
        """
        if (overlap_below is None) == (overlap_above is None):
            raise TypeError("probability must be given overlap_below or overlap_above, one of them; got both or none.")
        edge = overlap_below if overlap_above is None else overlap_above
        assert edge is not None
        edge = checks.number("overlap_below" if overlap_above is None else "overlap_above", edge)
        if not -1.0 < edge < 1.0:
            raise ValueError(f"overlap must be between -1 and 1; got {edge!r}. It is the cosine of an angle.")
        y = _y_of_overlap(edge)
        inside = self.y >= y if overlap_above is None else self.y < y
        if not inside.any():
            last = -math.tanh(float(self.y.max() if overlap_above is None else self.y.min()))
            raise ValueError(
                f"overlap must be one that was reached; got {edge:g}, and no student was beyond {last:.4g}. "
                "Take a smaller value of smallest."
            )
        return _over_replicas((self.weights * inside).sum(axis=1))

    def quantile(self, probability: float, side: str = "lower") -> Estimate:
        """Return the overlap that only such a share of students is below ("lower") or above ("upper"), with its error.

        The error is that of the probability there, over the density, found from how it changes over that error.
        """
        share = checks.fraction("probability", probability)
        checks.one_of("side", side, SIDES)
        flat, weights = self.y.ravel(), self.weights.ravel() / len(self.y)
        order = np.argsort(-flat if side == "lower" else flat, kind="stable")
        upto = np.cumsum(weights[order])

        def overlap_at(mass: float) -> float:
            return float(-np.tanh(flat[order[min(int(np.searchsorted(upto, mass)), len(order) - 1)]]))

        if share < upto[0]:
            raise ValueError(
                f"probability must be one that was reached; got {share:g}, below that of a single student. "
                "Take a smaller value of smallest, or more runs."
            )
        found = overlap_at(share)
        edge = {"overlap_below" if side == "lower" else "overlap_above": found}
        error = self.probability(**edge).error
        reach = abs(overlap_at(share + error) - overlap_at(max(share - error, float(upto[0]))))
        return Estimate(found, 0.5 * reach)

    def plot(self, ax: Axes | None = None, **style: Any) -> Axes:
        """Draw the density of the overlap with its standard errors, on a logarithmic axis."""
        label = f"{self.rule.name}, N = {self.n:,}, " + rf"$\alpha$ = {self.alpha:g}"
        return plots.draw_density(self.frame, ax, **{"label": label, **style})


def overlap_distribution(
    rule: str | Rule | type[Rule] | Callable[..., float],
    *,
    n: int,
    alpha: float,
    runs: int = 220_000,
    smallest: float = 1e-6,
    bins: int = 50,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | None = None,
    **scenario: Any,
) -> OverlapDistribution:
    """Return the distribution of the overlap, and of the disagreement, down to rare students.

    Parameters
    ----------
    rule, n, seed, threads, progress : as for `simulate`; the rule must be a modulation, the inputs Gaussian and the
        readout "mean", so that the exact chain can follow students.
    alpha : examples per weight, one number.
    runs : students in all.
    smallest : a probability that shall still be well measured in each tail.
    bins : of the histogram, equal in ln tan(theta/2), theta the angle to the teacher; it ends where students are few.
    **scenario : further keywords of `simulate`: ``noise``, ``channel``, ``drift``, ``start``, ``scenario``.

    >>> law = overlap_distribution("rosenblatt", n=30, alpha=2, runs=110_000, progress=False)
    >>> bool(law.frame["probability"].min() < 1e-6), round(law.total.value, 1)
    (True, 1.0)
    """
    alpha = checks.positive("alpha", alpha, "At the start all students have the same overlap.")
    smallest = checks.fraction("smallest", smallest)
    if not RAREST <= smallest <= 0.1:
        raise ValueError(f"smallest must be between {RAREST:g} and 0.1; got {smallest:g}. Take for example 1e-6.")
    bins = checks.whole("bins", bins, 2, "Take 50.")
    tilts = _tilts(smallest)
    fewest = REPLICAS * FEWEST_IN_A_CROWD * len(tilts)
    runs = checks.whole("runs", runs, fewest, f"There are {len(tilts) * REPLICAS} crowds.")
    pilot = _pilot(rule, n, alpha, checks.seed(seed), threads, scenario)
    stages = math.ceil(STAGES_A_SQUARE * max(float(tilts[-1]), 1.0) ** 2)
    led = crowds(pilot, foresight_of(pilot, stages), tilts)
    size = runs // (REPLICAS * len(tilts))
    y, weights = _lead_all(led, size, seed, threads, progress)
    frame = _histogram(y, weights, bins)
    reached = float(pilot.frame["alpha"].iloc[-1])
    shared = {name: getattr(pilot, name) for name in ("rule", "n", "scenario", "readout", "update")}
    return OverlapDistribution(**shared, alpha=reached, frame=frame, y=y, weights=weights)


def _tilts(smallest: float) -> np.ndarray:
    """Return tilts from one tail to the other."""
    farthest = float(stats.norm.isf(smallest)) + 0.5
    return np.linspace(-farthest, farthest, 2 * math.ceil(farthest / SPACING) + 1)


def _pilot(rule: Any, n: int, alpha: float, seed: int, threads: int | None, scenario: dict[str, Any]) -> Simulation:
    """Return plain runs, measured at many moments up to alpha, with random numbers of their own."""
    n = checks.size(n)
    checks.whole_examples(np.array([alpha]), n)
    even = np.linspace(alpha / MOMENTS, alpha, MOMENTS // 2)
    moments = np.union1d(np.geomspace(min(1.0 / n, alpha), alpha, MOMENTS // 2), even)
    moments = np.unique(np.maximum(np.rint(moments * n), 1.0)) / n
    own = int(np.random.SeedSequence([seed, n]).generate_state(1)[0])
    how: dict[str, Any] = {"threads": threads, "progress": False, **scenario}
    return simulate(rule, n=n, alpha=moments, runs=PILOTS, seed=own, method=ChainStudent, **how)


def _lead_all(
    led: Crowds, size: int, seed: int, threads: int | None, show: bool | None
) -> tuple[np.ndarray, np.ndarray]:
    """Lead a crowd for each tilt and replica, on threads; return y and weights, a row for each replica."""
    threads = available_cores() if threads is None else threads
    tasks = [(replica, k) for replica in range(REPLICAS) for k in range(len(led.tilts))]
    with progress_bar(f"{led.experiment.rule.name}, rare students", float(len(tasks)), show) as report:

        def one(task: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
            found = led.lead(float(led.tilts[task[1]]), size, np.random.SeedSequence(seed, spawn_key=(1, *task)))
            report(1.0)
            return found

        with ThreadPoolExecutor(max_workers=threads) as pool:
            y, weights = np.array(list(pool.map(one, tasks))).transpose(1, 0, 2)
    return y.reshape(REPLICAS, -1), weights.reshape(REPLICAS, -1)


def _histogram(y: np.ndarray, weights: np.ndarray, bins: int) -> pd.DataFrame:
    """Return the probability of each bin, the lowest overlap first."""
    low, high = np.quantile(y, (UNCOUNTED, 1.0 - UNCOUNTED))
    edges = np.linspace(high, low, bins + 1)  # y falls as the overlap rises
    place = np.searchsorted(-edges, -y, side="right")  # 0 and bins + 1 are outside
    each = np.array([np.bincount(p, w, minlength=bins + 2) for p, w in zip(place, weights, strict=True)])[:, 1:-1]
    probability, sem = _over_replicas(each)
    overlap, disagreement = -np.tanh(edges), 2.0 * np.arctan(np.exp(edges)) / np.pi
    columns = {
        "overlap_low": overlap[:-1],
        "overlap_high": overlap[1:],
        "disagreement_low": disagreement[1:],
        "disagreement_high": disagreement[:-1],
        "probability": probability,
        "probability_sem": sem,
        "density": probability / np.diff(overlap),
        "density_sem": sem / np.diff(overlap),
        "students": np.bincount(place.ravel(), minlength=bins + 2)[1:-1],
    }
    return pd.DataFrame(columns)


def _over_replicas(values: np.ndarray) -> Any:
    """Return the mean over replicas, and its standard error."""
    mean, error = values.mean(axis=0), values.std(axis=0, ddof=1) / math.sqrt(len(values))
    return Estimate(float(mean), float(error)) if values.ndim == 1 else Estimate(mean, error)


def _y_of_overlap(overlap: float) -> float:
    """Return ln tan(theta/2) of cos(theta)."""
    return -math.atanh(overlap)
