"""Every curve ends within seconds, right or refused: rules of the package and of users, over many decades of alpha."""

from __future__ import annotations

import math
import re
import time

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory import integration
from rosenblatt.theory.integration import NotFollowed
from tests.helpers.rules import HEBBIAN, beginning

GRID = [1e-3, 1.0, 10.0, 60.0, 1e3, 1e6, 1e9, 1e12, 1e21]
SECONDS = 60.0  # a curve takes some tenths of one; before, some took hours


@rb.rule
def margin(label, field, width=0.5):
    return label if label * field <= width else 0.0


@rb.rule
def cautious(label, field):
    return label * math.exp(-max(label * field, 0.0))


@rb.rule(mistake_driven=True)
def annealed(label, field, alpha, eta=2.0):
    return eta * label / (1.0 + alpha) if label * field <= 0.0 else 0.0


@rb.rule(labels="linear")
def huber(label, field, width=1.0):
    return min(max(label - field, -width), width)


@rb.rule(labels="linear")
def timid(label, field):
    return math.tanh(label - field)


@rb.rule(labels="linear")
def signs_of_errors(label, field):
    return 0.5 if label > field else -0.5


USERS = (margin(), cautious(), annealed(), huber(), timid(), signs_of_errors())
SCHEDULES = (rb.PowerLaw(1.0, z=0.3), rb.PowerLaw(3.0, z=1.0, cap=5.0), lambda alpha: 1.0 / (1.0 + math.log1p(alpha)))


def curve_or_refusal(rule, alpha, **how):
    """Return the disagreements, or None if the curve is refused by name and with the alpha that it came to."""
    begun, frame, said = time.monotonic(), None, ""
    try:
        frame = rb.learning_curve(rule, alpha, **how).frame
    except NotFollowed as refusal:
        said = str(refusal)
    assert time.monotonic() - begun < SECONDS
    if frame is None:
        assert f"learning curve of {rule.name!r} must" in said
        assert "alpha=" in said or "it came to" in said
        return None
    values = frame.drop(columns="alpha").to_numpy()
    assert np.isfinite(values).all()
    return frame["disagreement"].to_numpy()


@pytest.mark.parametrize("noise", [0.0, 0.1])
@pytest.mark.parametrize("rule", [*USERS, *(cls() for cls in HEBBIAN)], ids=lambda rule: rule.name)
def test_rules_of_users_and_of_the_package(rule, noise):
    how = {"averages": "quadrature", "noise": noise, **beginning(rule)}
    together = curve_or_refusal(rule, GRID, **how)
    if together is not None:
        for alpha in (GRID[0], GRID[-1]):
            alone = curve_or_refusal(rule, alpha, **how)
            assert alone is not None
            assert alone[0] == pytest.approx(together[GRID.index(alpha)], rel=1e-7, abs=1e-300)
    if together is not None and noise == 0.0:
        assert (np.diff(together) <= 1e-9 * together[:-1]).all()  # more examples never hurt these


@pytest.mark.parametrize("noise", [0.0, 0.1])
@pytest.mark.parametrize("schedule", SCHEDULES, ids=["slow", "capped", "own"])
@pytest.mark.parametrize("cls", [rb.Rosenblatt, rb.Normalised, rb.Adaline], ids=lambda cls: cls.name)
def test_schedules(cls, schedule, noise):
    d = curve_or_refusal(cls(eta=schedule), GRID, noise=noise)
    assert (d is None) == (cls is rb.Adaline and noise == 0.0)  # clean numbers are learnt to the last digit
    assert d is None or 0.0 < d[-1] < d[0] < 0.5


@pytest.mark.parametrize(
    "how", [{"drift": 1e-6}, {"drift": 10.0}, {"start": 1.0}, {"start": -1.0}, {"start": (1e-9, 1e12)}]
)
@pytest.mark.parametrize("cls", HEBBIAN, ids=lambda cls: cls.name)
def test_drifts_and_starts(cls, how):
    d = curve_or_refusal(cls(), GRID, **{**beginning(cls()), **how})
    shrinks = cls().needs_start and "drift" in how  # F is proportional to the field: the length falls for ever
    assert (d is None) == (shrinks or (cls is rb.OptimalLinear and "start" in how))  # as above, without a closed form
    if d is not None and "drift" in how:
        assert ((d > 0.0) & (d <= 0.5)).all()
    elif d is not None:
        assert d[-1] < 3e-8  # whatever the start
        assert (d[0] < 0.02) if how["start"] == 1.0 else (d[0] > 0.49)


def test_averages_that_jump_are_given_up_by_name(monkeypatch):
    # The saboteur: a modulation whose slope in alpha has no end of jumps.
    @rb.rule(kinks=())
    def ragged(label, field, alpha):
        return label * (1.5 + math.sin(1e9 * alpha))

    monkeypatch.setattr(integration, "CALLS", 2000)
    with pytest.raises(NotFollowed, match="'ragged' must be smooth in alpha; gave up after 2000 steps.*it came to"):
        rb.learning_curve(ragged, [1.0, 1e6])


@pytest.mark.parametrize(
    ("rule", "how", "message"),
    [
        (rb.Rosenblatt(eta=1e-160), {}, "eta must be 0 or between 1e-75 and 1e+75 in size; got 1e-160"),
        (rb.Rosenblatt(eta=1e155), {}, "eta must be 0 or between 1e-75 and 1e+75 in size; got 1e+155"),
        (rb.Rosenblatt(eta=rb.PowerLaw(1e300)), {}, "eta_0 must be 0 or between 1e-75 and 1e+75 in size"),
        ("bayes-hebb", {"drift": 1e300}, "drift must be 0 or between 1e-75 and 1e+09 in size; got 1e+300"),
        ("normalised", {"channel": "logistic:1e-75"}, "slope must be 0 or between 1e-05 and 100000 in size"),
        ("bayes-hebb", {"channel": "probit:1e-75,0.49"}, "slope must be 0 or between 1e-06 and 1e+12 in size"),
        ("rosenblatt", {"start": (0.0, 1e-300)}, "start must be 0 or between 1e-75 and 1e+75 in size; got 1e-300"),
    ],
)
def test_numbers_out_of_range_are_refused_by_name(rule, how, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        rb.learning_curve(rule, [1.0, 5.0], **how)


@pytest.mark.parametrize("eta", [1e-75, 1e75])
def test_a_rate_is_only_a_scale(eta):
    usual, scaled = (rb.learning_curve(rb.Rosenblatt(eta=e), [1.0, 5.0]).frame for e in (1.0, eta))
    assert scaled["disagreement"].tolist() == pytest.approx(usual["disagreement"].tolist(), rel=1e-9)


def test_curves_keep_their_laws_at_huge_alphas():
    alpha = np.array([1e12, 1e24])
    d = rb.learning_curve("rosenblatt", alpha).frame["disagreement"].to_numpy()
    assert d * np.cbrt(alpha) == pytest.approx(0.2780692983, rel=1e-8)
    d = rb.learning_curve("shifted", [1e6, 1e9, 1e12]).frame["disagreement"].to_numpy() * [1e6, 1e9, 1e12]
    assert np.diff(d) == pytest.approx(math.log(1e3) / math.pi, rel=1e-4)  # ln(alpha)/(pi alpha), as normalised.7
    assert rb.learning_curve("rosenblatt", 1e6, noise=0.4999999).frame["overlap"].tolist() == pytest.approx([2e-7])
