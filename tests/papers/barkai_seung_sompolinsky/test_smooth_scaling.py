"""How the scaling of smooth functions is measured; the laws themselves are rows of the paper."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.papers.barkai_seung_sompolinsky.smooth_scaling import decay
from rosenblatt.rules.smooth import Smooth


def test_the_target_must_be_one_of_the_function():
    with pytest.raises(ValueError, match="target must have 3 weights"):
        decay(Smooth(rb.Quadratic()), np.ones(2), 3, 1.0, [10, 20])
