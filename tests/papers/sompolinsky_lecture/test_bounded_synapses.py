"""Bounded synapses: the definition, one example after the other."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.sompolinsky_lecture.bounded_synapses import plain_weights, separable_sets


def test_two_corrections_by_hand():
    x, y = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([True, False])
    # From W = 0.5: the first example is answered 0, the second then 1.
    assert plain_weights(x, y, 1, eta=0.1) == pytest.approx([0.55 - 0.1 * 0.55, 0.5 - 0.1 * 0.5])


def test_sets_are_separable_without_a_threshold_and_have_both_labels(seed):
    from rosenblatt.batch.separable import find_separator

    for x, y in separable_sets(seed, 5):
        assert 0 < y.sum() < len(y)
        assert find_separator(x, np.where(y, 1.0, -1.0)) is not None
