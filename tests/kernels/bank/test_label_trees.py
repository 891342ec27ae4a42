"""What trees of labels say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit, ndtri

from rosenblatt.kernels.bank import label_trees


def test_fields_of_log_odds():
    log_odds = np.linspace(-30.0, 30.0, 2001)
    found = np.array([label_trees.field_of_log_odds(one) for one in log_odds])
    assert found == pytest.approx(-np.sign(log_odds) * ndtri(expit(-abs(log_odds))), abs=1e-7)
