"""Learning curves on inputs with a covariance: golden numbers, limits, and simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import Probit
from rosenblatt.theory import correlated_inputs
from rosenblatt.theory.correlated_inputs import Nodes
from rosenblatt.theory.registry import NoTheory
from tests.helpers import Z_LIMIT

TWO = rb.Covariance(eigenvalues=[3, 1 / 3], shares=[0.25, 0.75])
TILTED = rb.Covariance(eigenvalues=[3, 1 / 3], shares=[0.25, 0.75], teacher=[0.05, 0.95])
FALLING = rb.Covariance(eigenvalues=20 / np.arange(1, 21) / np.sum(1 / np.arange(1, 21)))
WIDROW_HOFF = rb.rule(lambda label, field, eta=0.3: eta * (label - field), name="widrow-hoff")()
ADALINE = rb.Adaline(eta=0.5)

GOLDEN = [
    ("G12.1", "hebb", TWO, 1, "disagreement", 0.2432019),
    ("G12.3", "hebb", TWO, 10, "disagreement", 0.1621939),
    ("G12.5", "rosenblatt", TWO, 5, "disagreement", 0.1790593),
    ("G12.7", "rosenblatt", TWO, 10, "r_1", 0.2565953),
    ("G12.9", WIDROW_HOFF, TWO, 1, "disagreement", 0.2264153),
    ("G12.11", WIDROW_HOFF, TWO, 10, "disagreement", 0.1206435),
    ("G12.13", "hebb", TILTED, 1, "disagreement", 0.3470521),
    ("G12.15", "hebb", TILTED, 10, "disagreement", 0.273968),
    ("G12.17", "rosenblatt", TILTED, 5, "disagreement", 0.2424943),
    ("G12.19", "rosenblatt", TILTED, 10, "r_1", 0.05752524),
    ("G12.21", WIDROW_HOFF, TILTED, 1, "disagreement", 0.3330316),
    ("G12.23", WIDROW_HOFF, TILTED, 10, "disagreement", 0.1511346),
    ("G12.25", "hebb", FALLING, 1, "disagreement", 0.2727761),
    ("G12.27", "hebb", FALLING, 10, "disagreement", 0.2281746),
    ("G12.29", "rosenblatt", FALLING, 5, "disagreement", 0.1816226),
    ("G12.31", WIDROW_HOFF, FALLING, 1, "disagreement", 0.2455999),
    ("G12.33", WIDROW_HOFF, FALLING, 10, "disagreement", 0.1156937),
    ("G12.35", ADALINE, TWO, 1, "error", 0.1486897),
    ("G12.37", ADALINE, TWO, 10, "error", 0.007530435),
]


@pytest.mark.parametrize(
    ("rule", "inputs", "alpha", "column", "golden"), [row[1:] for row in GOLDEN], ids=[row[0] for row in GOLDEN]
)
def test_golden_numbers(rule, inputs, alpha, column, golden):
    assert rb.learning_curve(rule, alpha, inputs=inputs).frame[column][0] == pytest.approx(golden, rel=5e-7)


@pytest.mark.parametrize(
    ("rule", "scenario"),
    [
        ("hebb", dict(noise=0.1)),
        ("rosenblatt", dict(start=(-0.5, 2.0))),
        (rb.Rosenblatt(weight_decay=0.3), dict(noise=0.1, drift=0.2)),
        (WIDROW_HOFF, dict(start=(1.0, 1.0))),
        (ADALINE, dict(noise=0.2)),
    ],
    ids=str,
)
def test_one_eigenvalue_of_1_is_the_theory_of_gaussian_inputs(rule, scenario):
    alpha = [0.0, 0.01, 1.0, 30.0]
    plain = rb.learning_curve(rule, alpha, **scenario).frame
    spectrum = rb.learning_curve(rule, alpha, inputs=rb.Covariance(eigenvalues=[1.0]), **scenario).frame
    for column in plain.columns:
        assert spectrum[column].to_numpy() == pytest.approx(plain[column].to_numpy(), rel=1e-8, abs=1e-12)


def test_a_scale_of_the_inputs_is_one_of_the_rate():
    # F of signs: inputs sqrt(4) times as large, of a student whose field is so too, are a rate 4 times as large on h.
    large = rb.learning_curve("rosenblatt", [1.0, 10.0], inputs=rb.Covariance(eigenvalues=[4.0])).frame
    plain = rb.learning_curve("rosenblatt", [1.0, 10.0]).frame
    assert large["disagreement"].to_numpy() == pytest.approx(plain["disagreement"].to_numpy(), rel=1e-9)
    assert large["r"].to_numpy() == pytest.approx(2.0 * plain["r"].to_numpy(), rel=1e-9)


def test_hebb_never_learns_an_anisotropic_rule_and_rosenblatt_does():
    # (12.4): rho -> sum T lambda^2/sqrt(sum T lambda  sum T lambda^3).
    values, _, powers = TILTED.spectrum
    limit = powers @ values**2 / math.sqrt((powers @ values) * (powers @ values**3))
    assert rb.learning_curve("hebb", 1e9, inputs=TILTED).frame["disagreement"][0] == pytest.approx(
        math.acos(limit) / math.pi, rel=1e-6
    )
    assert rb.learning_curve("rosenblatt", 1e6, inputs=TILTED).frame["disagreement"][0] < 0.004


def test_small_angles_keep_their_digits():
    # Adatron's law 1/alpha: 1 - rho is 1e-12 here, which a difference of R^2 and Q M would lose.
    adatron = rb.rule(lambda label, field: -field if label * field < 0.0 else 0.0, name="adatron")()
    late = rb.learning_curve(adatron, np.geomspace(1e5, 1e6, 5), inputs=TILTED, start=0.2)
    assert late.frame["disagreement"].iloc[-1] < 1e-5
    assert late.fit_decay()[1] == pytest.approx(-1.0, abs=1e-3)


@pytest.mark.parametrize("teacher", [None, "uneven"])
@pytest.mark.parametrize("rule", ["rosenblatt", WIDROW_HOFF], ids=str)
def test_many_eigenvalues_need_few_nodes(rule, teacher, random, monkeypatch):
    values = random.exponential(size=300)
    powers = random.dirichlet(np.ones(300)) if teacher else None
    inputs = rb.Covariance(eigenvalues=values, teacher=powers)
    few = rb.learning_curve(rule, [1.0, 20.0], inputs=inputs).frame
    monkeypatch.setattr(correlated_inputs, "MOST_NODES", 300)
    monkeypatch.setattr(correlated_inputs, "CALLS", 200_000)
    assert len(Nodes.of(inputs.spectrum).values) == 300
    every = rb.learning_curve(rule, [1.0, 20.0], inputs=inputs).frame
    assert few.to_numpy() == pytest.approx(every.to_numpy(), rel=1e-8)


@pytest.mark.parametrize(
    ("rule", "scenario", "constant"),
    [
        ("rosenblatt", dict(noise=0.1, start=(0.5, 2.0), inputs=TILTED), 2.0),
        (rb.Hebb(weight_decay=0.3), dict(inputs=TILTED), 2.0),
        (rb.Rosenblatt(weight_decay=0.2), dict(drift=0.2, inputs=TWO), 2.0),
        (rb.Adaline(eta=0.4), dict(noise=0.2, inputs=TILTED), 3.0),
    ],
    ids=str,
)
def test_simulation_follows_theory(rule, scenario, constant, seed):
    alpha, n = [0.5, 2.0, 6.0], 200
    theory = rb.learning_curve(rule, alpha, **scenario).frame
    frame = rb.simulate(rule, n=n, alpha=alpha, runs=80, method="vector", seed=seed, **scenario).frame
    for column in ("r", "q_norm", "disagreement", "error"):
        assert (np.abs(frame[column] - theory[column]) < Z_LIMIT * frame[f"{column}_sem"] + constant / n).all(), column


def test_a_matrix_and_a_teacher_are_followed(random, seed):
    n = 150
    x = random.standard_normal((400, n)) * np.linspace(0.3, 2.0, n) @ np.linalg.qr(random.standard_normal((n, n)))[0]
    inputs = rb.Covariance(data=x, teacher=random.standard_normal(n))
    theory = rb.learning_curve("rosenblatt", [1.0, 5.0], inputs=inputs).frame
    frame = rb.simulate("rosenblatt", n=n, alpha=[1.0, 5.0], runs=100, inputs=inputs, seed=seed).frame
    assert "r_1" not in theory
    for column in ("r", "q_norm", "disagreement"):
        assert (np.abs(frame[column] - theory[column]) < Z_LIMIT * frame[f"{column}_sem"] + 2.0 / n).all()


def test_a_slope_acts_on_a_field_of_its_own_variance():
    # (12.5): sgn(b + width z), b of variance M^ = 4, is a blur of width/2 on the unit field.
    wide = dict(inputs=rb.Covariance(eigenvalues=[4.0]), channel=Probit(1, 0.05))
    narrow = dict(inputs=rb.Covariance(eigenvalues=[1.0]), channel=Probit(2, 0.05))
    one, other = (rb.learning_curve("rosenblatt", [1.0, 10.0], **how).frame for how in (wide, narrow))
    for column in ("disagreement", "error"):
        assert one[column].to_numpy() == pytest.approx(other[column].to_numpy(), rel=1e-9)


def test_a_probit_channel_has_its_golden_numbers():
    # G8.1 and G8.3: rosenblatt with a slope of 1.
    how = dict(inputs=rb.Covariance(eigenvalues=[1.0]), channel=Probit(1))
    d = rb.learning_curve("rosenblatt", [1.0, 10.0], **how).frame["disagreement"]
    assert d.to_numpy() == pytest.approx([0.3761771, 0.261287], rel=5e-7)


def test_the_start_is_the_first_row():
    frame = rb.learning_curve(ADALINE, [0.0, 1.0], inputs=TILTED, start=(0.5, 1.0)).frame
    m_hat, trace = 3 * 0.05 + 0.95 / 3, 3 * 0.25 + 0.75 / 3
    assert frame.loc[0, ["r", "q_norm", "overlap", "r_1", "q_2"]].tolist() == pytest.approx(
        [0.5, 1.0, 0.5, 0.025, 0.25 * 0.95 + 0.75 * 0.75]
    )
    assert frame["error"][0] == pytest.approx(0.5 * (0.25 * m_hat + 0.75 * trace))
    empty = rb.learning_curve(ADALINE, [0.0], inputs=TILTED).frame
    assert empty.loc[0, ["r", "q_norm", "disagreement", "error"]].tolist() == pytest.approx([0, 0, 0.5, 0.5 * m_hat])


@pytest.mark.parametrize(
    ("rule", "how", "message"),
    [
        ("normalised", {}, "rule must not depend on its length for a covariance of inputs; got 'normalised'"),
        ("hebb", {"readout": "clipped"}, "readout must be 'mean' for inputs with a covariance"),
        ("hebb", {"drift": 0.1}, "teacher must have no preferred direction if it drifts"),
        ("bayes-hebb", {}, "no other theory for inputs with a covariance is known"),
    ],
)
def test_what_has_no_theory_says_so(rule, how, message):
    with pytest.raises(NoTheory, match=message):
        rb.learning_curve(rule, 1.0, inputs=TILTED, **how)


def test_a_kink_that_is_not_declared_is_noticed():
    bent = rb.rule(lambda label, field: label if math.sin(4.3 * field + 0.3) > 0.0 else 0.0, name="bent", kinks=())()
    with pytest.raises(ValueError, match="modulation of 'bent' must be smooth between its kinks"):
        rb.learning_curve(bent, 1.0, inputs=TWO)


def test_a_curve_that_grows_without_end_is_given_up_by_name():
    with pytest.raises(ValueError, match="learning curve of 'adaline' must stay finite"):
        rb.learning_curve(rb.Adaline(eta=2.5), 1000.0, inputs=TWO)
