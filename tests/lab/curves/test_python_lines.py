from __future__ import annotations

import threading

import numpy as np
import pytest

from rosenblatt.lab.curves.lines import lines
from rosenblatt.lab.curves.points import points
from rosenblatt.lab.curves.python_lines import python_lines
from rosenblatt.lab.curves.settings import CurveSettings

SETTINGS = {
    "plain": CurveSettings(rules=("hebb", "margin:margin=0.3"), n=20, runs=3, last=2.0, show="overlap"),
    "world": CurveSettings(
        rules=("rosenblatt", "hebb"), noise=0.1, start=0.3, rate="power", n=20, runs=3, last=2.0, x="linear"
    ),
    "own": CurveSettings(rules=(), own=("sign(label)*exp(-field**2)*(1 + field**2)**0.5",), n=20, runs=2, last=2.0),
    "some without": CurveSettings(rules=("bayes", "scw", "nobody", "hebb"), own=("label +",), n=20, runs=2, last=2.0),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_they_make_the_same_numbers(name, monkeypatch):
    import matplotlib.pyplot as plt

    settings = SETTINGS[name]
    found, simulated = list(lines(settings)), list(points(settings, threading.Event()))[-1]
    without = {line.title for line in found if line.frame is None}
    script = python_lines(settings, without, simulated.messages)
    scope: dict = {}
    exec(compile(script, "script", "exec"), scope)
    plt.close("all")
    drawn = [line.frame for line in found if line.frame is not None]
    assert all(np.allclose(a.frame, b, rtol=1e-9) for a, b in zip(scope["curves"], drawn, strict=True))
    expected = simulated.simulations.values()
    for made, shown in zip(scope["students"], expected, strict=True):
        assert np.array_equal(made.samples["overlap"], shown.samples["overlap"])
