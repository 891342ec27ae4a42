"""Linear models as they are written: weights, intercepts and classes, and how features are scaled before.

linear-models.1   field_k = sum_i w_ki z_i + b_k;  z_i = (x_i - centre_i) factor_i, kept within a bound, or x_i itself
linear-models.2   two classes have one field, above 0 for the second; of more classes the one with the largest field is
                  said, the first of equals. Without classes the field is what is said
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt.export.programs import Program, Term


@dataclass(frozen=True, eq=False)
class Scaling:
    """What is done to features before they are weighted."""

    centres: np.ndarray
    factors: np.ndarray
    farthest: float


@dataclass(frozen=True, eq=False)
class LinearModel:
    """A linear rule, or one for each class.

    Attributes
    ----------
    weights, intercepts : (fields, features), (fields,).
    classes : at least two for a classifier; none for a regressor, of one field.
    scaling : of the features, if there is one.
    """

    weights: np.ndarray
    intercepts: np.ndarray
    classes: tuple[Any, ...]
    scaling: Scaling | None = None

    def program(self) -> Program:
        """Return the steps of a prediction.  (linear-models.1)"""
        program = Program.of_columns(self.weights.shape[1])
        fields = self._seen(program.rows) @ np.ascontiguousarray(self.weights.T) + self.intercepts
        if not self.classes:
            program.returns(values=fields)
            return program
        program.labels = np.array(self.classes)
        program.returns(chosen=chosen_by(fields, len(self.classes) > 2), scores=fields)
        return program

    def predict(self, x: np.ndarray) -> np.ndarray:
        """Return the place of the class of each row, or the number."""
        said = self.program().run(x)
        return said["chosen"] if self.classes else said["values"][:, 0]

    def facts(self) -> dict[str, Any]:
        """Return all of it as JSON."""
        said: dict[str, Any] = {
            "classes": list(self.classes),
            "weights": self.weights.tolist(),
            "intercepts": self.intercepts.tolist(),
        }
        if self.scaling is not None:
            own = self.scaling
            said |= {"centres": own.centres.tolist(), "factors": own.factors.tolist(), "farthest": own.farthest}
        return said

    def _seen(self, x: Term) -> Term:
        if self.scaling is None:
            return x
        own = self.scaling
        return ((x - own.centres) * own.factors).within(-own.farthest, own.farthest)


def chosen_by(fields: Term, several: bool) -> Term:
    """Return the place of the class that fields say.  (linear-models.2)"""
    own = fields if several else (0.0 * fields).beside(fields)
    return fields.program.step("argmax", own, 1)
