"""What the tests share.

Statistical tests have fixed seeds and state their bound as a z-score. Set ROSENBLATT_SEED to
another number to run them all with other random numbers.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from rosenblatt.rules import registered
from rosenblatt.rules.custom import rule
from rosenblatt.rules.hebbian import HebbianRule

Z_LIMIT = 4.0


@pytest.fixture(scope="session")
def seed() -> int:
    return int(os.environ.get("ROSENBLATT_SEED", "0"))


@pytest.fixture
def random(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


# Rules of a user's own, so that the contract is tested beyond what the registry happens to hold.


@rule
def margin(label, field, width=0.5):
    return label if label * field <= width else 0.0


@rule(mistake_driven=True)
def decaying(label, field, alpha, eta=2.0):
    return eta * label / (1.0 + alpha) if label * field <= 0.0 else 0.0


@rule
def self_scaled(label, field, q_norm):
    return label / ((1.0 + q_norm**0.5) * (1.0 + field * field))


@rule(mistake_driven=True)
def proportional(label, field, alpha, q_norm, eta=1.0):
    """Learns from mistakes, the more the worse they are; asks for everything."""
    return eta * (label - field) / (1.0 + q_norm + alpha) if label * field <= 0.0 else 0.0


USERS_RULES: list[type[HebbianRule]] = [margin, decaying, self_scaled, proportional]
HEBBIAN = [cls for cls in registered().values() if issubclass(cls, HebbianRule)]
SAMPLES = [
    *(cls() for cls in HEBBIAN),
    *(cls() for cls in USERS_RULES),
    HEBBIAN[0](weight_decay=0.3),
    self_scaled(weight_decay=0.3),
]
MISTAKE_DRIVEN = [r for r in SAMPLES if r.mistake_driven] + [
    cls(weight_decay=0.3) for cls in HEBBIAN if cls.mistake_driven and not cls.normalised
]


def by_name(value: object) -> str:
    return str(value)
