"""How much a learner holds."""

from __future__ import annotations

import numpy as np

import rosenblatt as rb


def test_it_is_the_size_of_what_was_learnt():
    small, large = rb.river.BayesClassifier(), rb.river.BayesClassifier()
    nothing = small._raw_memory_usage
    for model, width in ((small, 2), (large, 40)):
        for row in np.random.default_rng(0).standard_normal((3, width)).tolist():
            model.learn_one(dict(enumerate(row)), True)
    of_large = sum(array.nbytes for array in large.learner.state_.arrays().values())
    assert nothing < small._raw_memory_usage < of_large < large._raw_memory_usage < 1.01 * of_large
    assert large._memory_usage.endswith("MiB")
