"""Exact learning curves for N -> infinity."""

from rosenblatt.theory.asymptotics import fit_decay
from rosenblatt.theory.bayes import Thresholds, perfect_alpha, thresholds
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.learning_curve import learning_curve

__all__ = ["Curve", "Thresholds", "fit_decay", "learning_curve", "perfect_alpha", "thresholds"]
