"""Cells: made of keywords, or refused with a reason."""

from __future__ import annotations

import pytest

from rosenblatt.sweeps.cell import LEARNING_CURVE, SIMULATE, make_cell, resolved_rules
from rosenblatt.sweeps.computed import Computed
from rosenblatt.sweeps.simulated import Simulated

KEYWORDS = {"rule": "hebb", "n": 10, "alpha": [1, 2], "runs": 3, "seed": 0, "noise": 0.1}


def test_each_kind_has_its_work():
    one, other = (make_cell(kind, KEYWORDS, {}) for kind in (SIMULATE, LEARNING_CURVE))
    assert isinstance(one.work, Simulated)
    assert (one.work.runs, one.work.seed, one.alpha.tolist()) == (3, 0, [1.0, 2.0])
    assert other.work is None
    assert "n must be left out for 'hebb'" in other.problem
    bare = {name: value for name, value in KEYWORDS.items() if name != "n"}
    assert isinstance(make_cell(LEARNING_CURVE, bare, {}).work, Computed)


def test_a_value_of_another_type_raises():
    with pytest.raises(TypeError, match="noise must be a number"):
        make_cell(SIMULATE, {**KEYWORDS, "noise": "x"}, {})
    assert "at least 1" in make_cell(SIMULATE, {**KEYWORDS, "runs": 0}, {}).problem


def test_offline_learners_have_curves_alone():
    assert [one.name for one in resolved_rules(["bayes", "hebb"], (LEARNING_CURVE,)).values()] == ["bayes", "hebb"]
    with pytest.raises(ValueError, match="sees all examples at once"):
        resolved_rules(["bayes"], (SIMULATE,))
