"""Weights come back, or stay, after a whole number of passes."""

from __future__ import annotations

import numpy as np

from rosenblatt.papers.sompolinsky_lecture.fixed_threshold import passes_until_back


def test_weights_that_separate_stay():
    # One correction in the first pass, none in the second.
    assert passes_until_back(np.array([[1.0]]), np.array([1.0])) == (2, 1.0)


def test_opposite_labels_of_one_example_go_round():
    # The first takes 0 to 1, and the second takes that back.
    passes, largest = passes_until_back(np.array([[1.0], [1.0]]), np.array([1.0, -1.0]))
    assert (passes, largest) == (1, 0.0)
