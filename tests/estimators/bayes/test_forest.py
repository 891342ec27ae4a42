"""Trees as a member of a bank of labels."""

from __future__ import annotations

import numpy as np

from rosenblatt.estimators.bayes.forest import Forest


def test_what_is_said_is_what_is_predicted(random):
    x, labels = np.column_stack([random.standard_normal((200, 3)), np.ones(200)]), np.ones(200)
    forest = Forest.new(3)
    forest.learn(x, np.where(x[:, 0] > 0.0, labels, -labels), labels)
    asked, learnt = forest.predict(x[:1]), forest.learn(x[:1], labels[:1], labels[:1])
    assert (asked.clean, asked.fields) == (learnt.clean, learnt.fields)
    assert (asked.noises == 0.0).all()
    assert (len(forest), forest.kind, forest.drifts, forest.noises) == (1, "forest", [0.0], [0.0])
    assert np.isnan(forest.priors).all()
    assert forest.predict(np.array([[2.0, 0.0, 0.0, 1.0]])).clean > 0.6
