"""Bayesian learning in theory: online and offline, branches, thresholds, drift."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ndtr

import rosenblatt as rb
from rosenblatt import gaussian
from rosenblatt.scenario.channels import Flips, GaussianNoise, Probit
from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior, MixturePrior, gauss_bernoulli, ternary
from rosenblatt.theory import bayes
from rosenblatt.theory.signal_to_noise import signal_to_noise

PRIORS = [GaussianPrior(), BinaryPrior(), ternary(0.4), gauss_bernoulli(0.3)]


@pytest.mark.parametrize("prior", PRIORS, ids=repr)
@pytest.mark.parametrize("noise", [0.0, 0.15])
def test_online_is_the_solution_of_its_equation(prior, noise):
    channel, alpha = Flips(noise), np.array([0.3, 1.0, 2.5])
    plain = solve_ivp(
        lambda _, a: [float(channel.information(np.minimum(prior.deficit(max(a[0], 0.0)), 1.0))[0])],
        (0.0, 2.5),
        [0.0],
        t_eval=alpha,
        rtol=1e-9,
        atol=1e-11,
    ).y[0]
    a, deficit = bayes.online(prior, channel, alpha)
    assert a == pytest.approx(plain, rel=1e-6)
    assert deficit == pytest.approx(prior.deficit(a), rel=1e-9)


@pytest.mark.parametrize("prior", PRIORS, ids=repr)
def test_offline_solves_its_equation(prior):
    channel, alpha = Flips(0.05), np.array([0.2, 0.9, 1.3])
    a, deficit = bayes.offline(prior, channel, alpha, "metastable")
    assert a == pytest.approx(alpha * channel.information(deficit), rel=1e-10)


def test_the_linear_channel_is_kinouchi_and_catichas():
    alpha = np.array([0.1, 0.5, 0.9])
    _, online = bayes.online(GaussianPrior(), GaussianNoise(), alpha)
    assert 1.0 - online == pytest.approx(1.0 - np.exp(-alpha), rel=1e-10)
    _, offline = bayes.offline(GaussianPrior(), GaussianNoise(), alpha)
    assert 1.0 - offline == pytest.approx(alpha, rel=1e-9)


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_drift(noise):
    channel, delta = Flips(noise), 0.2
    plain = solve_ivp(
        lambda _, q: [(1 - q[0]) ** 2 * float(channel.information(np.array(1 - q[0]))) - 2 * delta * q[0]],
        (0.0, 40.0),
        [0.0],
        t_eval=[1.0, 40.0],
        rtol=1e-9,
    ).y[0]
    deficit = bayes.drifting(channel, np.array([1.0, 40.0]), delta)
    assert 1.0 - deficit == pytest.approx(plain, rel=1e-5)
    assert deficit[1] == pytest.approx(bayes.stationary_deficit(channel, delta), rel=1e-5)
    wide = rb.learning_curve("bayes-hebb", [1e-9, 1e3], noise=noise, teacher=rb.DriftingTeacher(delta)).frame
    assert wide["q_norm"][1] == pytest.approx(1.0 - deficit[1], rel=1e-5)


class TestTransition:
    def test_the_papers_value(self):
        found = rb.theory.thresholds("binary", noise=0.0)
        assert (round(found.transition, 4), round(found.spinodal, 4)) == (1.2447, 1.4926)
        assert rb.theory.perfect_alpha("bayes-binary") == pytest.approx(4.3682, abs=5e-5)
        assert rb.theory.perfect_alpha("bayes-binary", noise=0.1) == pytest.approx(8.3456, abs=5e-5)
        assert rb.theory.perfect_alpha("bayes-hebb") == math.inf

    def test_the_free_entropy_by_the_books_formula(self):
        # psi = -A/2 + E ln cosh(A + sqrt(A) z) and chi by direct averages, kappa = 0.1.
        clock, alpha = signal_to_noise(BinaryPrior(), Flips(0.1)), np.array([1.1, 2.0])
        s = clock.offline(alpha, 0)
        for one, a, value in zip(alpha, np.expm1(s), bayes.free_entropy(clock, s, alpha), strict=True):
            q = 1.0 - float(BinaryPrior().deficit(a)[0])
            psi = -a / 2 + gaussian.average(lambda z, a=a: np.log(np.cosh(a + math.sqrt(a) * z)))
            p = lambda z, q=q: 0.1 + 0.8 * ndtr(z * math.sqrt(q / (1 - q)))  # noqa: E731
            chi = 2.0 * gaussian.average(lambda z, p=p: p(z) * np.log(p(z)))
            assert value == pytest.approx(psi + one * chi - a * q / 2, abs=1e-9)

    def test_other_priors(self):
        sparse = bayes.thresholds(ternary(0.5))
        assert sparse.transition < sparse.spinodal
        # Perfect learning needs at least the entropy of the weights: a label is one bit at most.
        assert sparse.transition > ternary(0.5).entropy / math.log(2.0)
        assert bayes.thresholds(MixturePrior((0.5, 0.5), (-1.0, 1.0), (0.0, 0.0))).transition == pytest.approx(
            1.24468, abs=1e-5
        )
        with pytest.raises(ValueError, match="finitely many values"):
            bayes.thresholds("spherical")

    @pytest.mark.parametrize(
        ("density", "noise", "transition", "spinodal"),
        [(0.1, 0.0, 0.65410, 0.79302), (0.5, 0.05, 3.07726, 3.68888), (0.1, 0.1, 1.30600, 1.57743)],
    )
    def test_ternary_teachers(self, density, noise, transition, spinodal):
        found = rb.thresholds(rb.Ternary(density), noise=noise)
        assert found.information_theoretic == pytest.approx(transition, abs=1e-5)
        assert found.algorithmic == pytest.approx(spinodal, abs=1e-5)

    def test_compressed_sensing(self):
        # Krzakala et al. 2012: as many numbers as weights that are not 0, and max A (1 - q) of them for algorithms.
        for density, spinodal in ((0.1, 0.207559), (0.4, 0.589246)):
            found = rb.thresholds(rb.GaussBernoulli(density), rb.GaussianNoise())
            assert found.transition == density
            assert found.spinodal == pytest.approx(spinodal, abs=1e-6)
        assert rb.thresholds("spherical", "gaussian-noise").spinodal == pytest.approx(1.0)
        near = rb.thresholds(rb.GaussBernoulli(0.1), rb.GaussianNoise(1e-6))
        assert 0.1 < near.transition < 0.16  # it comes down to 0.1 as slowly as 1/ln(1/s^2)
        assert near.spinodal == pytest.approx(0.20756, abs=1e-4)
        prior, alpha = gauss_bernoulli(0.1), np.array([0.15])
        assert bayes.offline(prior, GaussianNoise(), alpha)[1][0] == 0.0
        assert bayes.offline(prior, GaussianNoise(), np.array([0.05]))[1][0] > 0.9  # fewer numbers than weights
        assert [branch.kind for branch in bayes.branches(prior, GaussianNoise(), 0.05)] == ["stable"]
        a, deficit = bayes.offline(prior, GaussianNoise(), alpha, "metastable")
        assert a[0] * prior.deficit(a)[0] == pytest.approx(0.15)
        assert deficit[0] > 0.5
        kinds = [branch.kind for branch in bayes.branches(prior, GaussianNoise(), 0.15)]
        assert kinds == ["metastable", "unstable", "stable"]

    @pytest.mark.parametrize(("noise", "worth"), [(0.0, -0.82503), (0.1, -0.95938)])
    def test_the_free_entropy_of_ternary_weights(self, noise, worth):
        # Summed over all vectors of 6 to 12 weights, clean labels give -0.830(48), linear in 1/N -0.810(8).
        assert bayes.branches(ternary(0.5), Flips(noise), 1.5)[0].free_entropy == pytest.approx(worth, abs=1e-5)

    def test_what_is_no_channel(self):
        assert rb.thresholds("binary", 0.1) == rb.thresholds("binary", rb.Flips(0.1))
        with pytest.raises(TypeError, match="noise must be left out with a channel"):
            rb.thresholds("binary", rb.Flips(0.1), noise=0.1)

    @pytest.mark.parametrize("noise", [0.0, 0.1])
    def test_all_branches_solve_the_equation(self, noise):
        found, channel = rb.theory.thresholds("binary", noise=noise), Flips(noise)
        between = bayes.branches(BinaryPrior(), channel, 0.5 * (found.transition + found.spinodal))
        assert [branch.kind for branch in between] == ["metastable", "unstable", "stable"]
        assert between[0].deficit > between[1].deficit > between[2].deficit == 0.0
        assert between[2].free_entropy > between[0].free_entropy > between[1].free_entropy
        for branch in between[:2]:
            information = float(channel.information(np.array(branch.deficit)))
            assert branch.a == pytest.approx(0.5 * (found.transition + found.spinodal) * information, rel=1e-9)
        early = bayes.branches(BinaryPrior(), channel, 0.9 * found.transition)
        assert [branch.kind for branch in early] == ["stable", "unstable", "metastable"]
        assert [branch.kind for branch in bayes.branches(BinaryPrior(), channel, 1.1 * found.spinodal)] == ["stable"]
        assert [branch.kind for branch in bayes.branches(GaussianPrior(), channel, 3.0)] == ["stable"]
        soft = bayes.branches(BinaryPrior(), GaussianNoise(0.06), 0.54)
        assert [branch.kind for branch in soft] == ["metastable", "unstable", "stable"]
        assert soft[2].deficit > 1e-4

    def test_labels_that_are_not_sharp_never_tell_all(self):
        for channel in (GaussianNoise(0.06), Probit(3.33333)):
            found = bayes.thresholds("binary", channel=channel) if isinstance(channel, GaussianNoise) else None
            _, late = bayes.offline(BinaryPrior(), channel, np.array([10.0]))
            assert late[0] > 0.0
            if found is not None:
                around = found.transition * np.array([0.9999, 1.0001])
                before, after = bayes.offline(BinaryPrior(), channel, around)[1]
                assert before > 0.3
                assert 1e-4 < after < 0.1
        assert signal_to_noise(BinaryPrior(), GaussianNoise(0.1)).end == math.inf
        assert signal_to_noise(BinaryPrior(), Probit(3.33333)).end == math.inf

    def test_labels_without_noise_tell_a_linear_rule(self):
        a, deficit = bayes.offline(GaussianPrior(), GaussianNoise(), np.array([0.5, 2.0]))
        assert deficit.tolist() == pytest.approx([0.5, 0.0])
        assert a[1] == math.inf
        assert bayes.thresholds("binary", channel=GaussianNoise()).transition == 0.0

    def test_sparse_priors_have_their_transition_too(self):
        dense, sparse = bayes.thresholds(ternary(1e-3)), bayes.thresholds(ternary(1e-5))
        assert dense.transition == pytest.approx(0.01266, abs=1e-4)
        assert 0.0 < sparse.transition < sparse.spinodal < dense.transition
        assert bayes.offline(ternary(1e-5), Flips(), np.array([0.1 * sparse.transition]))[1][0] > 0.9

    def test_alphas_are_looked_at(self):
        for alpha in ([-1.0], [math.nan], [1e150]):
            with pytest.raises(ValueError, match="alpha"):
                bayes.offline(GaussianPrior(), Flips(), np.array(alpha))
        assert bayes.online(GaussianPrior(), Flips(), [1.0])[1].shape == (1,)
        with pytest.raises(ValueError, match="at most"):
            rb.learning_curve("bayes-hebb", [1e150])


def test_a_drifting_teacher_is_followed_however_far():
    far, near = (rb.learning_curve("bayes-hebb", alpha, drift=0.1).frame.iloc[0] for alpha in (1e20, 1e3))
    assert far["disagreement"] == pytest.approx(near["disagreement"], rel=1e-8)


def test_thresholds_of_labels_that_tell_next_to_nothing_are_refused():
    late = [rb.thresholds("binary", noise=noise) for noise in (0.499, 0.4999, 0.49999)]
    ratios = [found.transition / found.spinodal for found in late]
    assert ratios == pytest.approx([ratios[0]] * 3, rel=1e-4)
    for noise in (0.499999, 0.49999999, 0.4999999999):
        with pytest.raises(ValueError, match="channel must tell more of the teacher for thresholds; got Flips"):
            rb.thresholds("binary", noise=noise)


@pytest.mark.parametrize("teacher", [[], [1.0], 3.0, None])
def test_what_is_no_teacher_has_no_thresholds(teacher):
    with pytest.raises(TypeError, match="teacher must be a teacher, its name, or a prior; got"):
        bayes.thresholds(teacher)
