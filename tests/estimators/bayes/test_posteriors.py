"""Posteriors of labels and of numbers: fields of rows that come next, other inputs, and covariances that are none."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.members import Known, Members
from rosenblatt.estimators.bayes.posteriors import checked_prior
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.numbers.members import KnownOfNumbers, NumberMembers


@pytest.fixture(params=["labels", "numbers"])
def members(request, random):
    """Members of each kind that have learnt some rows."""
    x = np.column_stack([random.standard_normal((50, 3)), np.ones(50)])
    targets = np.where(x[:, 0] > 0.0, 1.0, -1.0)
    if request.param == "labels":
        own = Members.of_table(Known().table(((0.1, 1.0), (0.0, 0.1))), 4, full=True)
    else:
        own = NumberMembers.of_table(KnownOfNumbers().table(((0.1, 1.0), (0.0, 0.1), ((0.0, 0.0),))), 4, full=True)
    own.learn(x, targets, np.ones(50))
    return own


def test_fields_of_the_next_row_have_drifted_once(members, random):
    x = np.column_stack([random.standard_normal((5, 3)), np.ones(5)])
    h, variance = members.next_fields(x, 0.5)
    for k in range(len(members)):
        keep, lower = 1.0 - members.drifts[k], members.spreads[k]
        covariance = keep**2 * (np.tril(lower) + np.tril(lower, -1).T) + (1.0 - keep**2) * np.diag(members.priors[k])
        assert h[k] == pytest.approx(0.5 + keep * x @ members.means[k])
        assert variance[k] == pytest.approx(np.einsum("ij,jk,ik->i", x, covariance, x))


def test_a_new_input_is_as_its_prior_says(members):
    other = members.with_inputs(np.array([2, -1]))
    assert np.array_equal(other.means[:, [0, 2]], members.means[:, [2, 3]])
    assert not other.means[:, 1].any()
    assert np.array_equal(other.spreads[:, 1, 1], members.priors[:, 0])
    assert not other.spreads[:, 1, [0, 2]].any() and not other.spreads[:, [0, 2], 1].any()
    assert np.array_equal(other.spreads[:, 2, 0], members.spreads[:, 3, 2])
    assert other.spreads.flags.c_contiguous


def test_what_is_no_covariance_is_named(members):
    members.check_covariances("bank")
    members.spreads[1, 2, 0] = 100.0
    with pytest.raises(Damaged, match="bank.spreads must be covariances; that of member 1 is indefinite"):
        members.check_covariances("bank")


def test_a_prior_is_a_variance_of_a_moderate_size():
    assert checked_prior(2) == 2.0
    for wrong in (0.0, 1e60, 1e-60):
        with pytest.raises(ValueError, match="prior must be"):
            checked_prior(wrong)
