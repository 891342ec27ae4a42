"""A table of the linear weights: in the units of the data and for a deviation of the feature, with standard errors.

coefficients.1   mean and variance over the linear members k, of weights w:  m = sum_k w_k m_k  and
                 sum_k w_k (C_k + (m_k - m)^2), which is also in doubt about who is right
coefficients.2   a weight for a deviation = the weight in units times the deviation of the feature
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.feature_scaling import FeatureScaling
from rosenblatt.estimators.bayes.state import BankState


def coefficients(state: BankState, names: Sequence[Any]) -> pd.DataFrame:
    """Return a line for each feature, and for each class if there are more than two; NaN where nothing has varied.

    The deviations of sparse data, and of data that are not standardised, are not known.
    """
    tables = [_of_bank(bank, state.feature_scaling, names) for bank in state.chosen()]
    return tables[0] if len(tables) == 1 else pd.concat(tables, keys=state.classes.names(), names=["class", "feature"])


def _of_bank(bank: Bank, scaling: FeatureScaling, names: Sequence[Any]) -> pd.DataFrame:
    groups = [bank.members, *([] if bank.beside is None else [bank.beside])]
    means = np.concatenate([members.means for members in groups])
    variances = np.concatenate([members.variances() for members in groups])
    shares = bank.mixture.mean()[: len(means)]
    mean = bank.mean_weights()
    error = np.sqrt(shares @ (variances + (means - mean) ** 2) / shares.sum())  # coefficients.1
    varied, deviation = _varied(scaling, mean[:-1]), _deviations(scaling)
    table = {"weight": mean, "standard_error": error}
    units = {name: values[:-1] * np.where(varied, scaling.factor(), np.nan) for name, values in table.items()}
    per_deviation = {f"{name}_per_deviation": values * deviation for name, values in units.items()}  # coefficients.2
    return pd.DataFrame({**units, **per_deviation}, index=pd.Index(list(names), name="feature"))


def _varied(scaling: FeatureScaling, weights: np.ndarray) -> np.ndarray:
    """Return which features have varied; ``weights`` have moved where a rare 1 of a column of zeros has been met."""
    if scaling.scaler is None:
        return np.full(scaling.features, True) if scaling.numbers is None else scaling.numbers > 0.0
    unnoticed = (scaling.scaler.units == 0.0) & (weights != 0.0)
    return (scaling.scaler.deviation() > 0.0) | unnoticed


def _deviations(scaling: FeatureScaling) -> np.ndarray:
    """Return the deviations of the features in their units, NaN where they are not known."""
    if scaling.scaler is None:
        return np.full(scaling.features, np.nan)
    inner = scaling.scaler.deviation()
    return np.divide(inner, scaling.scaler.units, out=np.full_like(inner, np.nan), where=inner > 0.0)
