"""The streaming Bayesian classifier: a bank of posteriors for each binary subproblem."""

from rosenblatt.estimators.bayes.classifier import BayesClassifier

__all__ = ["BayesClassifier"]
