"""Exact learning curves for N -> infinity."""

from rosenblatt.theory.asymptotics import fit_decay
from rosenblatt.theory.bayes import Thresholds, perfect_alpha, thresholds
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.tracking import BestRate, best_rate, stationary

__all__ = [
    "BestRate",
    "Curve",
    "Thresholds",
    "best_rate",
    "fit_decay",
    "learning_curve",
    "perfect_alpha",
    "stationary",
    "thresholds",
]
