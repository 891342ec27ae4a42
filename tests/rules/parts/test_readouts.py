"""Readouts: what is done with the weights, and the angle that theory gives it."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize("readout", ["clipped", "binarised"])
def test_readouts_of_continuous_weights_on_a_binary_teacher(readout, seed):
    how = dict(alpha=[1.0, 4.0], teacher="binary", readout=readout)
    frame = rb.simulate("bayes-hebb", n=1000, inputs="binary", runs=60, seed=seed, **how).frame
    theory = rb.learning_curve("bayes-hebb", how.pop("alpha"), **how).frame
    assert (np.abs(frame["overlap"] - theory["overlap"]) <= Z_LIMIT * frame["overlap_sem"] + 3.0 / 1000).all()
