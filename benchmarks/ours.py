"""The learners of this package as contenders: the Bayesian classifier as it comes, and AROW and SCW with a grid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from scipy import sparse

import rosenblatt as rb
from benchmarks.peers import Contender, Feed, Matrix, Result, scales


def _bayes(proba: str) -> Contender:
    def run(x: Matrix, labels: np.ndarray) -> Result:
        rb.evaluate(rb.BayesClassifier(), x[:2], np.array([0, 1]))  # compiles
        result = rb.evaluate(rb.BayesClassifier(), x, labels, classes=[0, 1], proba=proba)
        assert result.scores is not None
        return result.scores, result.seconds

    return Contender(f"bayes-{proba}", "nothing tuned", True, run)


def bayes_observed(is_sparse: bool) -> Iterator[Contender]:
    """Yield the classifier, asked for the label as it is observed."""
    yield _bayes("observed")


def bayes_clean(is_sparse: bool) -> Iterator[Contender]:
    """Yield the classifier, asked for the label before it was flipped."""
    yield _bayes("clean")


def _rule(rule: Any, setting: str, feed: Feed) -> Contender:
    def run(x: Matrix, labels: np.ndarray) -> Result:
        fed, seconds = feed(x)
        rows = fed if sparse.issparse(x) else fed.toarray()
        rb.evaluate(rb.OnlineClassifier(rule), rows[:2], np.array([0, 1]))  # compiles
        result = rb.evaluate(rb.OnlineClassifier(rule), rows, labels, classes=[0, 1])
        assert result.scores is not None
        return result.scores, seconds + result.seconds

    return Contender(rule.name, f"{setting} {feed.__name__}", False, run)


def arow(is_sparse: bool) -> Iterator[Contender]:
    """Yield AROW."""
    for feed, r in product(scales(is_sparse), (0.01, 0.1, 1.0, 10.0, 100.0)):
        yield _rule(rb.Arow(r=r), f"r={r:g}", feed)


def scw(is_sparse: bool) -> Iterator[Contender]:
    """Yield SCW-I."""
    for feed, c, confidence in product(scales(is_sparse), (0.01, 0.1, 1.0), (0.6, 0.75, 0.9)):
        yield _rule(rb.Scw(c=c, confidence=confidence), f"C={c:g} confidence={confidence:g}", feed)


OURS = {"bayes-observed": bayes_observed, "bayes-clean": bayes_clean, "arow": arow, "scw": scw}
