"""Exact learning curves for N -> infinity."""

from rosenblatt.theory.asymptotics import fit_decay
from rosenblatt.theory.bayes import Thresholds, thresholds
from rosenblatt.theory.bayes_online import perfect_alpha
from rosenblatt.theory.best_rate import BestRate, best_rate
from rosenblatt.theory.best_schedule import BestSchedule, best_schedule
from rosenblatt.theory.capacity_of import capacity_point, entropy_of_solutions, largest_margin
from rosenblatt.theory.curve import Curve
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.query_by_committee import ExponentialLaw, query_by_committee_law
from rosenblatt.theory.random_labels import CapacityPoint
from rosenblatt.theory.registry import NoTheory, curve_of, has_theory
from rosenblatt.theory.separability import separable_alpha, separable_overlap
from rosenblatt.theory.state_evolution import state_evolution
from rosenblatt.theory.tracking import stationary
from rosenblatt.theory.which_learner import WhichLearner, which_learner

__all__ = [
    "BestRate",
    "BestSchedule",
    "CapacityPoint",
    "Curve",
    "ExponentialLaw",
    "NoTheory",
    "Thresholds",
    "WhichLearner",
    "best_rate",
    "best_schedule",
    "capacity_point",
    "curve_of",
    "entropy_of_solutions",
    "fit_decay",
    "has_theory",
    "largest_margin",
    "learning_curve",
    "perfect_alpha",
    "query_by_committee_law",
    "separable_alpha",
    "separable_overlap",
    "state_evolution",
    "stationary",
    "thresholds",
    "which_learner",
]
