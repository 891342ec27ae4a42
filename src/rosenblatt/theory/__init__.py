"""Exact learning curves for N -> infinity."""

from rosenblatt.theory.asymptotics import fit_decay
from rosenblatt.theory.bayes import Thresholds, thresholds
from rosenblatt.theory.bayes_online import perfect_alpha
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.learning_curve import curve_of, learning_curve
from rosenblatt.theory.registry import NoTheory, has_theory
from rosenblatt.theory.tracking import BestRate, best_rate, stationary

__all__ = [
    "BestRate",
    "Curve",
    "NoTheory",
    "Thresholds",
    "best_rate",
    "curve_of",
    "fit_decay",
    "has_theory",
    "learning_curve",
    "perfect_alpha",
    "stationary",
    "thresholds",
]
