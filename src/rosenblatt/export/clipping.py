r"""Clipping: the signs of a model's weights in place of the weights, and what that costs.

In signs sigma_i of inputs that are independent, with means mu_i and variances v_i = 1 - mu_i^2, a model has the field
h = w.sigma + b, the clipped one h' = s.sigma - t, s_i = sgn w_i, 0 for a weight that is 0:

    clipping.1   rho = sum_i |w_i| v_i/sqrt(sum_i w_i^2 v_i  sum_i s_i^2 v_i), the correlation of h and h'
    clipping.2   t is such that h' is 0 on average where h is: t = s.mu - <h>/a, a = sum_i |w_i| v_i/sum_i s_i^2 v_i
    clipping.3   of many inputs both fields are normal, and their signs differ with probability arccos(rho)/pi if their
                 means are 0, else Phi(m) + Phi(m') - 2 Phi_2(m, m'; rho), m and m' their means over their deviations
    clipping.4   a model at angle theta to a teacher whose weights are normal, is at arccos(rho cos theta) once it is
                 clipped: priors.6, with rho of these weights for sqrt(2/pi); of a teacher of signs, see priors.5
    clipping.5   an error e has theta = pi (e - kappa)/(1 - 2 kappa), kappa the share of flipped labels, and back

(4) and (5) are for fields of mean 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.integrate import quad

from rosenblatt import checks, gaussian
from rosenblatt.export.bit_models import SIGNS, ZERO_ONE, BitModel
from rosenblatt.export.formats import format_of, write
from rosenblatt.export.linear_models import LinearModel
from rosenblatt.scenario.priors import BinaryPrior

TEACHERS = {"spherical": "normal", "binary": "signs"}  # the law of the true weights, in words
ASSUMED = "independent inputs, so many that fields are normal"


@dataclass(frozen=True)
class ClippingCost:
    """What clipping costs, by theory and on rows; None where there were no rows or labels.

    Attributes
    ----------
    overlap : rho.
    changed, changed_on_rows : how often the clipped model answers otherwise.
    error, clipped_error : on rows, of the model and of the clipped one.
    expected_error : of the clipped one by theory, from the error of the model.
    rows : how many there were.
    teacher : the law of the true weights that theory assumed.
    """

    overlap: float
    changed: float
    changed_on_rows: float | None = None
    error: float | None = None
    clipped_error: float | None = None
    expected_error: float | None = None
    rows: int = 0
    teacher: str = "spherical"

    def __str__(self) -> str:
        said = [f"Clipping changes {self.changed:.2%} of the answers by theory ({ASSUMED}; rho = {self.overlap:.4f})"]
        if self.changed_on_rows is not None:
            said[0] += f", {self.changed_on_rows:.2%} on {self.rows:,} rows"
        if self.error is not None and self.clipped_error is not None and self.expected_error is not None:
            expected, found = self.expected_error - self.error, self.clipped_error - self.error
            law = f"true weights {TEACHERS[self.teacher]}, fields of mean 0"
            measured = f"{found:+.2%} on the rows: from {self.error:.2%} to {self.clipped_error:.2%}"
            said.append(f"It costs {expected:+.2%} of error by theory ({law}), {measured}")
        return ".\n".join(said) + "."


@dataclass(frozen=True, eq=False)
class ClippedModel:
    """A model of signs, made of another one, and what that costs.

    Attributes
    ----------
    bits : its weights and limit.
    cost : by theory and on rows.
    """

    bits: BitModel
    cost: ClippingCost

    @property
    def weights_(self) -> np.ndarray:
        """The weights: +1 and -1, 0 where the weight was 0."""
        return self.bits.weights[0]

    @property
    def classes_(self) -> np.ndarray:
        """The two classes."""
        return np.array(self.bits.classes)

    def predict(self, X: Any) -> np.ndarray:
        """Return the class of each row."""
        return self.classes_[self.bits.predict(rows_of_two_values(X, self.bits, len(self.weights_)))]

    def export(self, path: Any, format: str | None = None) -> None:
        """Write the clipped model as ONNX, C or JSON."""
        path = Path(path)
        write(self.bits, path, format_of(path, format))


def clip(
    model: LinearModel, x: Any, y: Any, *, inputs: str, teacher: str = "spherical", noise: float = 0.0
) -> ClippedModel:
    """Return the clipped model of a linear one, and what that costs on rows, if there are any, with labels or not."""
    checks.one_of("inputs", inputs, (SIGNS, ZERO_ONE))
    checks.one_of("teacher", teacher, tuple(TEACHERS))
    noise = checks.noise(noise)
    w, b = _in_signs(model, inputs)
    like = BitModel(np.zeros((1, len(w)), dtype=np.int64), np.zeros(1), model.classes, 0.0 if inputs == SIGNS else 0.5)
    rows = None if x is None else rows_of_two_values(x, like, len(w))
    means = np.zeros(len(w)) if rows is None else np.where(rows > like.high, 1.0, -1.0).mean(axis=0)
    bits, overlap, changed = _clipped(w, b, means, like)
    cost = ClippingCost(overlap, changed)
    if rows is not None:
        before, after = model.predict(rows), bits.predict(rows)
        cost = ClippingCost(overlap, changed, float(np.mean(before != after)), rows=len(rows))
        if y is not None:
            labels = _places(y, model.classes, len(rows))
            error, clipped = float(np.mean(before != labels)), float(np.mean(after != labels))
            expected = _expected_error(error, overlap, teacher, noise)
            cost = ClippingCost(overlap, changed, cost.changed_on_rows, error, clipped, expected, len(rows), teacher)
    return ClippedModel(bits, cost)


def _in_signs(model: LinearModel, inputs: str) -> tuple[np.ndarray, float]:
    """Return the weights and the intercept of a model, for inputs as signs."""
    if len(model.classes) != 2:
        raise ValueError(
            f"model must have two classes to be clipped; got {len(model.classes)}. Learn each class against the rest."
        )
    w, b = model.weights[0], float(model.intercepts[0])
    if model.scaling is not None:
        w = w * model.scaling.factors
        b -= float(w @ model.scaling.centres)
    if inputs == ZERO_ONE:  # x = (1 + sigma)/2
        w, b = 0.5 * w, b + 0.5 * float(w.sum())
    if not np.any(w != 0.0):
        raise ValueError("weights must not all be 0 to be clipped; got none that is not. Let the model learn first.")
    return w / np.abs(w).max(), b / float(np.abs(w).max())


def _clipped(w: np.ndarray, b: float, means: np.ndarray, like: BitModel) -> tuple[BitModel, float, float]:
    """Return the clipped model, rho, and how often answers change.  (clipping.1 to clipping.3)"""
    signs, v = np.sign(w), 1.0 - means**2
    if not float(np.abs(w) @ v) > 0.0:
        v = np.ones_like(v)  # nothing varies: as if all did
    both, own, clipped = float(np.abs(w) @ v), float(w**2 @ v), float(signs**2 @ v)
    mean, a = b + float(w @ means), both / clipped
    limit = float(signs @ means) - mean / a
    whole = np.clip(np.floor(limit), -len(w) - 1, len(w))  # beyond them all answers are the same
    rho = min(both / math.sqrt(own * clipped), 1.0)
    changed = _differ(mean / math.sqrt(own), mean / a / math.sqrt(clipped), rho)
    bits = BitModel(signs.astype(np.int64)[None], np.array([int(whole)]), like.classes, like.high)
    return bits, rho, changed


def _differ(m: float, other: float, rho: float) -> float:
    """Return the probability that two normal numbers of variance 1 have different signs.  (clipping.3)"""

    def slope(angle: float) -> float:
        square = (m * m + other * other - 2.0 * m * other * math.sin(angle)) / (2.0 * math.cos(angle) ** 2)
        return math.exp(-square) / (2.0 * math.pi)

    together = quad(slope, 0.0, min(math.asin(rho), 0.5 * math.pi - 1e-9))[0]
    p, q = (float(gaussian.cdf(np.array(one))) for one in (m, other))
    return max(p + q - 2.0 * (p * q + together), 0.0)


def _expected_error(error: float, rho: float, teacher: str, noise: float) -> float:
    """Return the error of the clipped model.  (clipping.4, clipping.5)"""
    angle = math.pi * min(max((error - noise) / (1.0 - 2.0 * noise), 0.0), 1.0)
    if teacher == "binary":
        inside = np.array([min(max(angle, 1e-12), 0.5 * math.pi)])
        clipped = float(BinaryPrior().clipped_angle(np.cos(inside), np.sin(inside))[0])
    else:
        clipped = math.acos(rho * math.cos(angle))
    return noise + (1.0 - 2.0 * noise) * clipped / math.pi


def _places(y: Any, classes: tuple[Any, ...], rows: int) -> np.ndarray:
    """Return the place of each label among the classes, -1 for a class that is not known."""
    labels, place_of = np.asarray(y).ravel().tolist(), {label: place for place, label in enumerate(classes)}
    if len(labels) != rows:
        raise ValueError(f"y must have a label for each of {rows} rows; got {len(labels)}. Give as many.")
    places = np.array([place_of.get(label, -1) for label in labels])
    if np.all(places < 0):
        raise ValueError(f"y must have classes of the model, {list(classes)}; got {labels[0]!r}. Convert them.")
    return places


def rows_of_two_values(x: Any, bits: BitModel, features: int) -> np.ndarray:
    """Return rows as an array, or raise if they are no signs, or not 0 and 1."""
    try:
        rows = np.asarray(x, dtype=float)
    except (TypeError, ValueError):
        raise TypeError("X must be numbers for a model of signs; got something else. Convert it.") from None
    if rows.ndim != 2 or rows.shape[1] != features or not len(rows):
        raise ValueError(f"X must have rows of {features} numbers; got shape {rows.shape}. Give rows as were learnt.")
    low = -1.0 if bits.high == 0.0 else 0.0
    strange = rows[(rows != low) & (rows != 1.0)]
    if strange.size:
        other = ZERO_ONE if low else SIGNS
        raise ValueError(
            f"X must be {low:g} and 1 for inputs={SIGNS if low else ZERO_ONE!r}; got {strange[0]:g}. "
            f"Take inputs={other!r}, or cut the columns in two before the model learns."
        )
    return rows
