"""Weights of experts: who predicts well is heard, nobody is forgotten, and what is no mixture is not loaded."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.mixture import LABEL_KEEPS, Mixture, Recent
from rosenblatt.estimators.common.model_file_checks import Damaged

SHARES = np.array([1e-3, 1e-2])


def learnt(observed, rows):
    mixture = Mixture.new(SHARES, 3)
    said = np.tile(np.array(observed)[:, None], rows)
    return mixture, mixture.mix(said, said[None], np.ones(rows), np.ones(rows))


def test_the_best_expert_is_heard():
    mixture, mixed = learnt([0.5, 0.9, 0.2], 50)
    assert mixed.observed[0] == pytest.approx((0.5 + 0.9 + 0.2) / 3)
    assert mixed.observed[-1] == pytest.approx(0.9, abs=0.01)
    assert mixed.told[0] == pytest.approx(mixed.observed)  # what else they tell is mixed alike
    assert mixture.mean()[1] > 0.98
    assert (mixture.weights.min(axis=1) >= SHARES / 3).all()
    assert mixture.mean().sum() == pytest.approx(1.0)


def test_a_copy_is_independent_and_arrays_come_back():
    mixture, _ = learnt([0.5, 0.9, 0.2], 5)
    again = Mixture.of_arrays("m", mixture.copy().arrays(), 3)
    before = again.mean().copy()
    mixture.mix(np.full((3, 1), 0.1), np.zeros((0, 3, 1)), np.ones(1), np.ones(1))
    assert len(again) == 2
    assert again.mean().tolist() == before.tolist()


@pytest.mark.parametrize("name", ["shares", "weights", "of_shares"])
def test_what_is_no_mixture_is_not_loaded(name):
    arrays = learnt([0.5, 0.9, 0.2], 5)[0].arrays()
    with pytest.raises(Damaged, match=f"m.{name}"):
        Mixture.of_arrays("m", {**arrays, name: arrays[name] * 2.0 + 1.0}, 3)
    with pytest.raises(Damaged, match="means"):
        Recent.of_arrays("m", {"means": np.full(len(LABEL_KEEPS), 2.0)})
