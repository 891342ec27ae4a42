"""The probit: Gaussian noise on the field."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.scenario import Probit


def test_its_closed_forms():
    channel = Probit(1.0)
    assert channel.correlation == pytest.approx(0.5641896, rel=1e-6)  # G8.37
    assert channel.floor == pytest.approx(math.atan(1.0) / math.pi)
    assert float(channel.information(np.array(1e-12))) == pytest.approx(0.480538, rel=1e-6)  # G9.33
    with pytest.raises(ValueError, match="noise must be"):
        Probit(1.0, 0.7)
