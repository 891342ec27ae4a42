"""Learning a linear threshold rule: learners, exact learning curves, a fast simulator.

    >>> import rosenblatt as rb
    >>> rb.learning_curve("rosenblatt", [1, 10]).frame["disagreement"].round(4).tolist()
    [0.3192, 0.1376]

Public names are imported when they are first used, so that importing the package is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from rosenblatt import theory
    from rosenblatt.estimators.bayes import BayesClassifier
    from rosenblatt.estimators.bounded import BoundedPerceptron
    from rosenblatt.estimators.cyclic import CyclicPerceptron
    from rosenblatt.estimators.influence import InfluenceClassifier
    from rosenblatt.estimators.load import load
    from rosenblatt.estimators.mean_field import MeanFieldClassifier
    from rosenblatt.estimators.online import OnlineClassifier
    from rosenblatt.estimators.regression import OnlineRegressor
    from rosenblatt.planning import DriftPlan, Plan, plan, sample_sizes
    from rosenblatt.rules.adaline import Adaline
    from rosenblatt.rules.arow import Arow
    from rosenblatt.rules.base import Rule
    from rosenblatt.rules.bayes_binary import BayesBinary
    from rosenblatt.rules.bayes_diagonal import BayesDiagonal
    from rosenblatt.rules.bayes_gaussian import BayesGaussian
    from rosenblatt.rules.bayes_hebb import BayesHebb
    from rosenblatt.rules.bayes_linear import BayesLinear
    from rosenblatt.rules.bounded import Bounded
    from rosenblatt.rules.clipped_hebb import ClippedHebb
    from rosenblatt.rules.custom import rule
    from rosenblatt.rules.functions import Committee, Quadratic, SmoothFunction, smooth_function
    from rosenblatt.rules.hebb import Hebb
    from rosenblatt.rules.hebbian import HebbianRule
    from rosenblatt.rules.normalised import Normalised
    from rosenblatt.rules.optimal_linear import OptimalLinear
    from rosenblatt.rules.practical_linear import PracticalLinear
    from rosenblatt.rules.registry import register
    from rosenblatt.rules.rosenblatt import Rosenblatt
    from rosenblatt.rules.schedules import PowerLaw, Schedule
    from rosenblatt.rules.scw import Scw
    from rosenblatt.rules.shifted import Shifted
    from rosenblatt.rules.smooth import Smooth
    from rosenblatt.scenario import (
        BinaryInputs,
        BinaryTeacher,
        BooleanInputs,
        DriftingTeacher,
        GaussianInputs,
        ProductInputs,
        ShiftedInputs,
        SphericalTeacher,
    )
    from rosenblatt.simulation.enumeration import enumerate_binary
    from rosenblatt.simulation.simulate import simulate
    from rosenblatt.simulation.simulation import Simulation
    from rosenblatt.streams.evaluation import Evaluation, evaluate
    from rosenblatt.theory.capacity import capacity, log_capacity, separable_fraction
    from rosenblatt.theory.curve import Curve
    from rosenblatt.theory.learning_curve import learning_curve

__all__ = [
    "Adaline",
    "Arow",
    "BayesBinary",
    "BayesClassifier",
    "BayesDiagonal",
    "BayesGaussian",
    "BayesHebb",
    "BayesLinear",
    "BinaryInputs",
    "BinaryTeacher",
    "BooleanInputs",
    "Bounded",
    "BoundedPerceptron",
    "ClippedHebb",
    "Committee",
    "Curve",
    "CyclicPerceptron",
    "DriftPlan",
    "DriftingTeacher",
    "Evaluation",
    "GaussianInputs",
    "Hebb",
    "HebbianRule",
    "InfluenceClassifier",
    "MeanFieldClassifier",
    "Normalised",
    "OnlineClassifier",
    "OnlineRegressor",
    "OptimalLinear",
    "Plan",
    "PowerLaw",
    "PracticalLinear",
    "ProductInputs",
    "Quadratic",
    "Rosenblatt",
    "Rule",
    "Schedule",
    "Scw",
    "Shifted",
    "ShiftedInputs",
    "Simulation",
    "Smooth",
    "SmoothFunction",
    "SphericalTeacher",
    "capacity",
    "enumerate_binary",
    "evaluate",
    "learning_curve",
    "load",
    "log_capacity",
    "plan",
    "register",
    "rule",
    "sample_sizes",
    "separable_fraction",
    "simulate",
    "smooth_function",
    "theory",
]

if not TYPE_CHECKING:
    _HOMES = {
        "rosenblatt.estimators.bayes": ["BayesClassifier"],
        "rosenblatt.estimators.bounded": ["BoundedPerceptron"],
        "rosenblatt.estimators.influence": ["InfluenceClassifier"],
        "rosenblatt.estimators.load": ["load"],
        "rosenblatt.estimators.mean_field": ["MeanFieldClassifier"],
        "rosenblatt.estimators.online": ["OnlineClassifier"],
        "rosenblatt.estimators.cyclic": ["CyclicPerceptron"],
        "rosenblatt.estimators.regression": ["OnlineRegressor"],
        "rosenblatt.planning": ["DriftPlan", "Plan", "plan", "sample_sizes"],
        "rosenblatt.rules.adaline": ["Adaline"],
        "rosenblatt.rules.arow": ["Arow"],
        "rosenblatt.rules.base": ["Rule"],
        "rosenblatt.rules.bayes_binary": ["BayesBinary"],
        "rosenblatt.rules.bayes_diagonal": ["BayesDiagonal"],
        "rosenblatt.rules.bayes_gaussian": ["BayesGaussian"],
        "rosenblatt.rules.bayes_hebb": ["BayesHebb"],
        "rosenblatt.rules.bayes_linear": ["BayesLinear"],
        "rosenblatt.rules.bounded": ["Bounded"],
        "rosenblatt.rules.clipped_hebb": ["ClippedHebb"],
        "rosenblatt.rules.custom": ["rule"],
        "rosenblatt.rules.functions": ["Committee", "Quadratic", "SmoothFunction", "smooth_function"],
        "rosenblatt.rules.hebb": ["Hebb"],
        "rosenblatt.rules.hebbian": ["HebbianRule"],
        "rosenblatt.rules.normalised": ["Normalised"],
        "rosenblatt.rules.optimal_linear": ["OptimalLinear"],
        "rosenblatt.rules.practical_linear": ["PracticalLinear"],
        "rosenblatt.rules.registry": ["register"],
        "rosenblatt.rules.rosenblatt": ["Rosenblatt"],
        "rosenblatt.rules.schedules": ["PowerLaw", "Schedule"],
        "rosenblatt.rules.scw": ["Scw"],
        "rosenblatt.rules.shifted": ["Shifted"],
        "rosenblatt.rules.smooth": ["Smooth"],
        "rosenblatt.scenario": [
            "BinaryInputs",
            "BinaryTeacher",
            "BooleanInputs",
            "DriftingTeacher",
            "GaussianInputs",
            "ProductInputs",
            "ShiftedInputs",
            "SphericalTeacher",
        ],
        "rosenblatt.simulation.enumeration": ["enumerate_binary"],
        "rosenblatt.simulation.simulate": ["simulate"],
        "rosenblatt.simulation.simulation": ["Simulation"],
        "rosenblatt.streams.evaluation": ["Evaluation", "evaluate"],
        "rosenblatt.theory.capacity": ["capacity", "log_capacity", "separable_fraction"],
        "rosenblatt.theory.curve": ["Curve"],
        "rosenblatt.theory.learning_curve": ["learning_curve"],
    }
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

    def __getattr__(name: str) -> Any:
        if name in _HOME_OF:
            value = getattr(import_module(_HOME_OF[name]), name)
        elif name == "theory":
            value = import_module("rosenblatt.theory")
        else:
            raise AttributeError(f"module 'rosenblatt' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
