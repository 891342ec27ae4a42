r"""`which_learner`: where learners are within some percent of the best, by their exact curves alone.

    which-learner.1   a learner will do at alpha and noise kappa if  d <= (1 + within) d_Bayes
    which-learner.2   of those that will do, the simplest is the one that comes first
    which-learner.3   d_Bayes is that of the stable branch; between the two thresholds of a jump no known algorithm
                      reaches it

Bayes knows the law of the teacher's weights, and jumps where it has jumps. To learners that do not know it one
direction is as good as another, if inputs have none either, as Gaussian ones: their curves are those of the spherical
teacher. Which learners these are is asked of their curves, at one place.
"""

from __future__ import annotations

import dataclasses
import math
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import checks, plots
from rosenblatt.batch.convex_risk import BEST, ConvexRisk
from rosenblatt.batch.max_stability import MaxStability
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.progress import progress as progress_bar
from rosenblatt.scenario import Flips, GaussianInputs, Scenario, Teacher, resolve_teacher
from rosenblatt.theory import bayes
from rosenblatt.theory.bayes_offline import Bayes
from rosenblatt.theory.learning_curve import resolve_learner
from rosenblatt.theory.registry import curve_of
from rosenblatt.theory.separability import separable_alpha
from rosenblatt.theory.signal_to_noise import signal_to_noise

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TEACHERS = ("spherical", "binary", "ternary:0.25")
LEARNERS = ("hebb", "optimal", "ridge", "logistic", "max-stability")  # from the simplest on
ALPHA = tuple(np.geomspace(0.1, 100.0, 31).tolist())
NOISE = tuple((0.4 * np.linspace(0.0, 1.0, 13) ** 2).tolist())  # finer where a few flips matter most
BAYES = Bayes()
COLUMNS = ("teacher", "noise", "alpha", BAYES.name, "simplest")
PROBE = np.array([0.5])  # an alpha at which every learner has a curve from clean labels


@dataclass(frozen=True, repr=False)
class WhichLearner(ShowsFirstRows):
    """Which learners are nearly as good as the best one, at each alpha and noise, for N -> infinity.

    Attributes
    ----------
    frame : columns ``teacher, noise, alpha``; the disagreements of ``bayes`` and of each learner by its name, NaN where
        it has none; ``simplest``, the first learner that will do, or "bayes".
    jumps : columns ``teacher, noise, information_theoretic, algorithmic``: where Bayes jumps, and from where on known
        algorithms follow; NaN where it does not jump.
    learners : their names, from the simplest on.
    within : by which fraction more than Bayes a learner may disagree.
    """

    frame: pd.DataFrame = field(repr=False)
    jumps: pd.DataFrame = field(repr=False)
    learners: tuple[str, ...]
    within: float

    @property
    def heading(self) -> str:
        """What is compared."""
        return f"the simplest of {', '.join(self.learners)} within {self.within:.3g} of Bayes"

    @property
    def teachers(self) -> list[str]:
        """The teachers, in words."""
        return self.frame["teacher"].unique().tolist()

    def excess(self, teacher: str, learner: str) -> pd.DataFrame:
        """Return d/d_Bayes - 1 of a learner for each noise (rows) and alpha, NaN where there is no d.

        >>> found = which_learner([0.5, 5.0], [0.0, 0.1], teachers=["spherical"], learners=["hebb"])
        >>> found.excess("spherical teacher", "hebb").round(3).to_numpy().tolist()
        [[0.044, 0.937], [0.013, 0.322]]
        """
        teacher = checks.one_of("teacher", teacher, self.teachers)
        checks.one_of("learner", learner, self.learners)
        part = self.frame[self.frame["teacher"] == teacher]
        d, best = part[learner].to_numpy(), part[BAYES.name].to_numpy()
        with np.errstate(divide="ignore", invalid="ignore"):
            more = np.where(d == best, 0.0, d / best - 1.0)  # both may be 0
        return part.assign(excess=more).pivot(index="noise", columns="alpha", values="excess")

    def plot(self) -> Figure:
        """Draw a panel for each teacher: in colour the simplest learner that will do, lines how far each will do."""
        figure, panels = plots.new_panels(len(self.teachers), max(5.4, 3.4 * len(self.teachers)), 3.9)
        for ax, teacher in zip(panels, self.teachers, strict=True):
            regions = {name: self.excess(teacher, name) for name in self.learners}
            plots.draw_regions(regions, self.jumps[self.jumps["teacher"] == teacher], self.within, ax)
            ax.set_title(teacher)
        title = f"the first that disagrees at most {100.0 * self.within:.3g} % more than Bayes"
        plots.region_legend(figure, self.learners, title)
        return figure


