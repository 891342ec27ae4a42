"""Names, and errors that contain the fix."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import rosenblatt as rb
from rosenblatt.rules import register, registered, resolve
from rosenblatt.rules.hebb import Hebb
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.registry import OFFLINE
from rosenblatt.theory.registry import offline_learners


def test_names_are_those_of_the_classes():
    assert {"hebb", "rosenblatt"} <= set(registered())
    assert all(cls.name == name for name, cls in registered().items())


def test_a_rule_is_found_by_name_class_object_or_function():
    half = rb.Rosenblatt(eta=0.5)
    assert resolve("rosenblatt", eta=0.5) == half
    assert resolve(rb.Rosenblatt, eta=0.5) == half
    assert resolve(half) is half
    assert isinstance(resolve(lambda label, field: label), HebbianRule)


def test_who_sees_all_examples_at_once_is_no_rule():
    assert set(OFFLINE) == set(offline_learners())  # a learner that is added there is named here
    for name in OFFLINE:
        message = f"one that learns example by example; got '{name}', .* at once. rb.learning_curve\\('{name}'"
        with pytest.raises(ValueError, match=message):
            resolve(name)


@pytest.mark.parametrize(("typo", "meant"), [("rosenblat", "rosenblatt"), ("Hebb", "hebb"), ("heb", "hebb")])
def test_an_unknown_name_suggests_the_nearest(typo, meant):
    with pytest.raises(ValueError, match=f"got '{typo}'.*Did you mean '{meant}'"):
        resolve(typo)


def test_a_name_like_no_other_lists_them_all():
    with pytest.raises(ValueError, match="Choose one of: .*hebb.*rosenblatt"):
        resolve("xyzzy")


@pytest.mark.parametrize("nonsense", [3, None, int, {"hebb"}])
def test_something_that_is_no_rule(nonsense):
    with pytest.raises(TypeError, match="rule must be a name"):
        resolve(nonsense)


def test_a_duplicate_name_is_refused_and_the_first_rule_stays():
    @dataclass(frozen=True)
    class Impostor(HebbianRule):
        name = "hebb"

    with pytest.raises(ValueError, match="rule name must be unique; got 'hebb'.*Choose another name"):
        register(Impostor)
    assert registered()["hebb"] is Hebb


def test_the_same_cell_run_twice_replaces_its_rule(monkeypatch):
    from rosenblatt.rules import registry

    monkeypatch.setattr(registry, "_rules", dict(registry._rules))

    def cell(value):
        @register
        @dataclass(frozen=True)
        class Mine(HebbianRule):
            name = "mine"

            @staticmethod
            def modulation(label, field):
                return value * label

        return Mine

    cell(1.0)
    second = cell(2.0)
    assert registered()["mine"] is second
