"""The contract, for every rule of the registry: a new rule is tested without editing this file."""

from __future__ import annotations

import inspect
import math
import re
from pathlib import Path

import numpy as np
import pytest

from rosenblatt.references import PAPERS
from rosenblatt.rules import registered
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.rules.kinds.covariance import CovarianceRule
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.kinds.synaptic import IsotropicRule
from rosenblatt.rules.kinds.vector import VectorRule
from rosenblatt.rules.parts.kinks import find_kinks
from rosenblatt.rules.parts.readouts import BINARISED, CLIPPED, MEAN
from rosenblatt.scenario import Scenario, SignChannel, channel_of_noise
from rosenblatt.theory import learning_curve
from rosenblatt.theory.hebbian import quadrature
from tests.helpers import by_name, declared_equations
from tests.helpers.rules import HEBBIAN, SAMPLES, beginning
from tests.helpers.students import learn, numbers

RULES = list(registered().values())
FIELDS = (-20.0, -1.3, -0.2, -1e-9, 0.0, 1e-9, 0.4, 2.2, 15.0)


@pytest.mark.parametrize("cls", RULES, ids=lambda cls: cls.name)
class TestDeclarations:
    def test_has_a_docstring_a_reference_and_the_readouts(self, cls: type[Rule]):
        assert (cls.__doc__ or "").strip().endswith(".")
        assert cls.reference is not None
        assert cls.reference.paper in PAPERS
        assert cls.reference.equations
        assert cls.readouts
        assert set(cls.readouts) <= {MEAN, CLIPPED, BINARISED}

    def test_one_file_with_labelled_equations_that_the_code_refers_to(self, cls: type[Rule]):
        file = Path(inspect.getfile(cls))
        source, stem = file.read_text(), file.stem
        code = source.split('"""', 2)[2]
        defined = declared_equations(source, stem)
        used = set(re.findall(rf"# ({stem}\.\d+)", code))
        assert defined
        assert used
        assert used <= defined

    def test_the_default_rule_starts_and_describes_itself(self, cls: type[Rule]):
        rule = cls()
        synapses, cell = rule.start(5)
        assert len(synapses) == (6 if isinstance(rule, CovarianceRule) else len(rule.synapse))
        assert cell.n == synapses.shape[1]
        assert synapses.shape[1] == 5 or isinstance(rule, VectorRule)
        assert not isinstance(rule, CompiledRule) or cell.gain == rule.gain(5**-0.5)
        assert cell.dtype.names[5:] == tuple(rule.own_memory)
        assert all(isinstance(value, float) for value in rule.parameters)


@pytest.mark.parametrize("cls", [cls for cls in RULES if issubclass(cls, IsotropicRule)], ids=lambda cls: cls.name)
def test_an_isotropic_rule_does_not_see_a_rotation(cls: type[Rule], random):
    rule, n = cls(), 7
    turn = np.linalg.qr(random.standard_normal((n, n)))[0]
    x, labels = random.standard_normal((60, n)) + 0.8, np.where(random.random((1, 60)) < 0.8, 1.0, -1.0)
    learnt = []
    for axes in (np.eye(n), turn):
        rows = x @ axes
        synapses, cell = rule.start(n)
        synapses = synapses @ axes
        learn(rule, np.ascontiguousarray(rows), labels[0], synapses, cell)
        learnt.append((synapses, numbers(cell)))
    (synapses, cell), (turned, cell_of_turned) = learnt
    assert np.abs(synapses).max() > 0.0
    assert synapses @ turn == pytest.approx(turned, rel=1e-9, abs=1e-9)
    assert cell_of_turned == pytest.approx(cell, rel=1e-9)


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
class TestSynapses:
    def test_a_silent_signal_changes_nothing(self, rule: HebbianRule):
        for x in (-2.0, 0.0, 0.7):
            assert rule.functions.absorb((0.3,), x, (0.0,)) == (0.3,)

    def test_fold_writes_the_gain_into_the_weights(self, rule: HebbianRule):
        synapses, cell = np.array([[1.5, -2.0]]), rule.start(2)[1]
        cell.gain = 0.25
        before = rule.weights(synapses, cell)
        folded = np.array([rule.functions.fold((w,), cell.gain)[0] for w in synapses[0]])
        cell.gain = 1.0
        assert rule.weights(folded[None], cell) == pytest.approx(before)


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
class TestModulation:
    def test_is_a_finite_number(self, rule: HebbianRule):
        for label in (-1.0, 1.0):
            for field in FIELDS:
                assert math.isfinite(rule.full_modulation(label, field, 2.0, 1.5, rule.own))

    def test_a_declared_mistake_driven_rule_rests_without_a_mistake(self, rule: HebbianRule):
        right = [
            rule.full_modulation(label, label * abs(f), 2.0, 1.5, rule.own)
            for label in (-1.0, 1.0)
            for f in FIELDS
            if f
        ]
        if rule.mistake_driven:
            assert all(strength == 0.0 for strength in right)
        else:
            assert any(strength != 0.0 for strength in right)

    def test_kinks_are_where_it_is_not_smooth(self, rule: HebbianRule):
        found = find_kinks(lambda label, field: rule.full_modulation(label, field, 1.0, 1.0, rule.own))
        assert set(found) <= set(rule.kink_fields())

    def test_the_value_at_a_kink_is_its_limit_from_the_side_of_the_mistake(self, rule: HebbianRule):
        # A tie counts as a mistake: in terms of label * field every kink belongs to its left.
        for kink in rule.kink_fields():
            for label in (-1.0, 1.0):
                at = rule.full_modulation(label, kink, 1.0, 1.0, rule.own)
                left = rule.full_modulation(label, kink - label * 1e-12, 1.0, 1.0, rule.own)
                assert at == pytest.approx(left, abs=1e-9)


@pytest.mark.parametrize("cls", [cls for cls in HEBBIAN if hasattr(cls, "averages")], ids=lambda cls: cls.name)
@pytest.mark.parametrize("noise", [0.0, 0.1, 0.37])
def test_declared_averages_are_those_of_the_modulation(cls: type[HebbianRule], noise: float):
    rule = cls()
    averages = quadrature(rule, Scenario(channel=channel_of_noise(rule.labels, noise)), level=1)
    for angle in (1e-12, 1e-6, 1e-2, 0.5, 1.5, 2.5, 3.1):
        for length in (1e-4, 1.0, 300.0):
            declared = cls.averages(angle, length, 1.0, noise, *rule.own_at(1.0))
            measured = averages(length * math.cos(angle), length * math.sin(angle), 1.0)
            small = (
                1e-9 * angle if issubclass(cls.labels, SignChannel) else 1e-13 * (1.0 + length) ** 2
            )  # squares cancel
            assert measured == pytest.approx(declared, rel=1e-9, abs=small)


@pytest.mark.parametrize("cls", [cls for cls in HEBBIAN if cls().decay is not None], ids=lambda cls: cls.name)
def test_declared_decay_is_the_one_of_the_curve(cls: type[HebbianRule]):
    curve = learning_curve(cls(), np.geomspace(1e5, 1e6, 30), **beginning(cls()))
    assert curve.decay == cls().decay
    assert curve.fit_decay() == pytest.approx(cls().decay, abs=1e-3)
