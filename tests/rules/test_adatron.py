"""The AdaTron: golden numbers, its law, and what it does on data."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb


@pytest.mark.parametrize(("alpha", "d"), [(1.0, 0.3609833), (10.0, 0.1220459)], ids=["G7.9", "G7.11"])
def test_golden_numbers(alpha, d):
    for averages in ("closed-form", "quadrature"):
        frame = rb.learning_curve("adatron", alpha, start=(0.2, 1.0), averages=averages).frame
        assert frame["disagreement"][0] == pytest.approx(d, rel=1e-6)


@pytest.mark.parametrize("eta", [0.5, 1.5, 2.5])
def test_a_constant_rate_has_its_law(eta):
    curve = rb.learning_curve(rb.Adatron(eta=eta), np.geomspace(1e5, 1e6, 10), start=0.2)
    assert curve.decay == (pytest.approx(1.0 / (eta - eta**2 / 3.0)), -1.0)
    assert curve.fit_decay() == pytest.approx(curve.decay, abs=2e-3)


def test_at_three_it_learns_as_a_cube_root():
    curve = rb.learning_curve(rb.Adatron(eta=3.0), np.geomspace(1e6, 1e8, 10), start=0.2)
    assert curve.fit_decay() == pytest.approx(curve.decay, abs=1e-4)


def test_beyond_three_it_never_ends_at_the_teacher():
    assert rb.Adatron(eta=3.1).decay is None
    assert rb.Adatron(eta=rb.PowerLaw(1.0)).decay is None
    d = rb.learning_curve(rb.Adatron(eta=3.3), [100.0, 150.0], start=0.2).frame["disagreement"]
    assert 0.1 < d[1] == pytest.approx(d[0], rel=1e-3)


def test_small_angles_keep_their_digits():
    for angle in (1e-12, 1e-3, 0.2499, 0.2501):
        exact = sum((-1) ** (k + 1) * (2.0 * angle) ** (2 * k + 1) / math.factorial(2 * k + 1) for k in range(1, 12))
        assert rb.Adatron.averages(angle, 1.0, 1.0, 0.0, 1.0)[2] == pytest.approx(exact / (2.0 * math.pi), rel=1e-13)


def test_its_angle_depends_on_that_of_the_start_alone():
    one, other = (rb.learning_curve("adatron", [1.0, 10.0], start=s).frame for s in ((0.2, 1.0), (20.0, 1e4)))
    assert one["disagreement"].to_numpy() == pytest.approx(other["disagreement"].to_numpy(), rel=1e-9)


def test_from_nothing_it_never_moves():
    assert rb.Adatron().needs_start
    assert not any(cls().needs_start for cls in (rb.Hebb, rb.Rosenblatt, rb.Margin, rb.RelativeMargin, rb.Normalised))
    with pytest.raises(ValueError, match="F is 0 at J = 0.*take for example start=0.2"):
        rb.learning_curve("adatron", 1.0)


class TestOnData:
    @pytest.fixture
    def data(self, random):
        x = random.standard_normal((200, 5)) * np.array([1.0, 30.0, 0.1, 2.0, 1.0])
        return x, np.where(x @ np.array([1.0, 0.1, 3.0, -1.0, 0.3]) > 0.0, 1, -1)

    @pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
    @pytest.mark.parametrize("eta", [0.6, 1.0, 1.7])
    def test_it_is_the_naive_loop(self, data, eta, form):
        x, y = data
        w = np.zeros(5)
        for row, label in zip(x, y, strict=True):
            h = w @ row
            if h == 0.0:
                w = w + eta * label * row / (row @ row)  # the first example: Hebb's rule
            elif label * h < 0.0:
                w = w - eta * h * row / (row @ row)
        model = rb.OnlineClassifier(rb.Adatron(eta=eta), fit_intercept=False).fit(form(x), y)
        assert model.coef_[0] == pytest.approx(w, rel=1e-9)
        assert model.score(x, y) > 0.8

    def test_with_rate_one_a_mistake_is_just_corrected(self, data):
        x, y = data
        model = rb.OnlineClassifier("adatron", fit_intercept=False).fit(x[:50], y[:50])
        wrong = np.flatnonzero(model.predict(x) != y)[0]
        model.partial_fit(x[wrong : wrong + 1], y[wrong : wrong + 1])
        assert model.decision_function(x[wrong : wrong + 1])[0] == pytest.approx(0.0, abs=1e-12)

    @pytest.mark.parametrize("eta", [0.5, 1.3])
    def test_a_weight_is_a_number_of_rows(self, data, eta, random):
        x, y = data
        times = random.integers(0, 4, len(x))
        times[0] = 3
        weighted = rb.OnlineClassifier(rb.Adatron(eta=eta)).fit(x, y, sample_weight=times)
        repeated = rb.OnlineClassifier(rb.Adatron(eta=eta)).fit(np.repeat(x, times, axis=0), np.repeat(y, times))
        assert weighted.coef_ == pytest.approx(repeated.coef_, rel=1e-9)

    def test_features_never_seen_before_are_learnt(self):
        model = rb.OnlineClassifier("adatron", fit_intercept=False)
        model.partial_fit([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0]], [0, 1])
        assert model.coef_[0].tolist() == [-1.0, 0.5, 0.0]
        assert model.partial_fit([[0.0, 0.0, 0.0]], [1]).coef_[0].tolist() == [-1.0, 0.5, 0.0]
