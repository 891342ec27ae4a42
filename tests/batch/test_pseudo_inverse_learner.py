"""The pseudo-inverse as a learner: what it fits, and labels that it takes."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.batch.pseudo_inverse_learner import PseudoInverse


def test_it_fits_labels_that_can_be_fitted(random):
    x, labels = random.standard_normal((4, 9)), np.sign(random.standard_normal(4))
    assert x @ PseudoInverse().fit(x, labels) == pytest.approx(labels)


def test_it_takes_signs_and_numbers_of_inputs_that_it_sees_as_they_are():
    assert PseudoInverse().accepts(rb.Flips(0.1)) and PseudoInverse().accepts(rb.GaussianNoise(0.3))
    assert not PseudoInverse().accepts(rb.InputNoise(student=0.5))
