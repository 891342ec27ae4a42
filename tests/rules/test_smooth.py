"""The rule 'smooth': its corrections by hand and in the mean, as a classifier and in the simulator."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.smooth import Smooth
from tests.helpers import Z_LIMIT

QUADRATIC, COMMITTEE = np.array([0.2, 0.12, 0.28]), np.array([1.0, 0.3, -0.8, 0.5])


def test_one_example_by_hand():
    rule = Smooth(rb.Quadratic(), eta=0.1, correction="none")
    synapses, cells = rule.start_students(1, 2)
    synapses[0, 0] = [0.2, 0.1]
    wrong = rule.learn(np.array([1.0, 2.0]), np.array([1.0]), 1.0, synapses, cells)  # f = 0.2 + 0.4 - 1 < 0
    assert wrong.tolist() == [True]
    assert synapses[0, 0] == pytest.approx([0.3, 0.5])
    assert synapses[0, 1] == pytest.approx([1.0, 4.0])  # sum of label times gradient
    rule.learn(np.array([1.0, 2.0]), np.array([1.0]), 1.0, synapses, cells)  # right now: f = 1.3
    assert synapses[0, 0] == pytest.approx([0.3, 0.5])


def test_corrections_by_hand():
    start = np.array([[[0.2, 0.1], [50.0, 60.0]]])
    for correction, expected in (
        ("shift", [0.2 + 0.1 * (1.0 - 50.0 / 80.0), 0.1 + 0.1 * (4.0 - 60.0 / 80.0)]),
        ("noise", [0.2 + 0.1 + 0.1 * 0.25 * 50.0 / 100.0, 0.1 + 0.4 + 0.1 * 0.25 * 60.0 / 100.0]),
    ):
        rule = Smooth(rb.Quadratic(), eta=0.1, correction=correction, noise=1.0 / 6.0)
        synapses, cells = start.copy(), rule.start_students(1, 2)[1]
        cells.count, cells.labels = 100.0, 80.0  # examples, sum of labels
        rule.learn(np.array([1.0, 2.0]), np.array([1.0]), 1.0, synapses, cells)
        assert synapses[0, 0] == pytest.approx(expected)
    balanced = Smooth(rb.Quadratic(), eta=0.1, correction="shift")
    synapses, cells = start.copy(), balanced.start_students(1, 2)[1]
    cells.count, cells.labels = 100.0, 39.0  # below 4 standard errors: no shift
    balanced.learn(np.array([1.0, 2.0]), np.array([1.0]), 1.0, synapses, cells)
    assert synapses[0, 0] == pytest.approx([0.3, 0.5])


@pytest.mark.parametrize("correction", ["shift", "noise"])
@pytest.mark.parametrize(
    ("function", "target", "n", "settle", "eta"),
    [(rb.Quadratic(), QUADRATIC, 3, 6.0, 0.001), (rb.Committee(), COMMITTEE, 2, 40.0, 0.01)],
    ids=["quadratic", "committee"],
)
def test_corrections_take_the_bias_away(correction, function, target, n, settle, eta, seed):
    from rosenblatt.papers.barkai_seung_sompolinsky.smooth_scaling import residual

    how = dict(noise=0.1, students=60, settle=settle, seed=seed)
    biased, biased_sem = residual(Smooth(function, correction="none"), target, n, [eta], **how)
    d, sem = residual(Smooth(function, correction=correction, noise=0.1), target, n, [eta], **how)
    assert d[0] + Z_LIMIT * sem[0] < 0.8 * biased[0] - Z_LIMIT * biased_sem[0]


def test_the_shift_loses_an_ellipsoid_that_holds_less_than_half(seed):
    from rosenblatt.papers.barkai_seung_sompolinsky.smooth_scaling import residual

    target, how = np.array([0.8, 0.5, 1.1]), dict(noise=0.1, students=40, settle=10.0, seed=seed)
    lost, _ = residual(Smooth(rb.Quadratic(), correction="shift"), target, 3, [0.002], **how)
    kept, _ = residual(Smooth(rb.Quadratic(), correction="noise", noise=0.1), target, 3, [0.002], **how)
    assert kept[0] < 0.05
    assert lost[0] > 3.0 * kept[0]


def test_it_learns_in_the_simulator(seed):
    result = rb.simulate(
        Smooth(rb.Quadratic(), eta=rb.PowerLaw(0.1, cap=0.05)), n=3, alpha=[1, 1000], runs=8, seed=seed
    )
    assert result.method == "vector"
    assert result.frame["disagreement"][1] < 0.3 * result.frame["disagreement"][0]
    assert result.frame["overlap"][1] > 0.97
    again = rb.simulate(
        Smooth(rb.Quadratic(), eta=rb.PowerLaw(0.1, cap=0.05)), n=3, alpha=[1, 1000], runs=8, seed=seed, threads=1
    )
    assert np.array_equal(again.samples["r"], result.samples["r"])
    with pytest.raises(ValueError, match="teacher must be left out"):
        rb.simulate("smooth", n=3, alpha=[1], teacher="binary")
    with pytest.raises(ValueError, match="more than a modulation"):
        rb.simulate("smooth", n=3, alpha=[1], method="chain")
    with pytest.raises(NotImplementedError, match="which has none"):
        rb.learning_curve("smooth", [1])


def test_it_is_a_classifier(random):
    x = random.standard_normal((4000, 2))
    y = np.where((x * x) @ np.array([0.4, 0.3]) > 1.0, "out", "in")  # the second class is that of f > 0
    model = rb.OnlineClassifier(Smooth(rb.Quadratic(), eta=rb.PowerLaw(0.1, z=0.7, cap=0.05))).fit(x, y)
    assert model.score(x, y) > 0.95
    report = model.report_[0]
    assert set(report) == {"weights", "shift", "lean"}
    assert abs(report["weights"]).max() < 1.0
    assert report["lean"] == pytest.approx(np.mean(np.where(y == "out", 1.0, -1.0)))
    assert not hasattr(model, "coef_")
    pieces = rb.OnlineClassifier(Smooth(rb.Quadratic(), eta=rb.PowerLaw(0.1, z=0.7, cap=0.05)))
    for i in range(0, 300, 7):
        pieces.partial_fit(x[i : i + 7], y[i : i + 7])
    whole = rb.OnlineClassifier(Smooth(rb.Quadratic(), eta=rb.PowerLaw(0.1, z=0.7, cap=0.05))).fit(x[:301], y[:301])
    assert pieces.decision_function(x) == pytest.approx(whole.decision_function(x), rel=1e-12)
    three = np.digitize((x * x).sum(axis=1), [0.7, 2.5])
    assert rb.OnlineClassifier(Smooth(rb.Quadratic(), eta=0.01)).fit(x, three).decision_function(x).shape == (4000, 3)


def test_parameters_that_make_no_sense_are_refused():
    with pytest.raises(TypeError, match=r"rb.smooth_function"):
        Smooth(function=lambda s, w: s)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="correction must be one of"):
        Smooth(correction="magic")
    with pytest.raises(ValueError, match="eta"):
        Smooth(eta=-1.0)


def test_a_step_that_is_no_number_is_refused():
    with pytest.raises(FloatingPointError, match="by row"):
        rb.OnlineClassifier(Smooth(rb.Quadratic(), eta=1e300)).fit(np.full((4, 2), 1e5), [0, 1, 0, 1])


@pytest.mark.parametrize(
    "function", [rb.Committee(), rb.Committee(hidden=3, offset=0.3, threshold=0.5), rb.Quadratic()]
)
@pytest.mark.parametrize(("noise", "reached"), [(0.0, 0.13), (0.1, 0.14)])
def test_the_defaults_learn_from_a_random_start(function, noise, reached):
    d = rb.simulate(Smooth(function), n=30, alpha=[0.1, 100], noise=noise, runs=8, seed=3).frame["disagreement"]
    assert d[1] < min(reached, 0.5 * d[0])


@pytest.mark.parametrize("unit", [1e-3, 7.0, 1e3])
def test_the_default_rate_suits_functions_in_any_units(unit):
    random = np.random.default_rng(5)
    x = random.standard_normal((2000, 4))
    y = (x**2) @ [0.4, 0.3, 0.2, 0.1] > 1.1

    def weights(unit):
        quadric = rb.smooth_function(
            lambda s, w: unit * ((s**2 * w).sum(-1) - 1.0), lambda s, w: unit * s**2 + 0.0 * w, weights=lambda n: n
        )
        model = rb.OnlineClassifier(Smooth(quadric)).fit(x, y)
        assert model.score(x, y) > 0.95
        return model.report_[0]["weights"]

    assert weights(unit) == pytest.approx(weights(1.0), rel=1e-9)


def test_the_noise_is_that_of_the_scenario_unless_given():
    assert Smooth().in_scenario(rb.Scenario(channel=rb.Flips(0.2))).noise == 0.2
    assert Smooth(noise=0.1).in_scenario(rb.Scenario(channel=rb.Flips(0.2))).noise == 0.1
