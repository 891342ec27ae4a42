"""What the estimators that pass messages share."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import ndtr

import rosenblatt as rb
from rosenblatt.batch.message_passing import Known, Messages, UnknownFlips
from rosenblatt.batch.vector_message_passing import VectorMessages
from rosenblatt.estimators.common.messages import at_spreads, chosen_passing, chosen_prior, learnt, scale_of
from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior, MixturePrior, ternary


def test_priors_by_name_teacher_and_themselves():
    own = MixturePrior((1.0,), (0.0,), (1.0,))
    assert [chosen_prior(p) for p in ("gaussian", "binary", rb.Ternary(0.1), "ternary:0.1", own)] == [
        GaussianPrior(),
        BinaryPrior(),
        ternary(0.1),
        ternary(0.1),
        own,
    ]

    class Silent(rb.scenario.Teacher):
        def draw(self, n, random):
            return np.ones(n)

    with pytest.raises(ValueError, match="prior must be known"):
        chosen_prior(Silent())
    with pytest.raises(TypeError, match="prior must be 'gaussian', 'binary', a teacher such as"):
        chosen_prior(0.3)


def test_rows_of_any_spread_are_interpolated(random):
    known, spreads = random.standard_normal(2000), np.exp(random.uniform(-12.0, 3.0, 2000))
    found = at_spreads(lambda fields, spread: ndtr(fields / spread), known, spreads)
    assert np.abs(found - ndtr(known / spreads)).max() < 5e-5
    one = at_spreads(lambda fields, spread: ndtr(fields / spread), known[:1], spreads[:1])
    assert one[0] == found[0]  # a row does not depend on the others


def test_a_damping_that_converges_is_found(random):
    n = 200
    x = random.standard_normal((200, n)) / math.sqrt(n)
    x = x + 0.5 * random.standard_normal((200, 1)) @ np.ones((1, n)) / math.sqrt(n)  # a common part
    labels = np.where(x @ random.standard_normal(n) > 0.0, 1.0, -1.0)
    how = {"sweeps": 300, "tolerance": 1e-6}
    found, new = learnt(chosen_passing("amp", x), labels, GaussianPrior(), Known(rb.Flips(0.1)), **how)
    assert found.converged == (found.change <= 1e-6)
    assert new < 1.0  # without damping it diverges here


def test_a_fixed_point_that_knows_nothing_does_not_end_the_search():
    """As one that takes all labels of a rare class for flips, with an intercept far out: a constant."""

    def passing(labels, prior, noise, *, new, patience):
        evidence = -0.33 if new == 1.0 else -0.05
        numbers = np.zeros(2), np.ones(2), np.zeros(len(labels)), 0.0
        return Messages(*numbers, rb.Flips(0.1), evidence, (1.0,), 1, 0.0, True)

    labels = np.array([1.0, -1.0, -1.0])
    found, new = learnt(passing, labels, GaussianPrior(), UnknownFlips())
    assert (found.evidence, new) == (-0.33, 1.0)
    found, new = learnt(passing, labels, GaussianPrior(), UnknownFlips(), worst=-0.33)
    assert found.evidence == -0.05 and new < 1.0


def test_a_variant_has_a_name(random):
    x = random.standard_normal((30, 10)) / math.sqrt(10.0)
    labels = np.sign(x @ random.standard_normal(10))
    kinds = [type(chosen_passing(name, x)(labels, GaussianPrior(), Known(rb.Flips(0.1)))) for name in ("amp", "vamp")]
    assert kinds == [Messages, VectorMessages]
    with pytest.raises(ValueError, match="variant must be one of amp, vamp; got"):
        chosen_passing("oamp", x)


@pytest.mark.parametrize("standardise", [False, True])
def test_the_scale_of_features(standardise, random):
    x = 3.0 * random.standard_normal((500, 4)) + 1.0
    seen = 2.0 * scale_of(x, fit_intercept=True, scale=standardise).see(x)
    assert seen.mean(axis=0) == pytest.approx(0.0, abs=1e-12)
    assert seen.std() == pytest.approx(1.0 if standardise else 3.0, rel=0.1)
