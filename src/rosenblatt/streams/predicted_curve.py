r"""`predict_curve`: from a part of a user's data, the learning curve that a rule will follow on the rest.

predicted.1   columns are standardised by the part of the teacher; one of ones is added, for the threshold. For rules
              with F(-label, -h) = -F(label, h) a row and its mirror image with the other label teach the same: so
              inputs count as without a mean, and C = X^T X/rows
predicted.2   the teacher is a linear model of that part; its field b on each row is that of a model of other rows
predicted.3   ``predicted``: (b, label) as they are in the data, the rest of an input normal, with all of C
predicted.4   ``gaussian``: b normal too; label = sgn(b + noise), with the noise at which the teacher is wrong as
              often as it is
predicted.5   ``measured``: the rule itself on rows that the teacher has not seen, in several orders, by its mistakes
              on rows that neither has seen
predicted.6   learners that are fitted to all rows at once: see `rosenblatt.streams.predicted_fit`
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import singledispatch
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import cross_val_predict
from sklearn.utils.validation import check_X_y

from rosenblatt import checks, plots
from rosenblatt.batch.convex_risk import ConvexRisk
from rosenblatt.batch.offline_learner import resolve_fitted
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.kernels.rows import learn_rows
from rosenblatt.rules.kinds.cell import stacked
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import Channel, Covariance, Flips, Probit, Scenario, SignChannel
from rosenblatt.streams import predicted_fit
from rosenblatt.theory.correlated_inputs import Nodes, follow_fields
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.registry import covering_theory
from rosenblatt.theory.sampled_fields import averages_on_sample, error_on_sample

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_COLUMNS = 4000  # whose covariance has its eigenvalues in some seconds
FEWEST_ROWS = 20
POINTS = 25  # of the curve
FOLDS = 5
RIDGES = np.logspace(-3, 4, 15)
CERTAIN = 1e-6  # of the teacher's mistakes: fewer are none
PROBES = (0.1, 1.0, 3.0)


@dataclass(frozen=True, repr=False)
class PredictedCurve(ShowsFirstRows):
    """The learning curve of a rule on data, as predicted and as measured.

    Attributes
    ----------
    frame : columns ``rows`` seen, ``alpha`` (rows per weight), and the errors ``predicted`` (predicted.3),
        ``gaussian`` (predicted.4) and ``measured``, with its standard error ``measured_sem``, over orders and over
        the rows on which it is measured.
    rule : who learns, a rule or a learner that is fitted.
    teacher_error : how often the teacher is wrong on rows that it has not seen.
    directions : (sum lambda)^2/sum lambda^2, as how many directions the inputs count: a theory of many needs many.
    kurtosis : <b^4> of the teacher's field in units of its <b^2>^2; a normal one has 3.
    """

    rule: Rule | ConvexRisk
    frame: pd.DataFrame = field(repr=False)
    teacher_error: float
    directions: float
    kurtosis: float

    @property
    def heading(self) -> str:
        """Which rule learns, and what of."""
        return (
            f"{self.rule.name}, predicted and measured, {self.directions:.1f} directions, "
            f"teacher wrong on {self.teacher_error:.1%}"
        )

    @property
    def deviation(self) -> float:
        """How far the prediction is off: the mean of \\|ln(predicted/measured)\\| over the curve."""
        with np.errstate(divide="ignore"):
            return float(np.abs(np.log(self.frame["predicted"] / self.frame["measured"])).mean())

    def plot(self, ax: Axes | None = None, **style: Any) -> Axes:
        """Draw the predictions as lines and the measured errors as points, against the number of rows."""
        ax = ax if ax is not None else plots.current_axes()
        frame, colour = self.frame, style.pop("color", plots.COLOURS[0])
        label = style.pop("label", self.rule.name)
        ax.plot(frame["rows"], frame["predicted"], **{"color": colour, "label": f"{label}, predicted", **style})
        ax.plot(frame["rows"], frame["gaussian"], **{"color": colour, "linestyle": ":", "linewidth": 1.0, **style})
        look = {"linestyle": "none", "marker": "o", "markersize": 3.5, "capsize": 2.0, "color": colour}
        ax.errorbar(frame["rows"], frame["measured"], yerr=frame["measured_sem"], label=f"{label}, measured", **look)
        ax.set_xscale("log")
        ax.set_xlabel("rows learnt")
        ax.set_ylabel("error on other rows")
        plots.legend(ax)
        return ax


class _Parts(NamedTuple):
    """Rows of the teacher, of the rule, and of neither."""

    train: np.ndarray
    stream: np.ndarray
    test: np.ndarray


class _Fitted(NamedTuple):
    """A teacher: its weights, its fields on rows of its part by models of others, and how often they are wrong."""

    weights: np.ndarray
    fields: np.ndarray
    labels: np.ndarray
    error: float


def predict_curve(
    X: Any,
    y: Any,
    rule: str | Rule | type[Rule] | Callable[..., float] = "rosenblatt",
    *,
    train: float | int = 0.5,
    test: float | int = 0.2,
    rows: Any = None,
    orders: int = 10,
    teacher: Any = None,
    seed: int = 0,
    **parameters: Any,
) -> PredictedCurve:
    """Return the learning curve that a rule should follow on data, beside the one that it follows.

    Parameters
    ----------
    X, y : rows and their labels, of two classes; rows are shuffled.
    rule : a Hebbian rule of signs, its registered name, or a modulation function ``f(label, field)``; or "ridge",
        "logistic" or "hinge", which are fitted anew to the first rows of each number.
    train : rows, or the share of them, to which the teacher is fitted, and whose covariance is taken.
    test : rows, or the share, on which errors are measured. The rule learns the others.
    rows : numbers of rows at which to measure; default to some between 5 and all.
    orders : in how many orders the rule learns.
    teacher : a linear model of scikit-learn without an intercept; defaults to least squares with a penalty by
        cross-validation, whose correlations with the inputs are those of the labels.
    seed : of the shuffling.
    **parameters : ``penalty``, of "ridge", "logistic" and "hinge": C = 1/(penalty N) of scikit-learn on N columns.

    >>> from sklearn.datasets import load_digits
    >>> X, digit = load_digits(return_X_y=True)
    >>> curve = predict_curve(X, digit > 4, "rosenblatt", rows=[20, 100, 500])
    >>> curve.frame[["rows", "predicted", "measured"]].round(2)
       rows  predicted  measured
    0    20       0.38      0.35
    1   100       0.27      0.25
    2   500       0.21      0.17
    """
    fitted_learner = resolve_fitted(rule, parameters)
    learner = _checked_rule(resolve(rule, **parameters) if fitted_learner is None else fitted_learner)
    x, labels = _checked_data(X, y)
    orders = checks.whole("orders", orders, 2, "Standard errors need two or more.")
    random = np.random.default_rng(checks.seed(seed))
    parts = _parts(len(x), train, test, random)
    inputs = _standardised(x, parts.train)
    grid = _grid(rows, len(parts.stream))
    fitted = _fitted(teacher, inputs[parts.train], labels[parts.train])
    covariance = Covariance(_second_moments(inputs[parts.train]), teacher=tuple(fitted.weights))
    predicted, gaussian = _predictions(learner, covariance, fitted, grid / inputs.shape[1])
    mistakes = _mistakes(learner, inputs, labels, parts, grid, orders, random)
    measured = mistakes.mean(axis=0)
    spread = mistakes.var(axis=0, ddof=1) / orders + measured * (1.0 - measured) / len(parts.test)
    columns = {"rows": grid, "alpha": grid / inputs.shape[1], "predicted": predicted, "gaussian": gaussian}
    values = covariance.spectrum.values
    wrong = (inputs[parts.test] @ fitted.weights) * labels[parts.test] <= 0.0
    return PredictedCurve(
        rule=learner,
        frame=pd.DataFrame({**columns, "measured": measured, "measured_sem": np.sqrt(spread)}),
        teacher_error=float(wrong.mean()),
        directions=float(values.sum() ** 2 / (values**2).sum()),
        kurtosis=float(np.mean(fitted.fields**4)),
    )


@singledispatch
def _checked_rule(rule: Any) -> Any:
    """Return a rule whose curve can be predicted, or raise."""
    raise ValueError(
        f"rule must be a modulation of signs for a curve on data to be predicted; got {rule.name!r}. "
        "Take for example 'hebb', 'rosenblatt' or, of fits, 'logistic', or let rb.evaluate measure it."
    )


@_checked_rule.register
def _(rule: ConvexRisk) -> ConvexRisk:
    return predicted_fit.check_learner(rule)


@_checked_rule.register
def _(rule: HebbianRule) -> HebbianRule:
    if not issubclass(rule.labels, SignChannel):
        return _checked_rule.dispatch(object)(rule)
    covering_theory(rule, Scenario(inputs=Covariance(eigenvalues=[1.0])), {})
    strengths = [
        rule.full_modulation(sign, sign * place, 1.0, 1.0, rule.own) * sign
        for place in (*PROBES, *(-one for one in PROBES))
        for sign in (-1.0, 1.0)
    ]
    if not np.allclose(strengths[::2], strengths[1::2]):
        raise ValueError(
            f"modulation of {rule.name!r} must change its sign with label and field, F(-label, -field) = -F(label, "
            "field), for a threshold to count as an input; got one that does not. Let rb.evaluate measure it."
        )
    return rule


def _checked_data(X: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return rows as an array, and labels +1 and -1."""
    how: Any = {"accept_sparse": "csr", "dtype": np.float64}
    x, labels = check_X_y(X, y, **how)
    classes = np.unique(labels)
    if len(classes) != 2:
        raise ValueError(f"y must have two classes for a curve to be predicted; got {len(classes)}. Choose two.")
    if x.shape[1] > MOST_COLUMNS:
        raise ValueError(
            f"X must have at most {MOST_COLUMNS} columns for a curve to be predicted; got {x.shape[1]}. "
            "Take the columns that vary most."
        )
    if len(labels) < FEWEST_ROWS:
        raise ValueError(f"X must have {FEWEST_ROWS} rows or more; got {len(labels)}. A teacher needs data.")
    x = x.toarray() if sp.issparse(x) else np.asarray(x)
    return x, np.where(labels == classes[1], 1.0, -1.0)


