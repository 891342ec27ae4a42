"""What evaluations of both kinds say of themselves."""

from __future__ import annotations

import numpy as np

import rosenblatt as rb


def test_an_evaluation_of_rows_and_one_of_a_stream_say_the_same(random):
    x = random.standard_normal((300, 2))
    y = np.where(x[:, 0] > 0.0, 1, 0)
    rows = rb.evaluate(rb.BayesClassifier(drift=0.0, prior=1.0), x, y)
    stream = rb.evaluate(rb.BayesClassifier(drift=0.0, prior=1.0), iter([(x, y)]))
    one, other = dict(rows.entries()), dict(stream.entries())
    assert list(one) == list(other)
    for name in ("rows", "classes", "accuracy", "log-loss", "Brier score", "noise", "drift", "changes"):
        assert one[name] == other[name]
    assert str(rows).split(", AUC")[0] == str(stream).split(", AUC")[0]


def test_many_classes_are_counted(random):
    x = random.standard_normal((300, 2))
    found = rb.evaluate(rb.OnlineClassifier("rosenblatt"), x, np.arange(300) % 15)
    assert dict(found.entries())["classes"] == "15"
    assert not found.has_scores
