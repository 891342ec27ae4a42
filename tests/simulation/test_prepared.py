"""What is ready to be simulated."""

from __future__ import annotations

import pytest

from rosenblatt.simulation.prepared import MOST_PIECES, prepare


def test_prepared_is_resolved_and_rounded():
    prepared = prepare("hebb", n=7, alpha=[1.0, 1.5], runs=2, noise=0.1)
    assert prepared.examples.tolist() == [7, 10]
    assert (prepared.follow.method, prepared.experiment.readout, prepared.experiment.noise) == ("chain", "mean", 0.1)
    assert prepared.pieces == pytest.approx(10 / prepared.follow.piece)


def test_what_takes_days_is_refused_by_all_its_runs():
    with pytest.raises(ValueError, match="can be waited for"):
        prepare("hebb", n=10**6, alpha=1e7, runs=int(MOST_PIECES), method="chain")
