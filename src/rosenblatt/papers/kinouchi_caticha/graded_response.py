"""KC 29 to 31: a transfer function between the field and the label, and how fast the best rule ends."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rosenblatt.estimators.regression import OnlineRegressor
from rosenblatt.papers.chance import over_allowed
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.kinouchi_caticha.graded_gradient import BEST_RATE, GradedGradient, asymptotic_rate
from rosenblatt.papers.kinouchi_caticha.online import BIAS, LEARNING_CURVE
from rosenblatt.papers.sabotage import Sabotage, called_with
from rosenblatt.rules.kinds.hebbian import Averages
from rosenblatt.rules.optimal_linear import OptimalLinear
from rosenblatt.theory.learning_curve import learning_curve

NEAR = 1e-5  # what a student lacks, squared, near the end; of a smaller number the averages are lost in rounding


def _graded(context: Context) -> Outcome:
    """KC 29: from labels tanh(b) the optimal rule learns what it learns from b, and reaches the bound of KC 19."""
    n, alpha, runs = 100, 2.0, 60
    random = np.random.default_rng([context.seed, 29])
    overlaps, same = [], 0.0
    for _ in range(runs):
        teacher = random.standard_normal(n)
        teacher /= np.linalg.norm(teacher)
        x = random.standard_normal((round(alpha * n), n))
        b = x @ teacher
        graded, linear = (
            OnlineRegressor(OptimalLinear(), standardise=False, fit_intercept=False, transfer=transfer)
            .fit(x, labels)
            .coef_
            for transfer, labels in (("tanh", np.tanh(b)), (None, b))
        )
        overlaps.append(float(graded @ teacher) / float(np.linalg.norm(graded)))
        same = max(same, float(np.abs(graded - linear).max()))
    mean, error = float(np.mean(overlaps)), float(np.std(overlaps, ddof=1)) / math.sqrt(runs)
    bound = math.sqrt(-math.expm1(-alpha))
    off = over_allowed(mean, bound, error, runs=runs, bias=BIAS * math.exp(-alpha) / n)
    measured = {"rho at alpha = 2, sqrt(1 - exp(-2))": [mean, bound], "graded less linear weights": same}
    return Outcome(measured, off < 1.0 and same < 1e-9, error)


def _rates(eta: float) -> tuple[float, float]:
    """Return how fast what a student lacks across and along the teacher falls, both squared, near the end."""
    alpha, rule = np.array([1.0, 3.0]), GradedGradient(eta=eta)
    across = learning_curve(rule, alpha, start=(1.0, 1.0 + NEAR)).frame["disagreement"].to_numpy()
    short = 1.0 - 0.1 * math.sqrt(NEAR)
    along = 1.0 - learning_curve(rule, alpha, start=(short, short**2 + 1e-4 * NEAR)).frame["r"].to_numpy()
    return math.log(across[0] / across[1]), math.log(along[0] / along[1])


def _biehl_schwarze(context: Context) -> Outcome:
    """KC 30: the better of two modes is the slower one, and the best step makes them equal."""
    measured, off, slower = {}, 0.0, []
    for factor in (0.9, 1.0, 1.1):
        rates = _rates(factor * BEST_RATE)
        measured[f"eta = {factor * BEST_RATE:.3f}: rates across and along the teacher"] = list(rates)
        slower.append(min(rates))
        off = max(off, abs(slower[-1] / asymptotic_rate(factor * BEST_RATE) - 1.0))
    best = slower[1]
    measured["8 sqrt(5)/27"] = 8.0 * math.sqrt(5.0) / 27.0
    return Outcome(measured, off < 1e-3 and round(best, 2) == 0.66 and max(slower) == best)


def _bound(context: Context) -> Outcome:
    """KC 31, with its next term, 1 + exp(-alpha)/4; and no step of KC 30 comes near it."""
    alpha = np.array([6.0, 8.0, 10.0])
    left = 1.0 - learning_curve(OptimalLinear(), alpha).frame["overlap"].to_numpy()
    graded = 1.0 - learning_curve(GradedGradient(), alpha).frame["overlap"].to_numpy()
    ratio = left / (0.5 * np.exp(-alpha))
    off = float(np.abs(ratio - 1.0 - 0.25 * np.exp(-alpha)).max())
    measured = {"(1 - rho) 2 exp(alpha)": ratio.tolist(), "1 - rho of KC 30 over it": (graded / left).tolist()}
    return Outcome(measured, off < 1e-5 and bool((graded > 4.0 * left).all()))


def _identity(values: np.ndarray) -> np.ndarray:
    return values


def _scaled_average(number: int, factor: float) -> Sabotage:
    """Return the sabotage of one of <F b>, <F c> and <F^2>."""
    place = "rosenblatt.papers.kinouchi_caticha.graded_gradient:GradedGradient.averages"

    def change(averages: Callable[..., Averages]) -> Callable[..., list[float]]:
        return lambda *given: [factor ** (k == number) * value for k, value in enumerate(averages(*given))]

    return Sabotage(f"{('<F b>', '<F c>', '<F^2>')[number]} of the standard rule times {factor:g}", place, change)


ROWS = (
    Row(
        "eq. 29",
        "the optimal rule of a graded response perceptron learns from the inverse of its labels",
        "sqrt(1 - exp(-alpha))",
        _graded,
        sabotages=(
            Sabotage(
                "labels are taken as they are",
                "rosenblatt.estimators.regression:TRANSFERS",
                lambda transfers: {name: (function, _identity) for name, (function, _) in transfers.items()},
            ),
            called_with("rosenblatt.rules.optimal_linear:OptimalLinear", drift=1.0),
        ),
    ),
    Row(
        "eq. 30",
        "1 - rho ~ exp(-0.66 alpha) for the standard quadratic rule with the best step, g = erf",
        "8 sqrt(5)/27 = 0.6625",
        _biehl_schwarze,
        sabotages=(
            _scaled_average(0, 1.02),
            _scaled_average(2, 1.02),
        ),
    ),
    Row("eq. 31", "1 - rho -> exp(-alpha)/2", 1.0, _bound, sabotages=(called_with(LEARNING_CURVE, noise=1e-6),)),
)
