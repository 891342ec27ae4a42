"""The streaming Bayesian regressor: a bank of posteriors over weights and noise."""

from rosenblatt.estimators.numbers.regressor import BayesRegressor

__all__ = ["BayesRegressor"]
