"""How long a sweep takes here."""

from __future__ import annotations

import time

import rosenblatt as rb
from rosenblatt.sweeps.forecast import forecast
from rosenblatt.sweeps.local import Threads
from rosenblatt.sweeps.sweep import study_of


def test_a_forecast_is_about_right_and_does_nothing(tmp_path):
    how = {"n": 1000, "alpha": [1, 300], "runs": 20, "method": "chain"}
    study = study_of(["hebb", "bounded"], inputs="gaussian", noise=[0.0, 0.1], **how)
    coming = forecast(study, tmp_path, Threads(1))
    assert not list(tmp_path.iterdir())
    assert (coming.cells, coming.refused, coming.done) == (4, 2, 0.0)
    begun = time.process_time()
    for noise in (0.0, 0.1):
        rb.simulate("hebb", noise=noise, threads=1, **how)
    spent = time.process_time() - begun
    assert spent / 3 < coming.seconds < 3 * spent
    assert 0.0 < coming.longest <= coming.seconds


def test_what_is_done_is_not_counted(tmp_path):
    how = {"n": 50, "alpha": [1, 10], "runs": 10, "over": ["simulate", "learning_curve"]}
    rb.sweep("hebb", out=tmp_path, **how)
    coming = forecast(study_of("hebb", **how), tmp_path, Threads(2))
    assert (coming.done, coming.tasks, coming.seconds) == (1.0, 0, 0.0)
    half = forecast(study_of("hebb", **{**how, "runs": 20}), tmp_path, Threads(2))
    assert 0.0 < half.done < 1.0
    assert half.tasks == 1
