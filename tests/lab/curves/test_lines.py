from __future__ import annotations

import numpy as np

import rosenblatt as rb
from rosenblatt.lab.curves.lines import lines
from rosenblatt.lab.curves.settings import CurveSettings


def test_lines_are_those_of_theory():
    settings = CurveSettings(rules=("hebb", "rosenblatt"), noise=0.1, rate="constant", eta=0.5)
    found = list(lines(settings))
    assert [line.title for line in found] == ["hebb", "rosenblatt"]
    for line, rule in zip(found, (rb.Hebb(), rb.Rosenblatt(eta=0.5)), strict=True):
        assert line.frame is not None
        assert line.frame.equals(rb.learning_curve(rule, settings.line_grid, noise=0.1).frame)


def test_who_has_no_line_says_why_and_the_others_have_theirs():
    found = list(lines(CurveSettings(rules=("nobody", "scw", "hebb"), own=("label +",))))
    assert [line.frame is None for line in found] == [True, True, False, True]
    assert ["must" in line.message for line in found] == [True, True, False, True]


def test_a_line_that_is_known_is_not_computed_again():
    first, second = (
        next(lines(CurveSettings(rules=("hebb",), noise=0.123, show=show))) for show in ("overlap", "error")
    )
    assert first is second


def test_lines_come_one_by_one():
    coming = lines(CurveSettings(rules=("hebb", "bayes-hebb")))
    assert np.isfinite(next(coming).frame["error"]).all()
    assert next(coming).title == "bayes-hebb"
    assert next(coming, None) is None
