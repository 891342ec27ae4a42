r"""How fast convex risk learns for alpha -> infinity: curves far out, against the laws of the package.

rates.1   no flips, best penalty:  alpha d -> 0.4420 for logistic regression, 0.4877 for the hinge loss; Bayes 0.4417
rates.2   no flips, penalty 1:  alpha^(2/3) d -> 0.336004 and 0.415332
rates.3   flips 0.1:  sqrt(alpha) d -> 0.383873 for ridge, 0.348743 for logistic regression, 0.329020 for the hinge
"""

from __future__ import annotations

from typing import Any

from rosenblatt.papers.aubin_krzakala_lu_zdeborova.least_squares import CURVE
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage, called_with, times
from rosenblatt.theory.learning_curve import learning_curve

RATES = "rosenblatt.theory.convex_rates"
MARGINS = "rosenblatt.theory.label_margins:LabelMargins.law"


def scaled(learner: str, alpha: float, **how: Any) -> tuple[float, float]:
    """Return d over alpha to the declared exponent, far out, and the declared prefactor."""
    curve = learning_curve(learner, alpha, **how)
    assert curve.decay is not None
    prefactor, exponent = curve.decay
    return float(curve.frame["disagreement"].iloc[0]) / alpha**exponent, prefactor


def _best(context: Context) -> Outcome:
    """The best penalty at alpha = 1e4, and Bayes there."""
    logistic, hinge = (scaled(name, 1e4, penalty="best") for name in ("logistic", "hinge"))
    bayes = 1e4 * float(learning_curve("bayes", 1e4).frame["disagreement"].iloc[0])
    good = abs(logistic[0] - 0.4420) < 5e-5 and abs(hinge[0] - 0.4877) < 5e-5
    good &= abs(logistic[0] / logistic[1] - 1.0) < 1e-4 and abs(hinge[0] / hinge[1] - 1.0) < 1e-4
    good &= 1e-4 < logistic[0] / bayes - 1.0 < 7e-4
    measured = {
        "logistic: alpha d at 1e4, and its law": logistic,
        "hinge": hinge,
        "Bayes": bayes,
        "what logistic regression misses more than Bayes": logistic[0] / bayes - 1.0,
    }
    return Outcome(measured, good)


def _fixed(context: Context) -> Outcome:
    """Penalty 1 at alpha = 1e6, where what is left of the law is below 2e-4."""
    found = {name: scaled(name, 1e6) for name in ("logistic", "hinge")}
    good = all(abs(d / law - 1.0) < 2e-4 for d, law in found.values())
    good &= abs(found["logistic"][1] - 0.336004) < 1e-6
    return Outcome({f"{name}: alpha^(2/3) d at 1e6, and its law": pair for name, pair in found.items()}, good)


def _noisy(context: Context) -> Outcome:
    """One label in ten flipped, at alpha = 1e6."""
    expected = {"ridge": 0.383873, "logistic": 0.348743, "hinge": 0.329020}
    found = {name: scaled(name, 1e6, noise=0.1) for name in expected}
    good = all(abs(d / law - 1.0) < 1e-4 for d, law in found.values())
    good &= all(abs(found[name][1] - number) < 1e-6 for name, number in expected.items())
    return Outcome({f"{name}: sqrt(alpha) d at 1e6, and its law": pair for name, pair in found.items()}, good)


def _order(context: Context) -> Outcome:
    """The best of each at alpha = 3 with one label in ten flipped, and without flips."""
    names = ("ridge", "logistic", "hinge")
    best = {
        noise: [
            learning_curve(name, 3.0, noise=noise, penalty="best").frame["disagreement"].tolist()[0] for name in names
        ]
        for noise in (0.0, 0.1)
    }
    ridge, logistic, hinge = best[0.1]
    good = max(abs(ridge - 0.211217), abs(logistic - 0.211724), abs(hinge - 0.209709)) < 1e-6
    good &= hinge < ridge < logistic and best[0.0][1] < best[0.0][2] < best[0.0][0]
    return Outcome({f"flips {noise:g}: d of {', '.join(names)}": d for noise, d in best.items()}, good)


def _flatter(law: Any) -> Any:
    def changed(*given: Any) -> Any:
        density, along = law(*given)
        return density, 1.001 * along

    return changed


GAINS = times("rosenblatt.theory.convex_fixed_point:FixedPoint.gains", 1.01)
FORCE = Sabotage("the force along the teacher times 1.001", MARGINS, _flatter)

ROWS = (
    Row(
        "near Bayes",
        "logistic regression with the best penalty misses hardly more than Bayes: alpha d -> 0.4420, Bayes 0.4417",
        [0.4420, 0.4417],
        _best,
        sabotages=(times(f"{RATES}:best_clean_rate", 1.001), GAINS),
    ),
    Row(
        "fixed penalty",
        "a penalty that does not fall with alpha spoils that: d ~ alpha^(-2/3)",
        0.336004,
        _fixed,
        sabotages=(times(f"{RATES}:clean_rate", 1.001), called_with(CURVE, noise=1e-6)),
    ),
    Row(
        "rates with flips",
        "with flips sqrt(alpha) d comes to 0.3839 for ridge, 0.3487 for logistic regression, 0.3290 for the hinge",
        [0.383873, 0.348743, 0.329020],
        _noisy,
        sabotages=(times(f"{RATES}:noisy_rate", 1.001), called_with(CURVE, noise=0.101)),
    ),
    Row(
        "order of the best",
        "without flips logistic regression is the best of the three; with flips even ridge may beat it",
        "hinge < ridge < logistic",
        _order,
        sabotages=(FORCE, called_with(CURVE, noise=0.05), called_with(CURVE, penalty=1.0)),
    ),
)
