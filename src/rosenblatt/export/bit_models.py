"""Models with weights of +1, 0 and -1 for inputs of two values, in whole numbers.

bit-models.1   sigma_i = +1 where input i is high and -1 where it is low;  field_k = sum_i w_ki sigma_i - limit_k;
               of fields, `linear_models` says the class
bit-models.2   with bits for sigma and w, sum_i w_i sigma_i = m - 2 popcount((sigma xor w) and mask), m the number of
               weights that are not 0, of which mask has the bits
bit-models.3   inputs of 0 and 1, and whole c:  sum_i w_i x_i + c > 0  is  sum_i w_i sigma_i > -(sum_i w_i + 2 c)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.export.linear_models import LinearModel, chosen_by
from rosenblatt.export.programs import Program

SIGNS, ZERO_ONE, NUMBERS = "signs", "zero-one", "numbers"
INPUTS = (SIGNS, ZERO_ONE, NUMBERS)  # what the inputs of a model may be


@dataclass(frozen=True, eq=False)
class BitModel:
    """Weights and limits of one field, or one for each class.

    Attributes
    ----------
    weights, limits : whole numbers, (fields, features), (fields,).
    classes : of which there are at least two.
    high : an input is high if it is above this number.
    """

    weights: np.ndarray
    limits: np.ndarray
    classes: tuple[Any, ...]
    high: float

    @classmethod
    def of_fields(cls, weights: np.ndarray, intercepts: np.ndarray, classes: tuple[Any, ...], inputs: str) -> BitModel:
        """Return the model of fields w.x + c of inputs that are signs, or 0 and 1.  (bit-models.3)"""
        whole = np.rint(weights).astype(np.int64)
        if inputs == SIGNS:
            return cls(whole, np.floor(-intercepts).astype(np.int64), classes, 0.0)
        return cls(whole, np.floor(-whole.sum(axis=1) - 2.0 * intercepts).astype(np.int64), classes, 0.5)

    def predict(self, x: np.ndarray) -> np.ndarray:
        """Return the place of the class of each row.  (bit-models.1)"""
        fields = np.where(np.asarray(x) > self.high, 1, -1) @ self.weights.T - self.limits
        return fields.argmax(axis=1) if len(self.classes) > 2 else (fields[:, 0] > 0).astype(np.int64)

    def program(self) -> Program:
        """Return the steps of a prediction."""
        program = Program.of_columns(self.weights.shape[1])
        signs = program.where(program.rows > self.high, 1.0 + 0.0 * program.rows, -1.0)
        fields = signs @ np.ascontiguousarray(self.weights.T.astype(float)) - self.limits.astype(float)
        program.labels = np.array(self.classes)
        program.returns(chosen=chosen_by(fields, len(self.classes) > 2), scores=fields)
        return program

    def facts(self) -> dict[str, Any]:
        """Return all of it as JSON."""
        return {
            "classes": list(self.classes),
            "weights": self.weights.tolist(),
            "limits": self.limits.tolist(),
            "high": self.high,
        }


def of_inputs(model: LinearModel, inputs: str | None) -> LinearModel | BitModel:
    """Return a linear model as one of bits, if it was said that its inputs are signs, or 0 and 1."""
    if inputs is None or checks.one_of("inputs", inputs, INPUTS) == NUMBERS:
        return model
    if len(model.classes) < 2 or model.scaling is not None or not np.isin(model.weights, (-1.0, 0.0, 1.0)).all():
        raise ValueError(
            f"inputs must be 'numbers' for weights other than +1, 0 and -1 of features as they come; got {inputs!r}. "
            "Clip the model first, or leave inputs out."
        )
    return BitModel.of_fields(model.weights, model.intercepts, model.classes, inputs)
