"""The rate of a rule, found or put in front of it."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.kinds.with_rate import rate_parameter, with_rate
from tests.helpers.rules import margin, proportional, self_scaled


@rb.rule
def loud(label, field, q_norm, volume=2.0, bend=1.0):
    return volume * label / (1.0 + bend * abs(field) / (1.0 + q_norm))


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        (rb.Rosenblatt(eta=0.3), "eta"),
        (rb.Normalised(), "eta"),
        (rb.Adatron(), "eta"),
        (rb.Margin(), "eta"),  # not its margin
        (proportional(), "eta"),
        (loud(), "volume"),
        (rb.Hebb(), None),
        (margin(), None),
        (self_scaled(), None),
        (rb.OptimalLinear(), None),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_it_is_the_parameter_that_multiplies(rule, name):
    assert rate_parameter(rule) == name
    rated = with_rate(rule, 0.25)
    assert rate_parameter(rated) == (name or "eta")
    unit = with_rate(rule)
    for label, field in ((1.0, -0.7), (-1.0, 0.2), (1.0, 0.4)):
        quarter, whole = (r.full_modulation(label, field, 2.0, 3.0, r.own) for r in (rated, unit))
        assert quarter == pytest.approx(0.25 * whole)


def test_a_rule_with_a_rate_in_front_is_the_rule_otherwise():
    rated = with_rate(rb.Hebb(weight_decay=0.2), 0.5)
    assert (rated.name, rated.weight_decay, rated.decay) == ("hebb", 0.2, None)
    alpha = [1.0, 10.0]
    for averages in ("closed-form", "quadrature"):  # from J = 0 a rate of Hebb's rule sets the length alone
        mine, plain = (rb.learning_curve(r, alpha, averages=averages).frame for r in (rated, rb.Hebb(weight_decay=0.2)))
        assert mine["r"].to_numpy() == pytest.approx(0.5 * plain["r"].to_numpy(), rel=1e-8)
        assert mine["disagreement"].to_numpy() == pytest.approx(plain["disagreement"].to_numpy(), rel=1e-8)


def test_kinks_that_move_are_handed_on():
    wide = rb.rule(
        lambda label, field, q_norm, m=0.5: label if label * field <= m * q_norm**0.5 else 0.0,
        kinks=lambda q_norm, m: (-m * q_norm**0.5, m * q_norm**0.5),
    )
    rated = with_rate(wide(m=0.4), 3.0)
    assert rated.kink_fields(1.0, 4.0) == pytest.approx((-0.8, 0.8))
    found = with_rate(margin(width=0.25), 3.0)
    assert found.kink_fields() == (-0.25, 0.25)


def test_it_can_be_compiled_pickled_and_fitted(random):
    rated = with_rate(rb.Hebb(), rb.PowerLaw(1.0, z=0.5, cap=5.0))
    assert pickle.loads(pickle.dumps(rated)) == rated
    x = random.standard_normal((50, 3))
    y = np.where(x[:, 0] > 0.0, 1, -1)
    w = sum(label * row * rated.eta((k + 1) / 3) for k, (row, label) in enumerate(zip(x, y, strict=True)))
    assert rb.OnlineClassifier(rated, fit_intercept=False).fit(x, y).coef_[0] == pytest.approx(w)


def test_a_name_that_is_taken_is_left_alone():
    odd = rb.rule(lambda label, field, eta=0.5: label if label * field <= eta else 0.0)
    assert with_rate(odd(), 2.0).rates == ("rate",)
