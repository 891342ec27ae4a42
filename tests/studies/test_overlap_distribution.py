"""Rare students: against an exact law, against plain simulation, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import special, stats

import rosenblatt as rb
from rosenblatt.plots import new_figure
from tests.helpers import Z_LIMIT

QUIET = {"progress": False}


def hebb_below(overlap: float, n: int, examples: int, noise: float) -> float:
    """Return P(overlap of Hebb's rule < x), exactly.

    N R is a sum of P independent numbers, each |b| or, with probability noise, -|b|, b a unit normal, and
    N^2 R_perp^2/P is chi^2 with N - 1 degrees of freedom, independent of R. So P(R < x R_perp/sqrt(1 - x^2)) is an
    average over chi^2 of the law of the sum, which has the P-th power of one characteristic function.
    """
    points, reach = 2**15, 14.0 * math.sqrt(examples)
    low, width = -reach, 2.0 * reach + examples * math.sqrt(2.0 / math.pi)
    k = 2.0 * math.pi * np.fft.fftfreq(points, d=width / points)
    positive = special.wofz(k / math.sqrt(2.0))  # of |b|
    power = ((1.0 - noise) * positive + noise * np.conj(positive)) ** examples
    density = np.fft.fft(power * np.exp(-1j * k * low)).real / points
    below = np.cumsum(density) - 0.5 * density
    squares = np.linspace(stats.chi2(n - 1).ppf(1e-15), stats.chi2(n - 1).isf(1e-15), 2001)
    weights = stats.chi2(n - 1).pdf(squares)
    edges = np.sqrt(examples * squares) * overlap / math.sqrt(1.0 - overlap**2)
    values = np.interp(edges, low + width / points * np.arange(points), below)
    return float(weights @ values / weights.sum())


def test_tails_of_hebb_are_exact_down_to_one_in_a_million(seed):
    law = rb.overlap_distribution("hebb", n=60, alpha=5, noise=0.1, runs=110_000, seed=seed, **QUIET)
    checked = 0
    for x in (0.64, 0.68, 0.72, 0.8, 0.86, 0.9, 0.93, 0.94):
        exact = hebb_below(x, 60, 300, 0.1)
        below, error = law.probability(overlap_below=x)
        assert abs(below - exact) < Z_LIMIT * error
        above, error = law.probability(overlap_above=x)
        assert abs(above - (1.0 - exact)) < Z_LIMIT * error
        checked += min(exact, 1.0 - exact) < 1e-5
    assert checked >= 2
    rare, error = law.probability(overlap_below=law.quantile(1e-6).value)
    assert rare == pytest.approx(1e-6, rel=0.05)
    assert error < 0.4e-6


@pytest.mark.parametrize(
    ("rule", "how"),
    [("rosenblatt", {"drift": 0.3}), ("normalised", {"noise": 0.1}), ("adaline", {"noise": 0.5})],
    ids=str,
)
def test_histograms_are_those_of_plain_runs(rule, how, seed):
    common = dict(n=30, alpha=3.0, seed=seed, **QUIET, **how)
    frame = rb.overlap_distribution(rule, runs=70_000, smallest=1e-3, bins=20, **common).frame
    runs = 10_000
    plain = rb.simulate(rule, runs=runs, method="chain", **common).samples
    edges = np.append(frame["overlap_low"], frame["overlap_high"].iloc[-1])
    share = np.histogram(plain["overlap"], edges)[0] / runs
    expected = frame["probability"]
    seen = expected > 20.0 / runs
    spread = np.hypot(frame["probability_sem"], np.sqrt(expected * (1.0 - expected) / runs))
    assert seen.sum() >= 8
    assert (np.abs(share - expected)[seen] < Z_LIMIT * spread[seen]).all()
    turned = np.append(frame["disagreement_high"], frame["disagreement_low"].iloc[-1])[::-1]
    assert np.histogram(plain["disagreement"], turned)[0][::-1].tolist() == (share * runs).round().astype(int).tolist()


def test_all_probabilities_add_up_and_the_same_seed_gives_the_same(seed):
    how = dict(n=30, alpha=2.0, runs=70_000, smallest=1e-2, seed=seed, **QUIET)
    law = rb.overlap_distribution("rosenblatt", **how)
    assert abs(law.total.value - 1.0) < Z_LIMIT * law.total.error
    assert law.total.error < 0.03
    other = rb.overlap_distribution("rosenblatt", threads=1, **how)
    assert law.frame.equals(other.frame)
    assert np.array_equal(law.weights, other.weights)
    below, above = law.probability(overlap_below=0.5).value, law.probability(overlap_above=0.5).value
    assert below + above == pytest.approx(law.total.value)


def test_quantiles_are_where_the_probability_is(seed):
    law = rb.overlap_distribution("hebb", n=30, alpha=2.0, runs=70_000, smallest=1e-3, seed=seed, **QUIET)
    for share in (1e-3, 0.1, 0.5):
        for side, name in (("lower", "overlap_below"), ("upper", "overlap_above")):
            value, error = law.quantile(share, side)
            found = law.probability(**{name: value})
            assert found.value == pytest.approx(share, rel=0.1)
            further = law.probability(**{name: value + error}).value - law.probability(**{name: value - error}).value
            assert abs(further) == pytest.approx(2.0 * found.error, rel=0.5)
    with pytest.raises(ValueError, match="probability must be one that was reached; got 1e-30"):
        law.quantile(1e-30)


def test_the_picture_has_the_density(seed):
    law = rb.overlap_distribution("hebb", n=30, alpha=2.0, runs=70_000, smallest=1e-2, seed=seed, **QUIET)
    _, ax = new_figure()
    law.plot(ax)
    sure = law.frame["density_sem"] < 0.5 * law.frame["density"]
    assert ax.get_lines()[0].get_ydata().tolist() == law.frame["density"][sure].tolist()
    assert sure.sum() > 30
    assert ax.get_yscale() == "log"
    assert "hebb, N = 30" in ax.get_legend().get_texts()[0].get_text()
    area = (law.frame["density"] * (law.frame["overlap_high"] - law.frame["overlap_low"])).sum()
    assert area == pytest.approx(law.frame["probability"].sum())
    assert area == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (dict(inputs="binary"), "experiment must be one that the chain can follow; .* binary inputs are not rotation"),
        (dict(rule="bayes-hebb"), "'bayes-hebb' is more than a modulation"),
        (dict(readout="clipped"), "depends on single weights"),
        (dict(alpha=0.0), "alpha must be above 0"),
        (dict(runs=100), "runs must be at least 110000; got 100. There are 220 crowds"),
        (dict(smallest=0.5), "smallest must be between"),
        (dict(bins=1), "bins must be at least 2"),
        (dict(n=2), "n must be at least 3"),
        (dict(noise=0.6), "noise must be in"),
        (dict(threads=0), "threads must be at least 1"),
    ],
    ids=str,
)
def test_mistakes(change, message):
    with pytest.raises(ValueError, match=message):
        rb.overlap_distribution(**{"rule": "hebb", "n": 30, "alpha": 2.0, **QUIET, **change})


def test_a_probability_needs_one_side(seed):
    law = rb.overlap_distribution("hebb", n=30, alpha=2.0, runs=70_000, smallest=1e-2, seed=seed, **QUIET)
    with pytest.raises(TypeError, match="overlap_below or overlap_above"):
        law.probability()
    with pytest.raises(ValueError, match="overlap must be between -1 and 1"):
        law.probability(overlap_below=1.5)
    with pytest.raises(ValueError, match="overlap must be one that was reached; got -0.9, and no student was beyond"):
        law.probability(overlap_below=-0.9)