def _parts(rows: int, train: float | int, test: float | int, random: np.random.Generator) -> _Parts:
    """Return the rows of the three parts, shuffled."""
    first, last = (_count(name, part, rows) for name, part in (("train", train), ("test", test)))
    if first + last >= rows:
        raise ValueError(f"train and test must leave rows to learn; got {first} and {last} of {rows}. Take fewer.")
    order = random.permutation(rows)
    return _Parts(order[:first], order[first : rows - last], order[rows - last :])


def _count(name: str, part: float | int, rows: int) -> int:
    """Return a number of rows, given as that or as a share."""
    if isinstance(part, float):
        return max(1, round(checks.fraction(name, part, "It is a share of the rows.") * rows))
    return checks.whole(name, part, 1, "It is a number of rows; give a share as 0.5.")


def _grid(rows: Any, available: int) -> np.ndarray:
    """Return the numbers of rows at which to measure."""
    if rows is None:
        return np.unique(np.geomspace(min(5, available), available, POINTS).round().astype(int))
    grid = np.unique([checks.whole("rows", one, 1, "It is a number of rows.") for one in np.atleast_1d(rows).tolist()])
    if grid[-1] > available:
        raise ValueError(f"rows must be at most {available}, as many as are left to learn; got {grid[-1]}. Take fewer.")
    return grid


