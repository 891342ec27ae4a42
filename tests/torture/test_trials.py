"""A small share of every trial of `make torture`."""

from __future__ import annotations

import numpy as np
import pytest

from torture.trials import trials


@pytest.mark.parametrize("name", sorted(trials()))
def test_nothing_breaks(name, seed):
    trial = trials()[name]
    outcome = trial.attempt(trial.share, np.random.default_rng(seed))
    assert outcome.tried > 0
    assert not outcome.broken
