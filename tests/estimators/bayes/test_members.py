"""Members of a bank: tables of priors and drifts, and posteriors that learn."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.members import INTERCEPT, Known, Members, Predicted

AXES = ((0.1, 1.0), (0.0, 1e-3))


def test_what_is_known_is_pinned_and_nobody_is_there_twice():
    pairs, grid = Known().table(AXES, AXES)
    assert pairs.tolist() == [[0.1, 0.0], [0.1, 1e-3], [1.0, 0.0], [1.0, 1e-3]] * 2
    assert grid[:4].max() > 0.0 == grid[4:].max()  # who assumes no noise
    pairs, grid = Known(drift=0.5, noise=0.1).table(AXES, AXES)
    assert pairs.tolist() == [[0.1, 0.5], [1.0, 0.5]]
    assert grid.tolist() == [[0.1], [0.1]]
    assert Known(drift=0.0, prior=1.0).alone
    assert not Known(drift=0.0, noise=0.0).alone


@pytest.mark.parametrize("full", [True, False])
def test_a_batch_equals_its_rows_and_predictions_are_made_before(full, random):
    x = np.column_stack([random.standard_normal((30, 3)), np.ones(30)])
    labels = np.where(x[:, 0] > 0.0, 1.0, -1.0)
    table = Known().table(AXES)
    whole, rows = (Members.of_table(table, 4, full=full) for _ in range(2))
    assert whole.priors[:, -1] == pytest.approx(INTERCEPT * whole.priors[:, 0])
    said = whole.learn(x, labels, np.ones(30))
    for k in range(30):
        asked = rows.predict(x[k : k + 1])
        for name in ("fields", "noises", "clean"):
            assert getattr(asked, name)[:, 0] == pytest.approx(getattr(said, name)[:, k], abs=1e-12)
        rows.learn(x[k : k + 1], labels[k : k + 1], np.ones(1))
    assert rows.means == pytest.approx(whole.means, rel=1e-12)
    assert rows.noises == pytest.approx(whole.noises, rel=1e-12)


def test_one_label_moves_the_mean_as_bayes_theorem_says():
    # Without drift and noise, from N(0, v): m = v x y phi(0)/Phi(0)/sqrt(1 + v x.x), by the probit likelihood.
    members = Members.of_table(Known(drift=0.0, noise=0.0, prior=2.0).table(((2.0,), (0.0,))), 2, full=True)
    members.priors[:, -1] = members.spreads[:, -1, -1] = 2.0
    x = np.array([[0.6, 1.0]])
    said = members.learn(x, np.array([-1.0]), np.ones(1))
    assert said.clean == pytest.approx(0.5)
    assert members.means[0] == pytest.approx(-2.0 * x[0] * np.sqrt(2.0 / np.pi) / np.sqrt(1.0 + 2.0 * 1.36))


def test_observed_labels_have_flips():
    said = Predicted(np.zeros((1, 2)), np.array([[0.1, 0.0]]), np.array([[1.0, 0.3]]))
    assert said.observed() == pytest.approx(np.array([[0.9, 0.3]]))
    both = Predicted.together([said, said])
    assert both.clean.shape == (2, 2)
