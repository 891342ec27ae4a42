"""Crowds of rare students: weights that undo the tilt."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.studies.foresight import foresight_of
from rosenblatt.studies.tilted_crowd import crowds, resampled
from tests.helpers import Z_LIMIT


def test_everybody_is_taken_in_proportion(random):
    weights = random.exponential(size=50)
    taken = np.array([np.bincount(resampled(weights, random), minlength=50) for _ in range(4000)])
    expected = 50.0 * weights / weights.sum()
    assert (np.abs(taken - expected) < 1.0).all()
    spread = np.sqrt(np.maximum(taken.var(axis=0), 1e-12) / len(taken))
    assert (np.abs(taken.mean(axis=0) - expected) < (Z_LIMIT + 0.5) * spread + 1e-9).all()


@pytest.mark.parametrize("tilt", [-1.0, 0.0, 1.0])
def test_a_crowd_is_where_its_tilt_leads_and_its_weights_undo_it(tilt, seed):
    n, alpha = 50, 4.0
    pilot = rb.simulate("hebb", n=n, alpha=np.linspace(0.2, alpha, 20), runs=500, seed=seed, progress=False)
    foresight = foresight_of(pilot, 18)
    led = crowds(pilot, foresight, np.array([tilt]))
    found = [led.lead(tilt, 300, np.random.SeedSequence(seed, spawn_key=(2, k))) for k in range(60)]
    v = np.array([(y - foresight.mean) / foresight.deviation for y, _ in found])
    assert np.sign(tilt) * v.mean() > 0.6 if tilt else abs(v.mean()) < 0.2  # at the tilt, if v were normal
    # With one tilt the weights are those of (2): they add up to 1, and <v> is 0, that of plain runs.
    total = np.array([weights.sum() for _, weights in found])
    assert abs(total.mean() - 1.0) < Z_LIMIT * total.std() / math.sqrt(60) + 1e-12
    if abs(tilt) < 1.0:
        assert total == pytest.approx(1.0)
