"""The AdaTron with flipped labels at a constant rate: it ends at an angle, and so does who believes in clean labels."""

from __future__ import annotations

from rosenblatt.papers.biehl_riegler.angle_equation import CURVE, SIMULATED, START, end, scaled
from rosenblatt.papers.biehl_riegler.constant_rate import disagreement
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import called_with, times
from rosenblatt.papers.simulated_cases import Case, follow_theory
from rosenblatt.rules.adatron import Adatron
from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.theory.belief_asymptote import end_believing_clean
from rosenblatt.theory.learning_curve import learning_curve

ENDS = {0.01: 0.09159944, 0.15: 0.2455026}  # at eta = 1


def _ends(context: Context) -> Outcome:
    """Curves at alpha = 200 against the root of (angle.4), at several rates."""
    measured, good = {}, True
    for noise, known in ENDS.items():
        for eta in (0.5, 1.0) if context.quick else (0.5, 1.0, 1.5):
            found, exact = disagreement(eta, 200.0, noise), end(eta, noise)
            measured[f"kappa = {noise:g}, eta = {eta:g}: d at alpha = 200, the root"] = [found, exact]
            good &= abs(found / exact - 1.0) < 1e-6
        good &= abs(end(1.0, noise) / known - 1.0) < 1e-6
    return Outcome(measured, good)


def _simulated(context: Context) -> Outcome:
    """Students with flipped labels. At N = 100 and 400 the means of 1000 chains are off by up to 0.5/N."""
    n, runs = (200, 100) if context.quick else (500, 400)
    cases = [
        Case(f"kappa = {noise:g}", Adatron(), n, runs, 1.5, {"start": START, "noise": noise}) for noise in (0.05, 0.15)
    ]
    measured, worst = follow_theory(context, cases, (5.0, 20.0, 40.0))
    return Outcome(measured, worst < 1.0)


def _believer(context: Context) -> Outcome:
    """The Bayesian rule of clean labels, given noisy ones: it becomes the AdaTron with eta = 1."""
    measured, good = {}, True
    for noise in (0.15,) if context.quick else ENDS:
        exact = end_believing_clean(noise)
        curve = learning_curve(BayesHebb(noise=0.0), [100.0], noise=noise).frame
        last, narrow = float(curve["disagreement"].iloc[-1]), float(curve["variance"].iloc[-1])
        measured[f"kappa = {noise:g}: d at alpha = 100, where the AdaTron ends"] = [last, end(1.0, noise)]
        measured[f"kappa = {noise:g}: lambda at alpha = 100"] = narrow
        good &= abs(exact / end(1.0, noise) - 1.0) < 1e-9 and abs(exact / ENDS[noise] - 1.0) < 1e-6
        good &= abs(last / exact - 1.0) < 1e-3 and narrow < 1e-3
    return Outcome(measured, good)


ROWS = (
    Row(
        "label noise",
        "at a constant rate flipped labels leave an angle, at which gain and noise are in balance",
        ENDS[0.15],
        _ends,
        sabotages=(scaled(2, 1.0001), called_with(CURVE, noise=0.1)),
    ),
    Row(
        "label noise, simulated",
        "students come to it",
        "equal, within errors",
        _simulated,
        sabotages=(scaled(2, 1.15), called_with(SIMULATED, noise=0.1)),
    ),
    Row(
        "label noise, believed clean",
        "so does Bayes' rule if it believes the labels: it becomes the AdaTron with eta = 1",
        ENDS[0.15],
        _believer,
        sabotages=(
            times("rosenblatt.theory.belief_asymptote:end_believing_clean", 1.0001),
            called_with("rosenblatt.rules.bayes_hebb:BayesHebb", noise=0.001),
        ),
    ),
)
