"""Rows about bounded synapses fail if a condition is not met."""

from __future__ import annotations

import pytest

from rosenblatt.papers.sompolinsky_lecture import bounded_synapses
from rosenblatt.papers.sompolinsky_lecture.claims import REPRODUCTION
from tests.helpers.papers import verdict


@pytest.mark.parametrize(
    ("label", "changed"),
    [
        ("sec. 3, all conditions", {"eta": 0.5}),
        ("sec. 3, condition 2", {"eta": 0.5}),
        ("sec. 3, condition 3", {"theta": 0.5}),
        ("sec. 3, condition 1", {"inhibition": 0.0}),
        ("sec. 3, condition 1, upper end", {"eta": 1.0}),
    ],
)
def test_rows_about_bounded_synapses_fail_if_a_condition_is_not_met(label, changed, context, monkeypatch):
    monkeypatch.setattr(bounded_synapses, "GOOD", {**bounded_synapses.GOOD, **changed})
    assert verdict(REPRODUCTION, label, context) == "fails"