def _standardised(x: np.ndarray, train: np.ndarray) -> np.ndarray:
    """Return columns of mean 0 and variance 1 on the part of the teacher, and one of ones.  (predicted.1)"""
    mean, deviation = x[train].mean(axis=0), x[train].std(axis=0)
    varies = deviation > 1e-9 * np.maximum(np.abs(mean), 1e-300)
    if not varies.any():
        raise ValueError("X must have a column that varies; got none on the rows of the teacher. Take more rows.")
    scaled = (x[:, varies] - mean[varies]) / deviation[varies]
    return np.ascontiguousarray(np.column_stack([scaled, np.ones(len(x))]))


def _second_moments(inputs: np.ndarray) -> np.ndarray:
    matrix = inputs.T @ inputs / len(inputs)
    return 0.5 * (matrix + matrix.T)


def _fitted(model: Any, inputs: np.ndarray, labels: np.ndarray) -> _Fitted:
    """Return the teacher of some rows.  (predicted.2)"""
    model = RidgeCV(RIDGES, fit_intercept=False) if model is None else clone(model)
    if len(np.unique(labels)) < 2 or min((labels > 0.0).sum(), (labels < 0.0).sum()) < FOLDS:
        raise ValueError(f"train must have {FOLDS} rows or more of each class; got fewer. Take more rows for it.")
    method = "decision_function" if hasattr(model, "decision_function") else "predict"
    fields = np.ravel(cross_val_predict(model, inputs, labels, cv=FOLDS, method=method))
    weights = np.ravel(model.fit(inputs, labels).coef_)
    size = math.sqrt(float(np.mean(fields**2)))
    if not size > 0.0 or not np.any(weights):
        raise ValueError("X must tell something of y; got a teacher whose weights are all 0. Take other columns.")
    return _Fitted(weights, fields / size, labels, float(np.mean(fields * labels <= 0.0)))


