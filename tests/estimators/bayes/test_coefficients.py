"""Weights with names and standard errors, also of features that hardly vary."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from rosenblatt import BayesClassifier
from tests.estimators.conftest import text


def test_one_posterior_by_hand(stream):
    x, y = stream
    model = BayesClassifier(drift=0.0, prior=1.0, noise=0.0).fit(x, y)
    table = model.coefficients_
    assert table["weight"].to_numpy() == pytest.approx(model.coef_[0], rel=1e-12)
    assert table["standard_error"].to_numpy() == pytest.approx(np.sqrt(np.diag(model.covariance_))[:-1], rel=1e-9)
    assert table["weight_per_deviation"].to_numpy() == pytest.approx(model.coef_[0] * x.std(axis=0), rel=1e-9)
    ratio = table["standard_error_per_deviation"] / table["weight_per_deviation"]
    assert ratio.to_numpy() == pytest.approx((table["standard_error"] / table["weight"]).to_numpy(), rel=1e-9)


def test_errors_are_also_in_doubt_about_who_is_right(stream):
    model = BayesClassifier().fit(*stream)
    bank, factor = model.banks_[0], model.state_.feature_scaling.factor()
    table = model.bank_[model.bank_["kind"].isin(["full", "diagonal"])]
    shares = (table["weight"] / table["weight"].sum()).to_numpy()
    means = np.concatenate([bank.members.means, bank.beside.means])[:, :-1]
    spreads = [*(np.diag(c)[:-1] for c in bank.members.spreads), *bank.beside.spreads[:, :-1]]
    variance = shares @ (np.array(spreads) + means**2) - (shares @ means) ** 2
    found = model.coefficients_["standard_error"].to_numpy()
    assert found == pytest.approx(np.sqrt(variance) * factor, rel=1e-9)


def test_features_that_hardly_vary(random):
    x = random.standard_normal((2000, 5))
    x[:, 1] = 1e6 + 1e-3 * x[:, 1]  # varies by a billionth of its size
    x[:, 2] = 3.0
    x[:, 3] = 0.0
    x[:, 4] = np.arange(2000) == 700  # once
    y = (x[:, 0] + 1e3 * (x[:, 1] - 1e6) > 0.0).astype(int)
    table = BayesClassifier().fit(pd.DataFrame(x, columns=list("abcde")), y).coefficients_
    assert table.index.tolist() == list("abcde")
    assert table.loc[["c", "d"]].isna().all(axis=None)
    assert (table.loc[["a", "b"], ["weight_per_deviation", "standard_error_per_deviation"]] < 100.0).all(axis=None)
    assert 0.0 < abs(table.loc["e", "weight"]) < table.loc["e", "standard_error"] < 10.0
    assert table.loc["a", "weight_per_deviation"] == pytest.approx(table.loc["b", "weight_per_deviation"], rel=0.2)
    assert table.loc["b", "weight"] == pytest.approx(1e3 * table.loc["a", "weight"], rel=0.2)


def test_classes_and_sparse_rows(iris, random):
    x, y = iris
    table = BayesClassifier().fit(x, y).coefficients_
    assert table.index.names == ["class", "feature"]
    assert table.shape == (12, 4)
    counts, labels = text(random)
    counts = counts.tolil()
    counts[:, 7] = 0.0
    sparse = BayesClassifier(covariance="diagonal").fit(counts.tocsr(), labels).coefficients_
    assert sparse["weight"].isna().sum() == (np.asarray(counts.sum(axis=0)).ravel() == 0.0).sum() >= 1
    assert sparse["weight_per_deviation"].isna().all()