def which_learner(
    alpha: Any = ALPHA,
    noise: Any = NOISE,
    *,
    teachers: str | Teacher | Iterable[str | Teacher] = TEACHERS,
    learners: str | Iterable[Any] | Mapping[str, Any] = LEARNERS,
    within: float = 0.05,
    progress: bool | None = None,
) -> WhichLearner:
    """Return which learner will do: the simplest that disagrees with the teacher little more than Bayes.

    Parameters
    ----------
    alpha : examples per weight, above 0.
    noise : shares of flipped labels, which "optimal" and the best penalty know.
    teachers : names or objects that say the law of their weights. Inputs are Gaussian.
    learners : what `learning_curve` takes, from the simplest on; a mapping gives names of your own. A learner with a
        penalty has the best one at each alpha if it is given by name.
    within : by which fraction more than Bayes a learner may disagree.
    progress : whether to show a bar; defaults to "on a terminal".

    >>> found = which_learner([0.3, 3.0], 0.1, teachers="binary")
    >>> found.frame["simplest"].tolist()  # Bayes jumps, and no other learner follows
    ['hebb', 'bayes']
    """
    grid, levels = _alphas(alpha), _noises(noise)
    within = checks.positive("within", within, "It is a fraction such as 0.05.")
    those = _resolved_teachers(teachers)
    known = _resolved_learners(learners)
    frame = _frame(those, known, levels, grid, progress)
    frame["simplest"] = _simplest(frame, tuple(known), within)
    jumps = pd.DataFrame([_jump(teacher, kappa) for teacher in those for kappa in levels.tolist()])
    return WhichLearner(frame, jumps, tuple(known), within)


def _frame(
    teachers: list[Teacher], learners: dict[str, Any], noise: np.ndarray, alpha: np.ndarray, progress: bool | None
) -> pd.DataFrame:
    """Return the disagreements of Bayes and of all learners; what is the same for several teachers is computed once."""
    alike = {name: _alike(learner, teachers) for name, learner in learners.items()}
    jobs = {(name, first) for name, firsts in alike.items() for first in firsts}
    with progress_bar("learning curves", len(noise) * (len(jobs) + len(teachers)), progress) as done:

        def table(learner: Any, teacher: Teacher) -> np.ndarray:
            rows = []
            for kappa in noise:
                rows.append(_disagreement(learner, teacher, kappa, alpha))
                done(1)
            return np.concatenate(rows)

        best = [table(BAYES, teacher) for teacher in teachers]
        tables = {(name, first): table(learners[name], teachers[first]) for name, first in sorted(jobs)}
    frames = [
        {
            "teacher": str(teacher),
            "noise": np.repeat(noise, len(alpha)),
            "alpha": np.tile(alpha, len(noise)),
            BAYES.name: best[number],
            **{name: tables[name, alike[name][number]] for name in learners},
        }
        for number, teacher in enumerate(teachers)
    ]
    return pd.concat([pd.DataFrame(one) for one in frames], ignore_index=True)


def _simplest(frame: pd.DataFrame, learners: tuple[str, ...], within: float) -> np.ndarray:
    """Return the first learner that will do, in each row.  (which-learner.1, which-learner.2)"""
    first = np.full(len(frame), BAYES.name, dtype=object)
    for name in reversed(learners):
        first[frame[name] <= (1.0 + within) * frame[BAYES.name]] = name
    return first


