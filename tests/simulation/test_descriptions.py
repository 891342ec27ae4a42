"""Descriptions: the same for the same, another for another, and made again."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.registry import registered, resolve
from rosenblatt.simulation.descriptions import describe, make_again, with_whole_arrays


def round_trip(value):
    return make_again(json.loads(with_whole_arrays(describe(value).data)))


@pytest.mark.parametrize("name", sorted(registered()))
def test_every_rule_is_made_again(name):
    rule = registered()[name]()
    found = describe(rule)
    assert round_trip(rule) == rule
    assert found.lasting
    assert type(rule).__module__ in found.modules


def test_scenarios_are_made_again():
    for world in (
        rb.Scenario(teacher="binary", channel=rb.Logistic(2.0), start=(0.3, 1.0)),
        rb.Scenario(inputs=rb.Covariance(np.diag([1.0, 2.0, 3.0])), queries=rb.Queries(0.5)),
        rb.Scenario(inputs=rb.ShiftedInputs(4.0, -1.0), drift=0.25),
    ):
        whole = world.completed(rb.Hebb())
        assert round_trip(whole) == whole


def test_numbers_and_arrays():
    for value in (0.1, float("inf"), None, True, "text", (1, (2.5, "x"))):
        assert round_trip(value) == value
    assert np.isnan(round_trip(float("nan")))
    array = np.arange(6.0).reshape(2, 3)
    assert np.array_equal(round_trip(array), array)
    assert describe(array).text != describe(array.T).text
    assert describe(array).text == describe(array.copy()).text
    assert describe(np.float64(0.5)).text == describe(0.5).text


def test_code_of_the_users_own_matters_and_its_place_does_not():
    def of_half(label, field):
        return label if label * field <= 0.5 else 0.0

    half, same = of_half, eval("lambda label, field: label if label * field <= 0.5 else 0.0")
    one = describe(resolve(half)).text
    assert one == describe(resolve(half)).text

    def of_half(label, field):
        return label if label * field <= 0.25 else 0.0

    assert describe(resolve(of_half)).text != one
    assert describe(resolve(same)).own


def test_what_only_this_process_knows_does_not_last():
    thing = object()
    found = describe(resolve(lambda label, field: label if thing else 0.0))
    assert not found.lasting
    assert not describe(thing).lasting


def test_another_process_describes_the_same():
    code = (
        "import rosenblatt as rb; from rosenblatt.simulation.descriptions import describe\n"
        "def mine(label, field, width=0.5):\n    return label if label * field <= width else 0.0\n"
        "print(describe([rb.rule(mine)(), rb.Logistic(2.0)]).text)\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert '"own":"mine"' in said.pop()


@pytest.mark.parametrize(
    "data",
    [
        {"class": "os:system", "fields": {}},
        {"class": "rosenblatt.files:os", "fields": {}},
        {"class": "rosenblatt.nowhere:Hebb", "fields": {}},
        {"function": "subprocess:run"},
        {"own": "f", "code": "1"},
        {"float": "5"},
    ],
)
def test_nothing_but_this_package_is_made(data):
    with pytest.raises(ValueError, match="objects of this package"):
        make_again(data)
