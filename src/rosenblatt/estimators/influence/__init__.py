"""The influence learner: weights of +1, -1 and 0 from counts."""

from rosenblatt.estimators.influence.classifier import InfluenceClassifier

__all__ = ["InfluenceClassifier"]
