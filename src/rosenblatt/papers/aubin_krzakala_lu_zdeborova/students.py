"""scikit-learn's Ridge, LogisticRegression and LinearSVC follow the curves, inputs with a covariance included."""

from __future__ import annotations

from rosenblatt.papers.aubin_krzakala_lu_zdeborova.least_squares import CURVE
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import called_with, times
from rosenblatt.papers.simulated_cases import Case, follow_theory
from rosenblatt.scenario import Covariance

SIMULATED = "rosenblatt.simulation.simulate:simulate"
ALPHA = (0.5, 2.0, 4.0)
TILTED = Covariance(eigenvalues=[4.0, 1.0, 0.1], shares=[0.2, 0.3, 0.5], teacher=[0.1, 0.2, 0.7])


def _followed(context: Context, **scenario: object) -> Outcome:
    """Three learners. At N = 50 and 100 their means are off by less than 2/N of d."""
    n, runs = (100, 30) if context.quick else (300, 100)
    cases = [
        Case(name, name, n, runs, 3.0, {"penalty": penalty, "noise": 0.1, **scenario}, "fit")
        for name, penalty in (("ridge", 1.0), ("logistic", 0.3), ("hinge", 0.5))
    ]
    measured, worst = follow_theory(context, cases, ALPHA)
    return Outcome(measured, worst < 1.0)


def _plain(context: Context) -> Outcome:
    return _followed(context)


def _tilted(context: Context) -> Outcome:
    return _followed(context, inputs=TILTED)


SABOTAGES = (
    called_with(SIMULATED, noise=0.2),
    called_with(CURVE, penalty=20.0),
    times("rosenblatt.theory.convex_fixed_point:FixedPoint.gains", 1.5),
)

ROWS = (
    Row("students", "scikit-learn's estimators follow the curves", "equal, within errors", _plain, sabotages=SABOTAGES),
    Row(
        "students, covariance",
        "they do so on inputs with a covariance, and a teacher that lies in some directions more than in others",
        "equal, within errors",
        _tilted,
        sabotages=SABOTAGES,
    ),
)
