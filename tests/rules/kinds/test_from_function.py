"""A user's own rule: from a function to a learner, a curve and a simulation."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import rosenblatt as rb
from tests.helpers import Z_LIMIT
from tests.helpers.rules import margin


def plain_margin(label, field, width=0.5):
    return label if label * field <= width else 0.0


def test_defaults_become_parameters():
    rule = margin()
    assert (rule.name, rule.own, rule.parameters) == ("margin", (0.5,), (0.5, 0.0))
    assert margin(width=0.2, weight_decay=0.1).parameters == (0.2, 0.1)


def test_the_name_can_be_given():
    assert rb.rule(plain_margin, name="my-margin").name == "my-margin"


def test_kinks_that_stay_where_they_are_need_no_declaration():
    def both(label, field, alpha, q_norm):
        strength = math.exp(-0.5 * label * field / math.sqrt(q_norm + 0.01)) / (1.0 + alpha)
        return label * strength if label * field <= 1.0 else 0.0

    found = rb.learning_curve(rb.rule(both), [1.0, 10.0]).frame
    declared = rb.learning_curve(rb.rule(both, kinks=(-1.0, 1.0)), [1.0, 10.0]).frame
    assert found["r"].tolist() == pytest.approx(declared["r"].tolist(), rel=1e-9)


def test_kinks_follow_the_parameters():
    assert margin(width=0.25).kink_fields() == (-0.25, 0.25)


def test_rules_pickle_decorated_or_not():
    for rule in (margin(width=0.3), rb.rule(plain_margin)(width=0.3)):
        copy = pickle.loads(pickle.dumps(rule))
        assert copy.parameters == rule.parameters
        assert copy.full_modulation(1.0, 0.25, 1.0, 1.0, copy.own) == 1.0


@pytest.mark.parametrize("rule", [rb.Rosenblatt(eta=0.5), margin(width=0.3)], ids=str)
def test_rules_and_results_pickle_after_they_were_used(rule):
    result = rb.simulate(rule, n=10, alpha=1.0, runs=2)
    curve = rb.learning_curve(rule, 1.0)
    assert pickle.loads(pickle.dumps(result)).rule == rule
    assert pickle.loads(pickle.dumps(curve)).frame.equals(curve.frame)


def test_theory_and_simulation_agree_for_a_function_that_nobody_analysed(seed):
    def cautious(label, field, alpha):
        return label * math.exp(-0.5 * max(label * field, 0.0)) / math.sqrt(1.0 + alpha)

    alpha = [0.5, 3.0, 20.0]
    theory = rb.learning_curve(cautious, alpha, noise=0.05).frame
    small = rb.simulate(cautious, n=2000, alpha=alpha, runs=100, noise=0.05, seed=seed).frame
    z = (small["disagreement"] - theory["disagreement"]) / small["disagreement_sem"]
    # N = 2000: the bias of order 1/N is far below the standard error of 100 runs.
    assert np.abs(z).max() < Z_LIMIT


def test_helpers_and_constants_of_the_users_module_are_compiled(seed):
    def uses_helpers(label, field):
        return RATE * gate(label * field) * label

    frame = rb.simulate(uses_helpers, n=50, alpha=[2.0], runs=20, seed=seed).frame
    direct = rb.simulate(rb.Rosenblatt(eta=RATE), n=50, alpha=[2.0], runs=20, seed=seed, method="chain").frame
    assert frame["r"].tolist() == direct["r"].tolist()


RATE = 0.7


def gate(stability):
    return 1.0 if stability <= 0.0 else 0.0


def test_a_users_rule_for_numbers_with_kinks(seed):
    @rb.rule(labels="linear")
    def huber(label, field, width=0.7):
        return min(max(label - field, -width), width)

    assert huber().kink_fields() == pytest.approx((-0.7, 0.7))
    how = dict(alpha=[0.5, 1.0, 4.0], noise=0.3)
    theory = rb.learning_curve(huber(), **how).frame
    frame = rb.simulate(huber(), n=2000, runs=60, seed=seed, **how).frame
    for column in ("r", "q_norm", "error"):
        assert (np.abs(frame[column] - theory[column]) <= Z_LIMIT * frame[f"{column}_sem"] + 2.0 / 2000).all()
    with pytest.raises(ValueError, match="values of label - field"):
        rb.learning_curve(rb.rule(lambda label, field: label - field if field > 0.3 else 0.1, labels="linear"), [1.0])
    with pytest.raises(ValueError, match="labels must be one of"):
        rb.rule(lambda label, field: label, labels="numbers")
    with pytest.raises(ValueError, match="none is just right or wrong"):
        rb.rule(lambda label, field: label, labels="linear", mistake_driven=True)


class TestBadFunctions:
    def test_one_that_returns_nan(self):
        with pytest.raises(ValueError, match=r"must return a finite number; got nan at label=-1, field=-30"):
            rb.rule(lambda label, field: float("nan"))

    def test_one_that_returns_nan_only_where_the_probes_do_not_look(self):
        def trap(label, field):
            return math.nan if 1.5 < field < 1.6 else label

        with pytest.raises(ValueError, match="modulation of 'trap' must return a finite number; got NaN or infinity"):
            rb.simulate(trap, n=20, alpha=[50.0], runs=4, method="chain")
        with pytest.raises(ValueError, match="modulation of 'trap' must return a finite number; got NaN or infinity"):
            rb.simulate(trap, n=20, alpha=[50.0], runs=4, method="vector")
        with pytest.raises(ValueError, match="modulation of 'trap' must return a finite number; got NaN or infinity"):
            rb.learning_curve(trap, [50.0])

    def test_one_that_returns_nothing(self):
        with pytest.raises(TypeError, match="must return a number; got None.*Return 0.0"):
            rb.rule(lambda label, field: None)

    def test_a_parameter_without_a_default(self):
        with pytest.raises(TypeError, match="parameter 'eta' .* must have a default value; got none. Write eta=1.0"):
            rb.rule(lambda label, field, eta: eta * label)

    def test_arguments_of_other_names(self):
        with pytest.raises(TypeError, match="must take .'label', 'field'.; got .'y', 'h'"):
            rb.rule(lambda y, h: y)

    def test_a_false_claim_to_learn_from_mistakes_only(self):
        with pytest.raises(ValueError, match="must be 0 where the label is right.*Declare mistake_driven=False"):
            rb.rule(lambda label, field: label, mistake_driven=True)

    def test_a_false_claim_at_other_values_of_the_parameters(self):
        at_zero = rb.rule(lambda label, field, width=0.0: label if label * field <= width else 0.0, mistake_driven=True)
        with pytest.raises(ValueError, match="must be 0 where the label is right"):
            at_zero(width=1.0)

    @pytest.mark.parametrize("value", ["a", None, float("nan"), [1.0]])
    def test_a_parameter_that_is_no_number(self, value):
        with pytest.raises((TypeError, ValueError), match="width must be"):
            margin(width=value)

    @pytest.mark.parametrize("name", ["decay", "own", "name", "weights", "functions", "kinks", "weight_decay"])
    def test_a_parameter_with_a_name_that_rules_have(self, name):
        scope = {}
        exec(f"def f(label, field, {name}=1.0): return label", scope)
        with pytest.raises(TypeError, match=f"parameter '{name}' .* must have a name of its own; .* Call it {name}_0"):
            rb.rule(scope["f"])

    def test_parameters_with_names_that_rules_do_not_have(self):
        @rb.rule
        def named(label, field, memory=1.0, cell=1.0, scale=1.0, examples=1.0, noise=1.0):
            return memory * cell**2 * scale**3 * examples**4 * noise**5 * label

        for place, name in enumerate(("memory", "cell", "scale", "examples", "noise"), start=1):
            found = rb.learning_curve(named(**{name: 2.0}), 1.0).frame["r"][0]
            assert found == pytest.approx(2.0**place * math.sqrt(2.0 / math.pi))

    def test_something_that_is_no_plain_function(self):
        with pytest.raises(TypeError, match="must be a plain function of label and field; got <ufunc"):
            rb.rule(np.multiply)

    def test_one_that_divides_by_zero(self):
        with pytest.raises(ValueError, match="got ZeroDivisionError.*at label=-1, field=0. Guard"):
            rb.rule(lambda label, field: label / field)

    def test_one_whose_value_is_no_float(self):
        with pytest.raises(ValueError, match="must return a finite number; got OverflowError.*at label=-1, field=-30"):
            rb.rule(lambda label, field: 10**400)

    def test_one_that_has_no_value_far_out(self):
        assert rb.rule(lambda label, field: label * math.exp(-2.0 * label * field))().kink_fields() == ()
        assert rb.rule(lambda label, field: label * math.sqrt(50.0 + label * field))().kink_fields() == ()

    @pytest.mark.parametrize("kinks", [1.0, "ab", [None]])
    def test_kinks_that_are_none(self, kinks):
        with pytest.raises(TypeError, match="kinks must be"):
            rb.rule(lambda label, field: label, kinks=kinks)

    def test_a_rate_that_diverges_at_the_start(self):
        with pytest.raises(
            ValueError, match="must grow more slowly than alpha\\^-0.5 as alpha -> 0; .* like alpha\\^-1,.*Cap it"
        ):
            rb.learning_curve(lambda label, field, alpha: 2.0 * label / alpha, [1.0])

    def test_one_that_never_starts(self):
        with pytest.raises(ValueError, match="start must be given .* never starts to learn"):
            rb.learning_curve(rb.rule(lambda label, field: field), [1.0])

    def test_kinks_that_move_and_were_not_declared(self):
        def moving(label, field, q_norm):
            return label if label * field <= 0.3 * math.sqrt(q_norm) else 0.0

        with pytest.raises(ValueError, match="kinks of 'moving' must be declared, because they move"):
            rb.learning_curve(moving, [10.0])
        declared = rb.rule(moving, kinks=lambda q_norm: (-0.3 * math.sqrt(q_norm), 0.3 * math.sqrt(q_norm)))
        assert 0.0 < rb.learning_curve(declared, [10.0]).frame["disagreement"][0] < 0.2


def test_a_function_that_cannot_be_compiled_is_one_sentence():
    words = {"yes": 1.0}

    def wordy(label, field):
        return label * words.get("yes")

    with pytest.raises(
        TypeError, match="must be ones that Numba can compile; got: Untyped global name 'words'.*Use numbers"
    ):
        rb.simulate(wordy, n=10, alpha=1.0, runs=2)
