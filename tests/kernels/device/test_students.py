from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.kernels.device.layout import layout_of
from rosenblatt.kernels.device.students import resident_runs
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import resolve_scenario


@pytest.mark.parametrize(
    ("rule", "inputs", "per_lane", "warps"),
    [("hebb", "gaussian", 32, 2), ("hebb", "binary", 64, 1), ("bayes-binary", "binary", 32, 2)],
)
def test_signs_leave_room_for_more_weights_of_rules_that_do_little_with_each(rule, inputs, per_lane, warps):
    rule = resolve(rule)
    layout = layout_of(rule, resolve_scenario(rule, inputs=inputs), 2048)
    assert (layout.per_lane, layout.warps) == (per_lane, warps)


@pytest.mark.gpu
def test_a_team_fits_on_the_device():
    rule = rb.Hebb()
    assert resident_runs(layout_of(rule, rb.Scenario().completed(rule), 100_000)) >= 1
