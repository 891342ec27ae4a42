r"""What ridge, logistic regression or the hinge loss will reach on data: predictions and fits, for `predict_curve`.

predicted_fit.1   N columns, the one of ones included, enter as S/sqrt(N): a penalty p is C = 1/(p N) of scikit-learn's
                  estimators on the standardised columns themselves, and the threshold is penalised as a weight
predicted_fit.2   ``predicted``: the fixed point of convex risk for (b, label) as in the data and the rest of an input
                  normal, with all of C;  ``measured``: a fit to the first rows of each order
"""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.batch.convex_risk import ConvexRisk
from rosenblatt.scenario.correlated_inputs import Spectrum
from rosenblatt.theory.sampled_fields import error_on_sample
from rosenblatt.theory.sampled_margins import fields_on_sample


def check_learner(learner: ConvexRisk) -> ConvexRisk:
    """Return a learner whose fits can be predicted, or raise."""
    if learner.strength == 0.0:
        raise ValueError(
            f"penalty must be above 0 for the fits of {learner.name!r} to be predicted; got 0. Take a small one."
        )
    return learner


def predicted_errors(
    learner: ConvexRisk, spectrum: Spectrum, fields: np.ndarray, labels: np.ndarray, alpha: np.ndarray
) -> np.ndarray:
    """Return the error at each alpha (increasing).  (predicted_fit.2)"""
    along, across = fields_on_sample(learner, spectrum, fields, labels, alpha)
    return np.array([error_on_sample(float(g), float(s), fields, labels) for g, s in zip(along, across, strict=True)])


def fitted_weights(learner: ConvexRisk, inputs: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return weights whose product with an input has the sign that is predicted.  (predicted_fit.1)"""
    return learner.fit(inputs / math.sqrt(inputs.shape[1]), labels)
