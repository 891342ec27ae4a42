"""What tests of rules share."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def rows(random):
    """Return inputs and noisy labels, +1 and -1."""
    x = random.standard_normal((120, 5))
    return x, np.where(x @ random.standard_normal(5) + 0.3 * random.standard_normal(120) > 0.0, 1, -1)
