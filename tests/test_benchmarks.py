"""How benchmarks are chosen, measured and compared; no test times anything."""

from __future__ import annotations

import sys
import types

import numpy as np
import pytest

from benchmarks import compare, groups, timing
from benchmarks.timing import Failure, Row, side_by_side


def row(ratio: float, name: str = "a / b") -> Row:
    return Row(name, ratio, 1.0, False, "detail")


@pytest.fixture
def broken_group(monkeypatch):
    """Have a group of which one part breaks off after a row."""

    def breaks():
        yield row(0.5)
        raise ZeroDivisionError("nothing to divide by")

    def works():
        yield row(0.7)

    module = types.SimpleNamespace(ROWS=(breaks, works))
    monkeypatch.setitem(sys.modules, "benchmarks.broken", module)
    monkeypatch.setattr(groups, "GROUPS", ("broken", "not_there"))


def test_groups_and_parts_are_chosen_by_name(broken_group):
    assert groups.choose([]) == ["broken:breaks", "broken:works", "not_there:rows"]
    assert groups.choose(["broken"]) == ["broken:breaks", "broken:works"]
    assert groups.choose(["works", "broken:breaks"]) == ["broken:works", "broken:breaks"]
    with pytest.raises(SystemExit, match="groups must be among broken, not_there, gpu, or parts of --list; got 'x'"):
        groups.choose(["x"])


def test_what_fails_keeps_the_rows_before_it_and_stops_nothing(broken_group):
    first, failure = groups.measured("broken:breaks")
    assert first == row(0.5)
    assert failure == Failure("broken:breaks", "ZeroDivisionError: nothing to divide by")
    assert not failure.holds
    assert list(groups.measured("broken:works")) == [row(0.7)]
    (missing,) = groups.measured("not_there:rows")
    assert "No module named" in missing.reason


def test_all_groups_can_be_imported():
    assert all(groups.parts(group) != ["rows"] for group in groups.GROUPS)


def test_the_least_of_the_rounds_counts_and_works_take_turns():
    done, now = [], iter(range(1000))
    seconds = iter([3.0, 1.0, 2.0, 5.0, 7.0, 4.0])
    times = [0.0]

    def clock() -> float:
        if next(now) % 2:
            times[0] += next(seconds)
        return times[0]

    found = side_by_side(lambda: done.append("a"), lambda: done.append("b"), rounds=3, clock=clock)
    assert found == [2.0, 1.0]
    assert "".join(done) == "ab" * 4  # one to warm up
    assert timing.FEWEST >= 3


class Measurer:
    """Measures rows whose ratios scatter around a given one."""

    def __init__(self, ratio: float, scatter: float, seed: int) -> None:
        self.ratio, self.scatter, self.random, self.asked = ratio, scatter, np.random.default_rng(seed), 0

    def rows(self, part: str) -> list[Row]:
        self.asked += 1
        return [row(self.ratio * float(np.exp(self.scatter * self.random.standard_normal())))]


@pytest.mark.parametrize(
    ("mine", "theirs", "scatter", "verdict"),
    [
        (1.0, 1.0, 0.002, "not worse"),
        (1.2, 1.0, 0.002, "WORSE"),
        (0.5, 1.0, 0.05, "not worse"),
        (1.2, 1.0, 0.02, "WORSE"),
        (1.05, 1.0, 0.05, "unclear"),
    ],
)
def test_rows_are_repeated_until_it_is_clear_which_is_worse(mine, theirs, scatter, verdict):
    both = (Measurer(mine, scatter, 1), Measurer(theirs, scatter, 2))
    ((name, found, text),) = compare.compared(both, "part")
    assert (name, found) == ("a / b", verdict)
    assert both[0].asked == both[1].asked
    assert compare.FEWEST <= both[0].asked <= compare.MOST
    assert (both[0].asked == compare.MOST) == (verdict == "unclear")
    assert f"{both[0].asked} pairs" in text


def test_a_row_that_should_be_large_is_worse_when_it_is_small():
    large, small = (Row("speed", ratio, 1.0, True, "") for ratio in (2.0, 1.0))
    assert small.worse_than(large) == 2.0
    assert row(2.0).worse_than(row(1.0)) == 2.0


def test_a_checkout_must_be_one(tmp_path):
    with pytest.raises(SystemExit, match="CHECKOUT must be a checkout of this repository"):
        compare.Measurer(tmp_path)


def test_the_other_package_is_measured_in_a_process_of_its_own(tmp_path):
    package = tmp_path / "src" / "rosenblatt"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise ImportError('the other one')")
    measurer = compare.Measurer(tmp_path)
    try:
        (failure,) = measurer.rows("kernels:chain_against_vector")
    finally:
        measurer.close()
    assert failure == Failure("kernels:chain_against_vector", "ImportError: the other one")
