"""The plane of largest margin to within a thousandth, against scikit-learn's LinearSVC: dense, sparse, wide and tall.

LinearSVC minimises errors and length together: C is so large that errors cost more than any length, and the tolerance
is the largest of a grid at which its margin is within the thousandth. It counts the intercept in the length, so that
both are run without one; where there should be one, it is the weight of an input as long as a typical example.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

import rosenblatt as rb
from benchmarks.timing import Row, side_by_side

NEAR = 1e-3
TOLERANCES = (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)


def data_sets() -> Iterator[tuple[str, Any, np.ndarray, float]]:
    """Yield name, rows, labels, and how many times as fast ours is to be."""
    random = np.random.default_rng(0)
    x = random.standard_normal((800, 400))
    yield "a teacher's labels, 800 x 400", x, x @ random.standard_normal(400) > 0.0, 2.0
    digits: Any = load_digits(return_X_y=True)
    x, y = digits
    yield "digits, 0 or not, 1797 x 65", np.hstack([x, np.full((len(x), 1), 50.0)]), y == 0, 0.6
    x = sparse.random(2000, 20_000, 0.005, format="csr", random_state=0)  # pyright: ignore
    yield "random labels, sparse, 2000 x 20,000", x, random.random(2000) < 0.5, 0.3
    x = random.standard_normal((20_000, 20))
    fields = x @ random.standard_normal(20)
    kept = np.abs(fields) > 0.2 * fields.std()
    yield "a gap around the plane, 17,000 x 20", x[kept], fields[kept] > 0.0, 1.5


def margin(model: Any, x: Any, y: np.ndarray) -> float:
    """Return the margin of a fitted model."""
    fields = np.where(y, 1.0, -1.0) * np.asarray(x @ model.coef_[0]).ravel()
    return float(fields.min() / np.linalg.norm(model.coef_))


def peer(x: Any, y: np.ndarray, largest: float) -> LinearSVC:
    """Return LinearSVC with the largest tolerance at which it comes near enough; with the smallest if none does."""
    model = LinearSVC()
    for tol in TOLERANCES:
        model = LinearSVC(loss="hinge", C=1e6, tol=tol, max_iter=100_000, fit_intercept=False, random_state=0)
        if margin(model.fit(x, y), x, y) >= (1.0 - NEAR) * largest:
            break
    return model


def largest_margins() -> Iterator[Row]:
    """Planes that are as good, by the time that they take."""
    for name, x, y, bound in data_sets():
        ours = rb.MaxMarginPerceptron(tol=NEAR, fit_intercept=False)
        largest = rb.MaxMarginPerceptron(tol=1e-7, fit_intercept=False).fit(x, y).upper_bound_[0]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            theirs = peer(x, y, largest)
            mine, other = side_by_side(partial(ours.fit, x, y), partial(theirs.fit, x, y), rounds=5)
        gaps = [1.0 - margin(model, x, y) / largest for model in (ours, theirs)]
        detail = f"{mine * 1e3:.1f} ms, {gaps[0]:.1e} below the largest; LinearSVC {other * 1e3:.1f} ms, {gaps[1]:.1e}"
        yield Row(f"MaxMarginPerceptron over LinearSVC, {name}", other / mine, bound, True, detail)


ROWS = (largest_margins,)
