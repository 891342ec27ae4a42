from __future__ import annotations

import threading

from rosenblatt.kernels import compiler
from rosenblatt.lab.curves.lines import lines
from rosenblatt.lab.curves.points import points
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.warm_up import warm_up


def test_after_it_no_expression_is_compiled():
    line, *_, made = warm_up(threading.Event())
    assert (line.message, made.done, made.messages) == ("", 1.0, {})
    known = set(compiler._compiled)
    settings = CurveSettings(rules=(), own=("label*max(0, 1.25 - label*field)", "label/(2 + alpha)"), n=50, runs=2)
    assert [one.message for one in lines(settings)] == ["", ""]
    *_, made = points(settings, threading.Event())
    assert (len(made.simulations), made.messages) == (2, {})
    assert set(compiler._compiled) == known
