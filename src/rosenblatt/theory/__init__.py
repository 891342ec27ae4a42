"""Exact learning curves for N -> infinity."""

from rosenblatt.theory.asymptotics import fit_decay
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.learning_curve import learning_curve

__all__ = ["Curve", "fit_decay", "learning_curve"]
