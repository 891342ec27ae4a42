"""A `MeanFieldClassifier` as a program: the field over its uncertainty, seen through the noise."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.estimators.programs.members import factor_of, with_ones
from rosenblatt.estimators.programs.normal import cdf
from rosenblatt.export.programs import Program, Term, side_by_side


def mean_field_program(model: Any, columns: int) -> Program:
    """Return the probabilities of the classes as observed labels."""
    program = Program.of_columns(columns)
    scale = model.scale_
    seen = (program.rows - scale.centre) * scale.factor
    seen = (with_ones(seen) if scale.intercept else seen) * (1.0 / math.sqrt(model.mean_.shape[1]))
    of_classes = []
    for mean, covariance, noise in zip(model.mean_, model.covariance_, model.noise_, strict=True):
        u = (seen @ mean[:, None]) / program.call("sqrt", program.call("maximum", _square(seen, covariance), 1e-300))
        of_classes.append(noise + (1.0 - 2.0 * noise) * cdf(u))
    together = side_by_side(of_classes)
    said = (1.0 - together).beside(together) if len(model.classes_) == 2 else together / together.sum(1).shaped(-1, 1)
    program.labels = model.classes_
    program.returns(chosen=program.step("argmax", said, 1), probabilities=said)
    return program


def _square(seen: Term, covariance: Any) -> Term:
    """Return the variance of fields, (rows, 1)."""
    if not isinstance(covariance, np.ndarray) or covariance.ndim == 0:
        return (seen * seen * float(covariance)).sum(1).shaped(-1, 1)
    parts = seen @ factor_of(covariance)
    return (parts * parts).sum(1).shaped(-1, 1)
