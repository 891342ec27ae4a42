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
from rosenblatt.estimators.bayes.members import Members
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
    variances = np.concatenate([_variances(members) for members in groups])
    shares = bank.mixture.mean()[: len(means)]
    mean = bank.mean_weights()
    error = np.sqrt(shares @ (variances + (means - mean) ** 2) / shares.sum())  # coefficients.1
    factor, deviation = scaling.factor(), _deviations(scaling)
    table = {"weight": mean, "standard_error": error}
    units = {name: values[:-1] * np.where(deviation == 0.0, np.nan, factor) for name, values in table.items()}
    with np.errstate(invalid="ignore"):
        per_deviation = {f"{name}_per_deviation": values * deviation for name, values in units.items()}
    return pd.DataFrame({**units, **per_deviation}, index=pd.Index(list(names), name="feature"))


def _variances(members: Members) -> np.ndarray:
    return np.diagonal(members.spreads, axis1=1, axis2=2) if members.full else members.spreads


def _deviations(scaling: FeatureScaling) -> np.ndarray:
    """Return the deviations of the features in their units; 0 where nothing has varied, NaN if they are not known."""
    if scaling.scaler is not None:
        units = scaling.scaler.units
        inner = scaling.scaler.deviation()
        return np.divide(inner, units, out=np.zeros_like(inner), where=units > 0.0)
    unknown = np.full(scaling.features, np.nan)
    return unknown if scaling.numbers is None else np.where(scaling.numbers > 0.0, unknown, 0.0)
