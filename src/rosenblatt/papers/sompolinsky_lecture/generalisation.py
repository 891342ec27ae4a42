"""L8 sec. 4: the best separating plane, and what recoding the inputs gains and costs."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import nnls

from rosenblatt.batch.cyclic import correction_bound, cyclic_perceptron
from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.batch.separable import find_separator
from rosenblatt.papers.chance import limit, too_many
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, instead
from rosenblatt.papers.sompolinsky_lecture.dichotomies import count_separable
from rosenblatt.papers.sompolinsky_lecture.perceptron_algorithm import taught_set
from rosenblatt.theory.capacity import separable_fraction

BEST_PLANE = "rosenblatt.batch.maximal_margin:find_best_separator"


def recoded(x: np.ndarray) -> np.ndarray:
    """Return the inputs and all products of two of them: N(N + 3)/2 numbers."""
    i, j = np.triu_indices(x.shape[1])
    return np.hstack([x, x[:, i] * x[:, j]])


def disagreement(weights: np.ndarray, teacher: np.ndarray) -> float:
    """Return the fraction of Gaussian inputs that two vectors label differently."""
    return math.acos(weights @ teacher / np.linalg.norm(weights) / np.linalg.norm(teacher)) / math.pi


def _significance(differences: list[float]) -> tuple[float, float]:
    """Return the mean of differences and how many of its standard errors it is away from 0."""
    mean, error = float(np.mean(differences)), float(np.std(differences, ddof=1)) / math.sqrt(len(differences))
    return mean, mean / error if error > 0.0 else 0.0


def _best_plane(context: Context) -> Outcome:
    """It is best if no other has its margin, and for a reason: it is a sum of the examples at that distance."""
    gains, left, bounds = [], 0.0, []
    for k in range(context.runs(100)):
        taught = taught_set(context.seed, k)
        x, labels = taught.x, taught.labels
        best = find_best_separator(x, labels)
        if best is None:
            return Outcome(f"set {k}: no plane was found", False)
        fields = labels * (x @ best)
        nearest = fields <= fields.min() + 1e-9
        left = max(left, float(nnls((labels[:, None] * x)[nearest].T, best)[1]))
        others = (taught.separator, find_separator(x, labels), cyclic_perceptron(x, labels).weights)
        margins = [float((labels * (x @ w)).min() / np.linalg.norm(w)) for w in others if w is not None]
        gains.append(float(fields.min()) / max(margins))
        bounds.append(correction_bound(x, labels, best) / correction_bound(x, labels, taught.separator))
    measured = {
        "least margin over that of other planes": min(gains),
        "distance from a sum of the nearest examples": left,
        "median of the bound over that with the teacher": float(np.median(bounds)),
    }
    return Outcome(measured, min(gains) >= 1.0 - 1e-9 and left < 1e-6 and max(bounds) <= 1.0 + 1e-9)


def _generalisation(context: Context) -> Outcome:
    runs, differences, means = max(400, context.runs(1000)), [], []
    for k in range(runs):
        taught = taught_set(context.seed, k, p=20)
        best = find_best_separator(taught.x, taught.labels)
        if best is None:
            return Outcome(f"set {k}: no plane was found", False)
        found = cyclic_perceptron(taught.x, taught.labels).weights
        means.append([disagreement(w, taught.separator) for w in (best, found)])
        differences.append(means[-1][1] - means[-1][0])
    mean, errors = _significance(differences)
    measured = dict(zip(("best plane", "perceptron algorithm"), np.mean(means, axis=0).tolist(), strict=True))
    return Outcome({**measured, "standard errors apart": errors}, errors > limit(runs=runs), mean / max(errors, 1e-300))


def _recoding(context: Context) -> Outcome:
    """Four inputs become fourteen numbers, and P points then have the capacity of fourteen dimensions."""
    n, wide, trials = 4, 14, max(500, context.runs(2000))
    corners = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    parity = corners[:, 0] * corners[:, 1]
    holds = find_separator(corners, parity) is None and find_separator(recoded(corners), parity) is not None
    measured = {}
    for p in (8, 20, 28, 36):
        random = np.random.default_rng([context.seed, 15, p])
        for dimensions, recode in ((n, np.asarray), (wide, recoded)):
            found, exact = count_separable(p, n, trials, random, recode), separable_fraction(p, dimensions)
            off = too_many(found, trials, exact, tests=16) or too_many(trials - found, trials, 1.0 - exact, tests=16)
            holds &= not off
            measured[f"P = {p}, {dimensions} numbers"] = f"{found / trials:.3f}, Cover {exact:.3f}"
    return Outcome(measured, holds)


def _cost(context: Context) -> Outcome:
    """A linear teacher, which both can realise: the recoded student has more ways to be wrong."""
    runs, p, n = max(100, context.runs(400)), 30, 6
    errors = []
    for k in range(runs):
        taught = taught_set(context.seed, k, p=p, n=n)
        tests = np.random.default_rng([context.seed, 16, k]).standard_normal((2000, n))
        truth = tests @ taught.separator > 0.0
        plain, wide = (find_best_separator(recode(taught.x), taught.labels) for recode in (np.asarray, recoded))
        if plain is None or wide is None:
            return Outcome(f"set {k}: no plane was found", False)
        errors.append([np.mean((tests @ plain > 0.0) != truth), np.mean((recoded(tests) @ wide > 0.0) != truth)])
    mean, apart = _significance([float(wide - plain) for plain, wide in errors])
    names = (f"{n} numbers", f"{n * (n + 3) // 2} numbers")
    measured = dict(zip(names, np.mean(errors, axis=0).tolist(), strict=True))
    return Outcome({**measured, "standard errors apart": apart}, apart > limit(runs=runs), mean / max(apart, 1e-300))


def _turned(find):
    def found(x: np.ndarray, labels: np.ndarray) -> np.ndarray | None:
        best = find(x, labels)
        return None if best is None else best + 0.01 * np.roll(best, 1)

    return found


RECODED = "rosenblatt.papers.sompolinsky_lecture.generalisation:recoded"
ROWS = (
    Row(
        "sec. 4, item 2",
        "the best separating plane can be found: it has the largest margin, and the smallest bound on corrections",
        ">= 1",
        _best_plane,
        sabotages=(
            Sabotage("the plane is turned by a hundredth", BEST_PLANE, _turned),
            instead(BEST_PLANE, find_separator),
        ),
    ),
    Row(
        "sec. 4, item 1",
        "of two planes without a mistake the best one generalises better: mean disagreement with the teacher",
        "smaller",
        _generalisation,
        sabotages=(instead(BEST_PLANE, find_separator),),
    ),
    Row(
        "sec. 4, item 3",
        "recoding makes more dichotomies separable: as many as Cover counts for the larger number of inputs",
        "Cover",
        _recoding,
        sabotages=(
            Sabotage("one product is left out", RECODED, lambda recode: lambda x: recode(x)[:, :-1]),
            Sabotage("only squares are added", RECODED, lambda recode: lambda x: np.hstack([x, x * x])),
        ),
    ),
    Row(
        "sec. 4, item 3a",
        "recoding aggravates generalisation: more errors of the best plane from as many examples of a linear rule",
        "more",
        _cost,
        sabotages=(Sabotage("inputs are not recoded", RECODED, lambda recode: lambda x: x),),
    ),
)
