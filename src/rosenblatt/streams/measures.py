"""What probabilities of classes are worth, row by row and over all rows.

measures.1   surprise = -ln P(y),  probabilities kept within 1e-15 of 0 and 1
measures.2   square = sum_c (P(c) - [y = c])^2, halved for two classes: the square error of P(second class)
measures.3   AUC: how often a row of the second class is ranked above one of the first, ties counted as half
measures.4   calibration error = sum over 15 bins of equal mass of the bin's share times |mean P - frequency|
measures.5   reliability: mean P and frequency f in these bins; the standard error of f is sqrt(P (1 - P)/rows)
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.stats import rankdata

CERTAIN = 1e-15
BINS = 15


def surprises(p: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the surprise of each row: its label is a number of a column of ``p``.  (measures.1)"""
    return -np.log(np.clip(p[np.arange(len(labels)), labels], CERTAIN, 1.0 - CERTAIN))


def squares(p: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the square error of each row.  (measures.2)"""
    if p.shape[1] == 2:
        return 0.5 * ((p[:, 1] - labels) ** 2 + (p[:, 0] - (1 - labels)) ** 2)
    return ((p - np.eye(p.shape[1])[labels]) ** 2).sum(axis=1)


def auc(scores: np.ndarray, second: np.ndarray) -> float:
    """Return the area under the curve; NaN if there are no two classes.  (measures.3)"""
    pairs = float(second.sum()) * float((~second).sum())
    ranks = rankdata(scores)[second].sum()
    return float((ranks - second.sum() * (second.sum() + 1) / 2.0) / pairs) if pairs > 0.0 else float("nan")


def calibration_error(said: np.ndarray, happened: np.ndarray) -> float:
    """Return how far probabilities are from frequencies.  (measures.4)"""
    order = np.argsort(said, kind="stable")
    bins = zip(np.array_split(said[order], BINS), np.array_split(happened[order], BINS), strict=True)
    return float(sum(abs(q.mean() - hit.mean()) * len(q) for q, hit in bins if len(q)) / len(said))


def reliability(said: np.ndarray, happened: np.ndarray) -> pd.DataFrame:
    """Return a table of probabilities as they were said and frequencies as they happened.  (measures.5)"""
    bins = [own for own in np.array_split(np.argsort(said, kind="stable"), BINS) if len(own)]
    rows = [(said[own].mean(), happened[own].mean(), len(own)) for own in bins]
    return with_standard_errors(pd.DataFrame(rows, columns=["said", "happened", "rows"]))


def with_standard_errors(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table of reliability with the standard error of each frequency.  (measures.5)"""
    variances = np.maximum(table["said"] * (1.0 - table["said"]), 0.0)  # a mean of ones may be off by a rounding
    return table.assign(standard_error=np.sqrt(variances / table["rows"]))
