"""What the tests share.

Statistical tests have fixed seeds and state their bound as a z-score. Set ROSENBLATT_SEED to
another number to run them all with other random numbers.
"""

from __future__ import annotations

import os

import numpy as np
import pytest


@pytest.fixture(scope="session")
def seed() -> int:
    return int(os.environ.get("ROSENBLATT_SEED", "0"))


@pytest.fixture
def random(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)
