"""The units of targets: when they change, and what is told of it."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.common.running_scaler import FARTHEST_TARGET
from rosenblatt.estimators.numbers.target_units import TargetUnits


def learn_all(units, targets):
    """Learn targets as a bank does; return what was seen of each, and at how many rows the units changed."""
    seen, changed, start = [], [], 0
    while start < len(targets):
        rows = slice(start, start + 1)
        if not units.meet(float(targets[start])):
            rows = slice(start, start + units.rows_alike(targets[start:]))
        seen.append(units.seen(targets[rows]))
        units.learn(targets[rows], np.ones(len(targets[rows])))
        if units.renew() != (1.0, 0.0):
            changed.append(units.rows)
        start = rows.stop
    return np.concatenate(seen), changed


def test_they_change_when_the_rows_have_doubled(random):
    targets = 5.0 + 3.0 * random.standard_normal(1000)
    units = TargetUnits.new()
    _, changed = learn_all(units, targets)
    assert changed == [2, 4, 8, 16, 32, 64, 128, 256, 512]
    assert (units.centre, units.unit) == pytest.approx((targets[:512].mean(), targets[:512].std()))


@pytest.mark.parametrize(("factor", "shift"), [(1e6, 0.0), (-1e-9, 3.0), (0.3, -1e5)])
def test_what_is_seen_does_not_depend_on_the_units_of_the_data(factor, shift, random):
    targets = random.standard_normal(200)
    ours, theirs = (learn_all(TargetUnits.new(), y)[0] for y in (targets, factor * targets + shift))
    assert np.sign(factor) * theirs == pytest.approx(ours, rel=1e-4 if factor == -1e-9 else 1e-7, abs=1e-5)


def test_batches_do_not_matter(random):
    targets = np.concatenate([np.full(9, 2.0), random.standard_normal(60)])
    whole, parts = TargetUnits.new(), TargetUnits.new()
    seen, _ = learn_all(whole, targets)
    pieces = [learn_all(parts, targets[k : k + 7])[0] for k in range(0, 69, 7)]
    assert np.array_equal(np.concatenate(pieces), seen)
    assert (whole.centre, whole.unit) == (parts.centre, parts.unit)


def test_targets_that_are_all_alike_have_no_unit():
    units = TargetUnits.new()
    seen, changed = learn_all(units, np.full(50, -7.0))
    assert not seen.any() and not changed
    assert (units.centre, units.unit, units.said_unit) == (-7.0, 0.0, 7.0)
    assert not units.meet(-7.0)
    assert units.meet(-4.0) and units.unit == 3.0
    assert TargetUnits.new().said_unit == 1.0


def test_other_units_are_told(random):
    units = TargetUnits.new()
    targets = random.standard_normal(40)
    learn_all(units, targets)
    before = units.seen(targets)
    ratio, shift = units.become(10.0, 0.5)
    assert units.seen(targets) == pytest.approx(ratio * before + shift)


def test_nothing_is_seen_infinitely_far():
    units = TargetUnits.new()
    units.meet(0.0)
    units.learn(np.zeros(1), np.ones(1))
    units.meet(1e-300)
    assert units.seen(np.array([1e150, -1e150])).tolist() == [FARTHEST_TARGET, -FARTHEST_TARGET]


def test_a_copy_learns_on_its_own(random):
    units = TargetUnits.new()
    learn_all(units, random.standard_normal(5))
    copy = units.copy()
    learn_all(copy, random.standard_normal(5))
    assert (units.rows, copy.rows) == (5, 10)
