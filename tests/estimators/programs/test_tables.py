"""Estimators of tables: programs have the columns and the classes of the model."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.estimators.programs.tables import classifier_program, regressor_program


def test_columns_and_classes_are_those_of_the_model(random):
    x = random.standard_normal((50, 3))
    y = np.where(x[:, 0] > 0.0, "b", "a")
    program = classifier_program(rb.BayesClassifier(prior=1.0, drift=0.0).fit(x, y), 0)
    assert (program.columns, list(program.labels), sorted(program.outputs)) == (
        3,
        ["a", "b"],
        ["chosen", "probabilities"],
    )
    program = regressor_program(rb.BayesRegressor(prior=1.0, drift=0.0).fit(x, x[:, 0]))
    assert (program.columns, program.labels, list(program.outputs)) == (3, None, ["values"])


def test_one_class_is_not_enough(random):
    model = rb.BayesClassifier(prior=1.0, drift=0.0).partial_fit(random.standard_normal((5, 2)), np.zeros(5))
    with pytest.raises(ValueError, match="model must know at least 2 classes"):
        classifier_program(model, 0)
