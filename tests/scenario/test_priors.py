"""Priors: what is left unknown of a weight, and the angle of a student's signs."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.integrate import quad

from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior, MixturePrior, Prior, gauss_bernoulli, ternary
from tests.helpers import Z_LIMIT

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


@pytest.mark.parametrize(
    "prior", [ternary(0.4), gauss_bernoulli(0.3), MixturePrior((0.5, 0.5), (0.6, -0.6), (0.64, 0.64))]
)
@pytest.mark.parametrize("a", [0.01, 0.7, 3.0, 20.0])
def test_the_deficit_is_the_posterior_variance(prior, a):
    assert prior.deficit(a)[0] == pytest.approx(posterior_variance_by_hand(prior, a), abs=1e-8)


@pytest.mark.parametrize(
    "prior", [ternary(0.4), gauss_bernoulli(0.3), MixturePrior((0.2, 0.8), (-2.0, 0.5), (0.0, 0.0))]
)
def test_the_posterior_of_a_weight(prior):
    r, a, edge = np.array([-3.0, 0.2, 5.0]), 1.7, 1e-3
    mean, variance = prior.posterior(r, a)

    def partition(field: float) -> float:
        """Z(r) of the tilted law, part by part."""
        parts = zip(prior.weights, prior.means, prior.variances, strict=True)
        return math.log(
            sum(
                p / math.sqrt(1.0 + a * v) * math.exp((m * field - a * m * m / 2 + v * field**2 / 2) / (1.0 + a * v))
                for p, m, v in parts
            )
        )

    for k, field in enumerate(r):
        down, here, up = (partition(field + step) for step in (-edge, 0.0, edge))
        assert mean[k] == pytest.approx((up - down) / (2 * edge), rel=1e-5, abs=1e-6)
        assert variance[k] == pytest.approx((up - 2 * here + down) / edge**2, rel=1e-5, abs=1e-6)
    far, _ = prior.posterior(np.array([1e5]), 50.0)
    assert np.isfinite(far).all()


@pytest.mark.parametrize("prior", PRIORS, ids=repr)
def test_what_is_seen_through_noise_leaves_the_deficit(prior, random):
    a, n = 2.5, 200_000
    weights = prior.draw(n, random)
    mean, variance = prior.posterior(a * weights + math.sqrt(a) * random.standard_normal(n), a)
    for measured in (variance, (mean - weights) ** 2):
        assert abs(measured.mean() - prior.deficit(a)[0]) < Z_LIMIT * measured.std() / math.sqrt(n) + 1e-12


def test_a_prior_of_ones_own_needs_what_is_asked_of_it(random):
    class Uniform(Prior):
        def deficit(self, a):
            return 1.0 / (1.0 + np.atleast_1d(a))

    own = Uniform()
    for lacks, call in (("posterior", lambda: own.posterior(np.ones(1), 1.0)), ("draw", lambda: own.draw(3, random))):
        with pytest.raises(NotImplementedError, match=f"prior must have the method '{lacks}'"):
            call()
    assert own.continuous_share == pytest.approx(1.0)


@pytest.mark.parametrize(("prior", "share"), list(zip(PRIORS, (1.0, 0.0, 0.0, 0.3), strict=True)))
def test_the_share_that_is_continuous(prior, share):
    assert prior.continuous_share == share
    assert Prior.continuous_share.fget(prior) == pytest.approx(share, abs=1e-6)


def test_binary_and_gaussian_are_mixtures():
    a = np.array([1e-9, 0.1, 5.0, 100.0, 1300.0])
    pair = MixturePrior((0.5, 0.5), (-1.0, 1.0), (0.0, 0.0))
    assert BinaryPrior().deficit(a) == pytest.approx(pair.deficit(a), rel=1e-9)
    assert GaussianPrior().deficit(a) == pytest.approx(MixturePrior((1.0,), (0.0,), (1.0,)).deficit(a), rel=1e-14)


@pytest.mark.parametrize("a", [0.5, 30.0, 1370.0])
def test_the_binary_deficit_to_many_digits(a):
    mpmath.mp.dps = 30
    exact = (
        mpmath.quad(lambda u: mpmath.exp(-u * u / (2 * a)) / mpmath.cosh(u), [-200, -40, -10, 0, 10, 40, 200])
        * mpmath.exp(-a / 2)
        / mpmath.sqrt(2 * mpmath.pi * a)
    )
    assert BinaryPrior().deficit(a)[0] == pytest.approx(float(exact), rel=1e-12)
    assert float(exact) > 0.0


@pytest.mark.parametrize("prior", PRIORS, ids=repr)
def test_nothing_is_known_at_0_and_less_is_unknown_later(prior):
    a = np.array([0.0, 0.1, 1.0, 10.0, 50.0])
    deficit = prior.deficit(a)
    assert deficit[0] == pytest.approx(1.0, abs=1e-12)
    assert (np.diff(deficit) < 0.0).all()


def test_mistakes():
    with pytest.raises(ValueError, match="mean square be 1"):
        MixturePrior((1.0,), (0.0,), (2.0,))
    with pytest.raises(ValueError, match="one number for each part"):
        MixturePrior((1.0,), (0.0, 1.0), (2.0,))
    with pytest.raises(ValueError, match="density"):
        ternary(1.5)
    with pytest.raises(ValueError, match="finite numbers"):
        MixturePrior((0.5, 0.5), (math.nan, 1.0), (0.0, 0.0))
    assert MixturePrior([0.5, 0.5], [1.0, 1.0], [0.0, 0.0]).entropy == 0.0  # pyright: ignore[reportArgumentType]


R, R_PERP = np.array([0.05, 0.7, 3.0]), np.array([0.5, 0.7, 1.0])


@pytest.mark.parametrize("prior", [*PRIORS, MixturePrior((0.3, 0.7), (0.8, -0.4), (0.5, 0.78))], ids=repr)
def test_the_clipped_angle_is_that_of_the_signs_of_a_student(prior, random):
    count, (weights, means, variances) = 200_000, parts_of(prior)
    part = random.choice(len(weights), count, p=weights)
    teacher = np.array(means)[part] + np.sqrt(np.array(variances)[part]) * random.standard_normal(count)
    for r, r_perp, angle in zip(R, R_PERP, prior.clipped_angle(R, R_PERP), strict=True):
        signs = np.where(r * teacher + r_perp * random.standard_normal(count) > 0.0, 1.0, -1.0)
        product = teacher * signs
        assert abs(product.mean() - math.cos(angle)) < Z_LIMIT * product.std() / math.sqrt(count)


def parts_of(prior) -> tuple:
    """Return weights, means and variances, also of what is not written as a mixture."""
    if isinstance(prior, MixturePrior):
        return prior.weights, prior.means, prior.variances
    return ((0.5, 0.5), (-1.0, 1.0), (0.0, 0.0)) if prior == BinaryPrior() else ((1.0,), (0.0,), (1.0,))


@pytest.mark.parametrize("prior", [BinaryPrior(), GaussianPrior()], ids=repr)
def test_the_clipped_angle_of_a_prior_that_is_written_as_a_mixture(prior):
    assert MixturePrior(*parts_of(prior)).clipped_angle(R, R_PERP) == pytest.approx(
        prior.clipped_angle(R, R_PERP), rel=1e-9
    )


def test_entropies_are_those_of_finitely_many_values():
    assert BinaryPrior().entropy == pytest.approx(math.log(2.0))
    assert ternary(0.5).entropy == pytest.approx(1.5 * math.log(2.0))  # shares 1/4, 1/2, 1/4
    assert GaussianPrior().entropy == gauss_bernoulli(0.3).entropy == math.inf


def test_reading_through_tanh_is_for_signs_alone():
    assert BinaryPrior().binarised_angle(np.array([1.0]), np.array([1.0])) == pytest.approx(
        np.arcsin(np.sqrt(BinaryPrior().deficit(1.0)))
    )
    with pytest.raises(ValueError, match="teacher must be 'binary' for the readout 'binarised'"):
        ternary(0.5).binarised_angle(R, R_PERP)


@pytest.mark.parametrize("a", [0.0, 1e-3, 0.5, 4.0, 60.0, 600.0, 1300.0])
def test_a_mixture_of_two_points_is_binary_to_the_last_digits(a):
    two = MixturePrior((0.5, 0.5), (-1.0, 1.0), (0.0, 0.0))
    assert two.deficit(a)[0] == pytest.approx(BinaryPrior().deficit(a)[0], rel=1e-10)
