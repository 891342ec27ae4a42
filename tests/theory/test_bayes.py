"""Bayesian learning in theory: priors, channels, online and offline, branches, the second order."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.special import ndtr

import rosenblatt as rb
from rosenblatt import gaussian
from rosenblatt.scenario.channels import BlurredFlips, Flips, GaussianNoise, OwnChannel
from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior, MixturePrior, gauss_bernoulli, ternary
from rosenblatt.theory import bayes, full_covariance
from rosenblatt.theory.signal_to_noise import signal_to_noise

PRIORS = [GaussianPrior(), BinaryPrior(), ternary(0.4), gauss_bernoulli(0.3)]


def posterior_variance_by_hand(prior: MixturePrior, a: float) -> float:
    """E[w^2] - E[<w>^2], plainly: it cancels, but needs no formula."""
    parts = list(zip(prior.weights, prior.means, prior.variances, strict=True))

    def moments(y: float) -> tuple[float, float]:
        density, first = 0.0, 0.0
        for p, mu, v in parts:
            spread = 1.0 + a * v
            likely = p * math.exp(-0.5 * (y - math.sqrt(a) * mu) ** 2 / spread) / math.sqrt(2 * math.pi * spread)
            density += likely
            first += likely * (mu + v * math.sqrt(a) * y) / spread
        return density, first

    known = quad(lambda y: moments(y)[1] ** 2 / max(moments(y)[0], 1e-300), -150, 150, limit=2000, epsabs=1e-12)[0]
    return 1.0 - known


class TestPriors:
    @pytest.mark.parametrize(
        "prior", [ternary(0.4), gauss_bernoulli(0.3), MixturePrior((0.5, 0.5), (0.6, -0.6), (0.64, 0.64))]
    )
    @pytest.mark.parametrize("a", [0.01, 0.7, 3.0, 20.0])
    def test_the_deficit_is_the_posterior_variance(self, prior, a):
        assert prior.deficit(a)[0] == pytest.approx(posterior_variance_by_hand(prior, a), abs=1e-8)

    def test_binary_and_gaussian_are_mixtures(self):
        a = np.array([1e-9, 0.1, 5.0, 100.0, 1300.0])
        pair = MixturePrior((0.5, 0.5), (-1.0, 1.0), (0.0, 0.0))
        assert BinaryPrior().deficit(a) == pytest.approx(pair.deficit(a), rel=1e-9)
        assert GaussianPrior().deficit(a) == pytest.approx(MixturePrior((1.0,), (0.0,), (1.0,)).deficit(a), rel=1e-14)

    @pytest.mark.parametrize("a", [0.5, 30.0, 1370.0])
    def test_the_binary_deficit_to_many_digits(self, a):
        mpmath.mp.dps = 30
        exact = (
            mpmath.quad(lambda u: mpmath.exp(-u * u / (2 * a)) / mpmath.cosh(u), [-200, -40, -10, 0, 10, 40, 200])
            * mpmath.exp(-a / 2)
            / mpmath.sqrt(2 * mpmath.pi * a)
        )
        assert BinaryPrior().deficit(a)[0] == pytest.approx(float(exact), rel=1e-12)
        assert float(exact) > 0.0

    @pytest.mark.parametrize("prior", PRIORS, ids=repr)
    def test_nothing_is_known_at_0_and_less_is_unknown_later(self, prior):
        a = np.array([0.0, 0.1, 1.0, 10.0, 50.0])
        deficit = prior.deficit(a)
        assert deficit[0] == pytest.approx(1.0, abs=1e-12)
        assert (np.diff(deficit) < 0.0).all()

    def test_mistakes(self):
        with pytest.raises(ValueError, match="mean square be 1"):
            MixturePrior((1.0,), (0.0,), (2.0,))
        with pytest.raises(ValueError, match="one number for each part"):
            MixturePrior((1.0,), (0.0, 1.0), (2.0,))
        with pytest.raises(ValueError, match="density"):
            ternary(1.5)
        with pytest.raises(ValueError, match="finite numbers"):
            MixturePrior((0.5, 0.5), (math.nan, 1.0), (0.0, 0.0))
        with pytest.raises(ValueError, match="function of an array"):
            OwnChannel(3)  # pyright: ignore[reportArgumentType]
        assert MixturePrior([0.5, 0.5], [1.0, 1.0], [0.0, 0.0]).entropy == 0.0  # pyright: ignore[reportArgumentType]


class TestChannels:
    @pytest.mark.parametrize("noise", [0.0, 0.1, 0.4])
    @pytest.mark.parametrize("lam", [0.9, 0.3, 1e-3])
    def test_the_sign_channel_is_the_papers_integral(self, noise, lam):
        q = 1.0 - lam
        clean = 1.0 - 2.0 * noise

        def inside(t: float) -> float:
            return math.exp(-0.5 * t * t - 0.5 * q * t * t) / (noise + clean * ndtr(math.sqrt(q) * t))

        exact = clean**2 * quad(inside, -12, 12, limit=400)[0] / math.sqrt(2 * math.pi) / (math.pi * math.sqrt(lam))
        assert Flips(noise).information(np.array(lam)) == pytest.approx(exact, rel=1e-9)

    def test_probit_is_a_channel_of_ones_own(self):
        lam = np.array([0.8, 0.3, 0.05])
        own = OwnChannel(lambda h: 0.1 + 0.8 * ndtr(h / 0.4))
        assert own.information(lam) == pytest.approx(BlurredFlips(0.1, 0.4).information(lam), rel=1e-9)
        angle = np.array([0.2, 1.0])
        assert own.error(angle) == pytest.approx(BlurredFlips(0.1, 0.4).error(angle), rel=1e-7)
        with pytest.raises(ValueError, match="in \\[0, 1\\]"):
            OwnChannel(lambda h: h)

    @pytest.mark.parametrize("channel", [Flips(), Flips(0.1), BlurredFlips(0.05, 0.3), GaussianNoise(0.2)], ids=repr)
    def test_the_potential_has_half_the_information_for_slope(self, channel):
        for lam in (0.9, 0.5, 0.1, 0.01):
            step = 1e-4 * lam
            up, down = channel.potential(np.array([lam - step, lam + step]))
            assert (up - down) / (2 * step) == pytest.approx(0.5 * float(channel.information(np.array(lam))), rel=1e-5)


class TestCurves:
    @pytest.mark.parametrize("prior", PRIORS, ids=repr)
    @pytest.mark.parametrize("noise", [0.0, 0.15])
    def test_online_is_the_solution_of_its_equation(self, prior, noise):
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
    def test_offline_solves_its_equation(self, prior):
        channel, alpha = Flips(0.05), np.array([0.2, 0.9, 1.3])
        a, deficit = bayes.offline(prior, channel, alpha, "metastable")
        assert a == pytest.approx(alpha * channel.information(deficit), rel=1e-10)

    def test_the_linear_channel_is_kinouchi_and_catichas(self):
        alpha = np.array([0.1, 0.5, 0.9])
        _, online = bayes.online(GaussianPrior(), GaussianNoise(), alpha)
        assert 1.0 - online == pytest.approx(1.0 - np.exp(-alpha), rel=1e-10)
        _, offline = bayes.offline(GaussianPrior(), GaussianNoise(), alpha)
        assert 1.0 - offline == pytest.approx(alpha, rel=1e-9)

    def test_asymptotes(self):
        far = np.array([1e3, 1e6, 1e140])
        online = rb.learning_curve("bayes-hebb", far).frame["disagreement"] * far
        offline = rb.learning_curve("bayes", far).frame["disagreement"] * far
        gibbs = rb.learning_curve("gibbs", far).frame["disagreement"] * far
        assert offline[0] == pytest.approx(0.4417, abs=2e-4)
        assert (online[2], offline[2]) == pytest.approx((0.8834, 0.4417), abs=5e-5)
        assert online[2] == pytest.approx(2.0 * offline[2], rel=1e-9)
        assert gibbs[2] == pytest.approx(math.sqrt(2.0) * offline[2], rel=1e-9)

    def test_the_values_of_the_equation_book(self):
        assert rb.learning_curve("bayes", [1, 2, 10]).frame["disagreement"].round(4).tolist() == [
            0.2544,
            0.1745,
            0.0436,
        ]
        assert rb.learning_curve("bayes-hebb", [1, 10]).frame["disagreement"].round(4).tolist() == [0.2711, 0.0712]
        binary = rb.learning_curve("bayes-binary", [1, 2, 3, 5]).frame
        assert binary["disagreement"].round(4).tolist() == [0.2589, 0.1637, 0.0886, 0.0]
        assert (binary["r"] == binary["q_norm"]).all()

    def test_deficits_down_to_1e_300(self):
        alpha = rb.theory.perfect_alpha("bayes-binary") * (1.0 - np.array([1e-3, 1e-6, 1e-9]))
        d = rb.learning_curve("bayes-binary", alpha).frame["disagreement"]
        assert (np.diff(d) < 0.0).all()
        assert 0.0 < d[2] < 1e-8
        tiny = rb.learning_curve("bayes", [1e140]).frame["disagreement"][0]
        assert tiny == pytest.approx(0.4417e-140, rel=1e-4)

    def test_repeated_and_unordered_alphas(self):
        one = rb.learning_curve("bayes-binary", [2.0, 1.0, 2.0]).frame["disagreement"]
        assert one[0] == one[2] < one[1]

    @pytest.mark.parametrize("noise", [0.0, 0.1])
    def test_drift(self, noise):
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

    def test_refusals(self):
        with pytest.raises(NotImplementedError, match="noise of 'bayes-hebb'"):
            rb.learning_curve(rb.BayesHebb(noise=0.2), [1], noise=0.1)
        with pytest.raises(NotImplementedError, match="must be left out"):
            rb.learning_curve("bayes", [1], n=10)
        with pytest.raises(NotImplementedError, match="must not drift"):
            rb.learning_curve("bayes", [1], teacher=rb.DriftingTeacher(0.1))
        with pytest.raises(NotImplementedError, match="knows the drift"):
            rb.learning_curve("bayes-diagonal", [1], teacher=rb.DriftingTeacher(0.1))
        with pytest.raises(NotImplementedError, match="'binary'"):
            rb.learning_curve("bayes-binary", [1], teacher="spherical")
        with pytest.raises(ValueError, match="branch must be left out"):
            rb.learning_curve("hebb", [1], branch="metastable")
        with pytest.raises(ValueError, match="branch"):
            rb.learning_curve("bayes", [1], branch="upper")
        with pytest.raises(ValueError, match="readout 'binarised'"):
            rb.learning_curve("bayes-hebb", [1], readout="binarised")


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

    @pytest.mark.parametrize("noise", [0.0, 0.1, 0.3])
    def test_the_stable_branch_changes_there(self, noise):
        found = rb.theory.thresholds("binary", noise=noise)
        around = found.transition * np.array([0.999, 1.001])
        stable = rb.learning_curve("bayes", around, teacher="binary", noise=noise).frame["disagreement"]
        assert stable[0] > 0.1
        assert stable[1] == 0.0
        around = found.spinodal * np.array([0.999, 1.001])
        kept = rb.learning_curve("bayes", around, teacher="binary", noise=noise, branch="metastable").frame[
            "disagreement"
        ]
        assert kept[0] > 0.05
        assert kept[1] == 0.0

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
        for channel in (GaussianNoise(0.06), BlurredFlips(0.0, 0.3)):
            found = bayes.thresholds("binary", channel=channel) if isinstance(channel, GaussianNoise) else None
            _, late = bayes.offline(BinaryPrior(), channel, np.array([10.0]))
            assert late[0] > 0.0
            if found is not None:
                around = found.transition * np.array([0.9999, 1.0001])
                before, after = bayes.offline(BinaryPrior(), channel, around)[1]
                assert before > 0.3
                assert 1e-4 < after < 0.1
        assert signal_to_noise(BinaryPrior(), GaussianNoise(0.1)).end == math.inf
        assert signal_to_noise(BinaryPrior(), BlurredFlips(0.0, 0.3)).end == math.inf

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

    def test_a_channel_of_ones_own_has_a_transition(self):
        own, built_in = OwnChannel(lambda h: ndtr(h / 0.05)), BlurredFlips(0.0, 0.05)
        lam = np.array([1e-3, 1e-20, 1e-60])
        assert own.information(lam[:1]) == pytest.approx(built_in.information(lam[:1]), rel=1e-4)
        soft = OwnChannel(lambda h: ndtr(h / 0.5))
        assert soft.information(lam) == pytest.approx(BlurredFlips(0.0, 0.5).information(lam), rel=1e-8)
        assert soft.potential(lam) == pytest.approx(BlurredFlips(0.0, 0.5).potential(lam), rel=1e-8)
        _, deficit = bayes.offline(GaussianPrior(), soft, np.array([1.0, 10.0]))
        assert deficit == pytest.approx(
            bayes.offline(GaussianPrior(), BlurredFlips(0.0, 0.5), np.array([1.0, 10.0]))[1]
        )

    def test_alphas_are_looked_at(self):
        for alpha in ([-1.0], [math.nan], [1e150]):
            with pytest.raises(ValueError, match="alpha"):
                bayes.offline(GaussianPrior(), Flips(), np.array(alpha))
        assert bayes.online(GaussianPrior(), Flips(), [1.0])[1].shape == (1,)
        with pytest.raises(ValueError, match="at most"):
            rb.learning_curve("bayes-hebb", [1e150])


class TestSecondOrder:
    def test_the_issues_values(self):
        assert (1.0 - full_covariance.deficit(np.array([1.0, 2.0, 5.0]))).round(4).tolist() == [0.4833, 0.7168, 0.9165]
        assert full_covariance.asymptote() == pytest.approx(0.59716, abs=5e-6)
        far = np.array([1e3, 1e6])
        d = np.arcsin(np.sqrt(full_covariance.deficit(far))) / math.pi
        assert far * d == pytest.approx([0.59629, 0.59716], abs=1e-5)

    @pytest.mark.parametrize(("alpha", "noise"), [(3.0, 0.0), (1000.0, 0.0), (5.0, 0.1), (2.0, 0.3)])
    def test_it_solves_the_integral_equation(self, alpha, noise):
        # Equation 1 as it stands, by the trapezium rule in ln(a) and in u.
        logs = np.linspace(math.log(1e-9 * alpha), math.log(alpha), 6001)
        lam = full_covariance.deficit(np.exp(logs), noise)
        last, clean = lam[-1], 1.0 - 2.0 * noise
        z = np.linspace(-12.0, 12.0, 2401)
        inside = np.empty(len(lam))
        for k, one in enumerate(lam):
            deviation = math.sqrt((1.0 - one) / one)
            u = min(deviation, 1.0) * z
            likely = noise + clean * ndtr(u)
            g = clean * np.exp(-0.5 * u * u) / math.sqrt(2 * math.pi) / likely if noise else gaussian.inverse_mills(u)
            taken = g * (g + u)
            weight = 2.0 * np.exp(-0.5 * (u / deviation) ** 2) / (math.sqrt(2 * math.pi) * deviation) * likely
            d = taken / ((1.0 - taken) * one)
            inside[k] = np.trapezoid(weight * d / (1.0 + d * last), u)
        right = 1.0 + np.trapezoid(inside * np.exp(logs), logs)
        assert 1.0 / last == pytest.approx(right, rel=3e-6)

    def test_finer_panels_change_nothing(self, monkeypatch):
        alpha = np.geomspace(0.01, 1e4, 20)
        coarse = full_covariance.deficit(alpha, 0.05)
        monkeypatch.setattr(full_covariance, "WIDTH", 0.3125)
        monkeypatch.setattr(full_covariance, "_solution", full_covariance.SecondOrder)
        assert full_covariance.deficit(alpha, 0.05) == pytest.approx(coarse, rel=1e-9)

    def test_it_lies_between_the_others(self):
        alpha = [0.5, 2.0, 10.0, 100.0]
        d = [rb.learning_curve(name, alpha).frame["disagreement"] for name in ("bayes", "bayes-gaussian", "bayes-hebb")]
        assert ((d[0] < d[1]) & (d[1] < d[2])).all()

    def test_an_alpha_beyond_its_end_is_refused(self):
        with pytest.raises(ValueError, match="asymptote"):
            full_covariance.deficit(np.array([1e40]))


def test_the_part_that_a_label_takes_away_keeps_its_digits():
    mpmath.mp.dps = 60
    for u in (-1e8, -300.0, -21.0, -20.0, -19.9, -5.0, 0.0, 3.0, 20.0):
        g = mpmath.npdf(u) / mpmath.ncdf(u)
        exact = g * (g + u)
        taken, left = (float(part) for part in gaussian.squared_surprise(u))
        assert left == pytest.approx(float(1 - exact), rel=1e-8)
        assert taken == pytest.approx(float(exact), rel=1e-12, abs=1e-300)
        assert gaussian.scalar_squared_surprise(u) == pytest.approx(float(exact), rel=1e-12, abs=1e-300)
