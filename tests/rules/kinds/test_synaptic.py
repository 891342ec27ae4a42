"""A rule written out as three functions of a synapse."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_rows
from rosenblatt.rules.kinds.compiled import add_input, first_sum, follow_nothing, keep, weigh
from rosenblatt.rules.kinds.synaptic import IsotropicRule, SynapticRule
from tests.helpers.rules import Adaptive


class Perceptron(SynapticRule):
    """Rosenblatt's rule, by its three functions alone."""

    name = "three-functions"
    project = staticmethod(weigh)
    absorb = staticmethod(add_input)

    @staticmethod
    def respond(label, sums, cell):
        return (cell.sample_weight * label * cell.scale if label * sums[0] <= 0.0 else 0.0,)


def test_three_functions_are_enough(random):
    x, labels = random.standard_normal((50, 6)), np.where(random.random(50) < 0.5, 1.0, -1.0)
    rule, reference = Perceptron(), rb.Rosenblatt()
    mine, theirs = rule.start(6, 1.0), reference.start(6, 1.0)
    assert learn_rows(rule, x, labels, *mine) == pytest.approx(learn_rows(reference, x, labels, *theirs))
    assert rule.weights(*mine) == pytest.approx(reference.weights(*theirs))


@pytest.mark.parametrize("missing", ["project", "respond", "absorb"])
def test_without_one_of_the_three_there_is_no_rule(missing):
    given = {name: vars(Perceptron)[name] for name in ("project", "respond", "absorb") if name != missing}
    incomplete = type("Incomplete", (SynapticRule,), {"name": "incomplete", **given})
    with pytest.raises(TypeError, match=f"abstract.*{missing}"):
        incomplete()
    with pytest.raises(TypeError, match="abstract"):
        IsotropicRule()


def test_what_is_not_given_has_a_default_and_what_is_given_counts():
    functions = Perceptron().functions
    assert (functions.fold, functions.refresh, functions.field) == (keep, follow_nothing, first_sum)
    assert Adaptive().functions.fold is Adaptive.fold is not keep


@pytest.mark.parametrize("name", ["modulation", "learn", "fields"])
def test_a_function_of_another_kind_is_refused(name):
    with pytest.raises(TypeError, match=f"Wrong must give .*absorb, field, fold, project, refresh.*got '{name}'"):
        type("Wrong", (SynapticRule,), {"name": "wrong", name: staticmethod(lambda *arguments: 0.0)})