def _jump(teacher: Teacher, noise: float) -> dict[str, Any]:
    """Return a row of jumps.  (which-learner.3)"""
    known, channel = bayes.known_prior(teacher), Flips(noise)
    found = bayes.Thresholds(math.nan, math.nan)
    if len(signal_to_noise(known, channel).turns) > 2:
        found = bayes.thresholds(known, channel)
    ends = {"information_theoretic": found.information_theoretic, "algorithmic": found.algorithmic}
    return {"teacher": str(teacher), "noise": noise, **ends}


def _alike(learner: Any, teachers: list[Teacher]) -> list[int]:
    """Return for each teacher the number of the first from which the learner learns the same, asked at one place."""
    asked = [float(_disagreement(learner, teacher, 0.0, PROBE)[0]) for teacher in teachers]
    return [asked.index(one) for one in asked]


def _disagreement(learner: Any, teacher: Teacher, noise: float, alpha: np.ndarray) -> np.ndarray:
    """Return the disagreement at each alpha, NaN where the learner has no weights."""
    channel = Flips(noise)
    world = Scenario(teacher=teacher, inputs=GaussianInputs(), channel=channel).completed(learner)
    able = alpha < last_alpha(learner, channel)
    result = np.full(len(alpha), math.nan)
    if able.any():
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="best penalty of")  # an end of its range is as good as any other
            result[able] = curve_of(learner, world, alpha[able]).frame["disagreement"]
    return result


@singledispatch
def last_alpha(learner: Any, channel: Flips) -> float:
    """Return the alpha at which the curve of a learner ends."""
    return math.inf


@last_alpha.register
def _(learner: MaxStability, channel: Flips) -> float:
    return separable_alpha(channel)


def _alphas(alpha: Any) -> np.ndarray:
    grid = np.unique(checks.alpha_grid(alpha))
    checks.positive("alpha", float(grid[0]), "At 0 nothing has been learnt, and all learners are alike.")
    return grid


def _noises(noise: Any) -> np.ndarray:
    given = np.atleast_1d(np.asarray(noise, dtype=object)).ravel().tolist()
    if not given:
        raise ValueError("noise must be a number or a non-empty sequence; got none. Pass for example [0, 0.1].")
    return np.unique([checks.noise(one) for one in given])


def _resolved_teachers(teachers: Any) -> list[Teacher]:
    given = list(teachers) if isinstance(teachers, Iterable) and not isinstance(teachers, str) else [teachers]
    those = list({str(teacher): teacher for teacher in map(resolve_teacher, given)}.values())
    if not those:
        raise ValueError("teachers must be at least one; got none. Pass for example ['spherical', 'binary'].")
    return those


def _resolved_learners(learners: Any) -> dict[str, Any]:
    """Return learners by name."""
    if isinstance(learners, Mapping):
        known = {str(name): _at_the_best(learner) for name, learner in learners.items()}
    else:
        given = list(learners) if isinstance(learners, Iterable) and not isinstance(learners, str) else [learners]
        several = [_at_the_best(learner) for learner in given]
        known = {learner.name: learner for learner in several}
        if len(known) < len(several):
            names = ", ".join(learner.name for learner in several)
            raise ValueError(f"learners must have different names; got {names}. Pass a mapping with names of your own.")
    if not known:
        raise ValueError(f"learners must be at least one; got none. Pass for example {list(LEARNERS)}.")
    for name in known:
        if name in COLUMNS:
            raise ValueError(
                f"learners must have names other than {', '.join(COLUMNS)}; got {name!r}, which is a column already. "
                "Leave it out: Bayes is what others are compared with."
            )
    return known


def _at_the_best(learner: Any) -> Any:
    """Return a learner for itself or its name, then with the best penalty if it has one."""
    found = resolve_learner(learner)
    if isinstance(learner, str) and isinstance(found, ConvexRisk):
        return dataclasses.replace(found, penalty=BEST)
    checks.moderate_fields(found)
    return found