def _predictions(
    rule: HebbianRule | ConvexRisk, covariance: Covariance, fitted: _Fitted, alpha: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the errors of predicted.3 and of predicted.4."""
    error = min(fitted.error, 0.49)
    channel: Channel = Flips()
    if error > CERTAIN:
        m_hat = Nodes.of(covariance.spectrum).m_hat
        channel = Probit(1.0 / (math.tan(math.pi * error) * math.sqrt(m_hat)))  # predicted.4
    gaussian = learning_curve(rule, alpha, inputs=covariance, channel=channel).frame["error"]
    return _on_sample(rule, covariance, fitted, alpha), gaussian.to_numpy()


@singledispatch
def _on_sample(rule: Any, covariance: Covariance, fitted: _Fitted, alpha: np.ndarray) -> np.ndarray:
    """Return the errors of predicted.3."""
    raise TypeError(f"rule must be one whose curve can be predicted; got {rule!r}.")


@_on_sample.register
def _(rule: HebbianRule, covariance: Covariance, fitted: _Fitted, alpha: np.ndarray) -> np.ndarray:
    averages = averages_on_sample(rule, fitted.fields, fitted.labels)
    nodes = Nodes.of(covariance.spectrum)
    along, across, _ = follow_fields(rule, averages, Scenario(inputs=covariance), nodes, alpha)
    places = zip(along, across, strict=True)
    return np.array([error_on_sample(float(g), float(s), fitted.fields, fitted.labels) for g, s in places])


@_on_sample.register
def _(rule: ConvexRisk, covariance: Covariance, fitted: _Fitted, alpha: np.ndarray) -> np.ndarray:
    return predicted_fit.predicted_errors(rule, covariance.spectrum, fitted.fields, fitted.labels, alpha)


def _mistakes(
    rule: HebbianRule | ConvexRisk,
    inputs: np.ndarray,
    labels: np.ndarray,
    parts: _Parts,
    grid: np.ndarray,
    orders: int,
    random: np.random.Generator,
) -> np.ndarray:
    """Return the errors of the rule, (orders, points).  (predicted.5)"""
    tested, wanted = inputs[parts.test], labels[parts.test]
    errors = np.empty((orders, len(grid)))
    for number in range(orders):
        order = random.permutation(parts.stream)
        for point, weights in enumerate(_learnt(rule, inputs[order], labels[order], grid.tolist())):
            errors[number, point] = np.mean((tested @ weights) * wanted <= 0.0)
    return errors


@singledispatch
def _learnt(rule: Any, inputs: np.ndarray, labels: np.ndarray, counts: list[int]) -> Iterator[np.ndarray]:
    """Give the weights after so many rows."""
    raise TypeError(f"rule must be one whose curve can be predicted; got {rule!r}.")


@_learnt.register
def _(rule: HebbianRule, inputs: np.ndarray, labels: np.ndarray, counts: list[int]) -> Iterator[np.ndarray]:
    synapses, cell = rule.start(inputs.shape[1])
    students, cells, seen = synapses[None].copy(), stacked(cell, 1), 0
    for count in counts:
        learn_rows(rule, np.ascontiguousarray(inputs[seen:count]), labels[seen:count][None].copy(), students, cells)
        yield rule.weights(students[0], cells[0])
        seen = count


@_learnt.register
def _(rule: ConvexRisk, inputs: np.ndarray, labels: np.ndarray, counts: list[int]) -> Iterator[np.ndarray]:
    for count in counts:
        yield predicted_fit.fitted_weights(rule, inputs[:count], labels[:count])
