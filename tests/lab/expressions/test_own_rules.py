from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.chain import chain_kernel
from rosenblatt.lab.expressions import machine
from rosenblatt.lab.expressions.grammar import FUNCTIONS, POWER, parse
from rosenblatt.lab.expressions.own_rules import MEANINGS, arguments_of, modulation_of, own_rule
from rosenblatt.scenario import Flips


def test_every_function_of_the_grammar_has_a_meaning():
    assert set(MEANINGS) == {*FUNCTIONS, POWER}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("label*field", -0.6),
        ("label if label*field <= 0.5 else 0", -1.0),
        ("label*(label*field < 0) + 2", 1.0),
        ("2*(field > 1) + 3*(field > 0)", 3.0),
        ("min(label, field, 3) + max(1, 2)", 1.0),
        ("abs(label)*exp(-field**2) + sign(label)", math.exp(-0.36) - 1.0),
        ("field**0.5 + field**-1 + field**3", 0.6**0.5 + 1 / 0.6 + 0.6**3),
        ("1 if 0 < field < 1 and not label > 0 else 5", 1.0),
        ("pi", math.pi),
    ],
)
def test_a_function_gives_what_the_expression_says(text, expected):
    assert modulation_of(parse(text))(-1.0, 0.6) == pytest.approx(expected, rel=1e-15)


def test_the_code_is_taken_out_of_the_tree_and_knows_no_builtins():
    function = modulation_of(parse("label*alpha"))
    assert arguments_of(parse("label*alpha")) == ("label", "field", "alpha")
    assert function.__globals__["__builtins__"] == {}


def test_an_own_rule_learns_as_the_same_function_does():
    def margin(label, field):
        return label if label * field <= 0.5 else 0.0

    alpha = np.array([1.0, 5.0])
    own = own_rule("label if label*field <= 0.5 else 0")
    expected = rb.learning_curve(margin, alpha).frame
    assert np.allclose(rb.learning_curve(own, alpha).frame, expected, rtol=1e-9)
    students, others = (rb.simulate(one, n=50, alpha=alpha, runs=4, progress=False) for one in (own, margin))
    assert np.array_equal(students.samples["overlap"], others.samples["overlap"])


@pytest.mark.parametrize(
    ("text", "world"),
    [
        ("label*max(0, 1 - label*field)*(1 + field*field)**-0.7", {"noise": 0.1}),
        ("sign(label - field)*min(abs(label - field), 0.5)*exp(-alpha)", {"inputs": "binary"}),
        ("label*(label*field < 0.3*q_norm**0.5) if q_norm < 40 else label", {"start": 0.2}),
        ("label*exp(-field**2/(1 + q_norm))", {"drift": 0.1}),
    ],
)
def test_the_program_gives_the_curve_and_the_students_of_the_compiled_function(text, world):
    expression = parse(text)
    own, compiled = own_rule(text), rb.rule(modulation_of(expression), name="compiled")()
    assert own.full_modulation is machine.run
    alpha = np.array([0.5, 2.0, 6.0])
    if "0.3*q_norm" not in text:  # a kink that moves has no line
        expected = rb.learning_curve(compiled, alpha, **world).frame
        assert np.allclose(rb.learning_curve(own, alpha, **world).frame, expected, rtol=1e-9, atol=1e-12)
    students, others = (rb.simulate(one, n=20, alpha=alpha, runs=3, progress=False, **world) for one in (own, compiled))
    assert np.allclose(students.samples["overlap"], others.samples["overlap"], rtol=1e-9, atol=1e-12)


def test_alpha_and_the_length_reach_the_rule():
    own = own_rule("label*q_norm/(1 + alpha)")
    assert own.full_modulation(1.0, 0.3, 3.0, 2.0, own.own) == pytest.approx(0.5)


@pytest.mark.parametrize("text", ["label/field", "log(field)", "exp(exp(exp(field + 5)))", "field**0.5"])
def test_what_has_no_number_somewhere_is_refused(text):
    with pytest.raises(ValueError, match="must give a finite number; got none for label = "):
        own_rule(text)


def test_all_own_rules_share_their_kernels():
    one, other = own_rule("label"), own_rule("label*exp(-field**2)*alpha + q_norm")
    assert one.kernel_title == other.kernel_title  # and with it the files on disk
    assert chain_kernel(one, Flips()) is chain_kernel(other, Flips())
