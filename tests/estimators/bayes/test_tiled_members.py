"""Members that keep tiles of a covariance, against a plain loop, full covariances, and diagonals."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.estimators.bayes import merging
from rosenblatt.estimators.bayes.members import Known, Members
from rosenblatt.estimators.bayes.tiled_members import TiledMembers
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.gaussian import scalar_cdf
from rosenblatt.kernels.bank.members import KAPPA_SHARE
from rosenblatt.rules.parts.evidence import surprise

TABLE = Known().table(((0.1, 2.0), (0.0, 1e-2)), ((1.0,), (1e-3,)))
INPUTS = 12
EVEN = np.full(5, 0.2)


@pytest.fixture
def rows(random):
    x = np.column_stack([random.standard_normal((150, INPUTS - 1)), np.ones(150)])
    x[:, 1] += x[:, 0]  # in one tile, and the next two in different ones
    x[:, 5] += x[:, 2]
    x[40:60, :5] = 0.0  # nothing in a whole tile
    return x, np.where(x @ random.standard_normal(INPUTS) + random.standard_normal(150) > 0.0, 1.0, -1.0), np.ones(150)


def learnt(width, rows):
    members = TiledMembers.of_width(TABLE, INPUTS, width)
    return members, members.learn(*rows)


@pytest.mark.parametrize("kind", ["tiled", "full", "diagonal"])
def test_covariances_times_rows(kind, rows):
    members = (
        TiledMembers.of_width(TABLE, INPUTS, 5)
        if kind == "tiled"
        else Members.of_table(TABLE, INPUTS, full=kind == "full")
    )
    members.learn(*rows)
    found = members.covariances_times(rows[0][:7])
    for k, one in enumerate(np.eye(len(members))):
        covariance = members.mean_covariance(one)
        covariance = covariance if covariance.ndim == 2 else np.diag(covariance)
        assert found[k] == pytest.approx(rows[0][:7] @ covariance, rel=1e-12, abs=1e-13)


def plain(k, width, rows):
    """Learn row by row with a whole covariance, of which all that is between tiles is forgotten each time."""
    new, grid = Members.of_table(TABLE, INPUTS, full=True), TABLE[1][k]
    prior, keep, mean, covariance, kappas = new.priors[k], 1.0 - new.drifts[k], np.zeros(INPUTS), new.spreads[k], EVEN
    tile, fields = np.arange(INPUTS) // width, []
    for z, label in zip(rows[0], rows[1], strict=True):
        mean, covariance = keep * mean, keep**2 * covariance + (1.0 - keep**2) * np.diag(prior)
        seen, total = covariance @ z, 1.0 + z @ covariance @ z
        fields.append(mean @ z / math.sqrt(total))
        g, taken = surprise(label * fields[-1], float(kappas @ grid))
        mean = mean + label * g / math.sqrt(total) * seen
        covariance = np.where(tile[:, None] == tile, covariance - taken / total * np.outer(seen, seen), 0.0)
        kappas = kappas * (grid + (1.0 - 2.0 * grid) * scalar_cdf(label * fields[-1]))
        kappas = (1.0 - KAPPA_SHARE) * kappas / kappas.sum() + KAPPA_SHARE / len(grid)
    return fields, mean, covariance, kappas


@pytest.mark.parametrize("width", [5, 6, 7])
def test_tiles_are_the_plain_loop(width, rows):
    members, said = learnt(width, rows)
    for k in range(len(members)):
        fields, mean, covariance, kappas = plain(k, width, rows)
        assert said.fields[k] == pytest.approx(np.array(fields), rel=1e-11, abs=1e-12)
        assert members.means[k] == pytest.approx(mean, rel=1e-11, abs=1e-12)
        assert members.kappas[k] == pytest.approx(kappas, rel=1e-10)
        assert members.mean_covariance(np.eye(len(members))[k]) == pytest.approx(covariance, rel=1e-10, abs=1e-12)
        assert members.variances()[k] == pytest.approx(np.diag(covariance), rel=1e-10)


def test_one_tile_is_a_full_covariance_and_tiles_of_one_input_are_a_diagonal(rows):
    x = rows[0] + 0.01 * (rows[0] == 0.0)  # a diagonal forgets only what is met
    for width, full in ((INPUTS, True), (INPUTS + 3, True), (1, False)):
        other = Members.of_table(TABLE, INPUTS, full=full)
        members, said = learnt(width, (x, *rows[1:]))
        assert other.learn(x, *rows[1:]).fields == pytest.approx(said.fields, rel=1e-10, abs=1e-12)
        assert other.predict(x).fields == pytest.approx(members.predict(x).fields, rel=1e-10, abs=1e-12)
        assert members.kind == "tiled"


def test_a_batch_equals_its_rows_and_predictions_are_made_before(rows):
    whole, said = learnt(5, rows)
    single = TiledMembers.of_width(TABLE, INPUTS, 5)
    for k in range(150):
        row = tuple(part[k : k + 1] for part in rows)
        asked = single.predict(row[0])
        assert asked.fields[:, 0] == pytest.approx(said.fields[:, k], abs=1e-11)
        single.learn(*row)
    assert single.means == pytest.approx(whole.means, rel=1e-10)


def test_a_copy_and_arrays_and_back(rows):
    members, _ = learnt(5, rows)
    before = members.predict(rows[0]).fields
    back = TiledMembers.of_arrays("a", {name: array.copy() for name, array in members.arrays().items()}, 12, full=True)
    for one in (members.copy(), back):
        assert type(one) is TiledMembers
        assert np.array_equal(one.predict(rows[0]).fields, before)
        one.learn(*rows)
        assert not np.array_equal(one.predict(rows[0]).fields, before)
    assert np.array_equal(members.predict(rows[0]).fields, before)
    back.check_covariances("a")
    back.spreads[1, 2, 0, 0] = -1.0
    with pytest.raises(Damaged, match="that of member 1 is indefinite"):
        back.check_covariances("a")


@pytest.mark.parametrize("cut", [np.s_[:, :-1], np.s_[..., :-1], np.s_[:, :, :-1], np.s_[:-1], np.s_[..., None]])
def test_tiles_that_do_not_fit_are_refused(cut):
    arrays = TiledMembers.of_width(TABLE, INPUTS, 5).arrays()
    with pytest.raises(Damaged, match=r"a\.spreads must be float64 of shape"):
        TiledMembers.of_arrays("a", arrays | {"spreads": arrays["spreads"][cut]}, INPUTS, full=True)


def test_new_inputs_know_nothing_and_old_ones_what_they_knew_within_a_tile(rows):
    members, _ = learnt(5, rows)
    source = np.array([0, 1, 2, 3, 4, -1, 6, 5, 7, 8, 10, 9, -1])  # and the intercept
    grown = members.with_inputs(source)
    assert (type(grown), grown.spreads.shape) == (TiledMembers, (len(members), 3, 5, 5))
    each = np.eye(len(members))
    for k in range(len(members)):
        before, after = members.mean_covariance(each[k]), grown.mean_covariance(each[k])
        place = np.append(source, INPUTS - 1)
        tile = np.arange(14) // 5
        for i in range(14):
            for j in range(14):
                old = place[i] >= 0 and place[j] >= 0 and tile[i] == tile[j]
                prior = grown.priors[k, i] if i == j else 0.0
                assert after[i, j] == (before[place[i], place[j]] if old else prior)
    same = members.with_inputs(np.append(np.arange(INPUTS - 1), [-1, -1]))
    longer = np.column_stack([rows[0][:, :-1], np.zeros((150, 2)), np.ones(150)])
    for one, x in ((members, rows[0]), (same, longer)):
        one.learn(x, *rows[1:])
    assert same.predict(longer).fields == pytest.approx(members.predict(rows[0]).fields, rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("width", [5, 20])
def test_what_two_have_learnt_adds_up(width, rows, random):
    # With tiles forgotten, this is what merging says of covariances that are 0 between tiles.
    halves = [tuple(part[k : k + 75] for part in rows) for k in (0, 75)]
    both = learnt(width, halves[0])[0], learnt(width, halves[1])[0]
    views = tuple((random.uniform(0.5, 2.0, INPUTS - 1), 0.3 * random.standard_normal(INPUTS - 1)) for _ in range(2))
    merged = merging._merge_members(both, views)
    tile = np.arange(INPUTS) // width
    for k, one in enumerate(np.eye(len(merged))):
        prior = np.diag(1.0 / merged.priors[k])
        precision, eta = prior.copy(), np.zeros(INPUTS)
        for members, (diagonal, column) in zip(both, views, strict=True):
            change = np.diag(np.append(diagonal, 1.0))
            change[:-1, -1] = column
            inverse = np.linalg.inv(members.mean_covariance(one))
            precision += change @ (inverse - prior) @ change.T
            eta += change @ inverse @ members.means[k]
        covariance = np.linalg.inv(np.where(tile[:, None] == tile, precision, 0.0))
        assert merged.mean_covariance(one) == pytest.approx(covariance, rel=1e-8, abs=1e-12)
        assert merged.means[k] == pytest.approx(covariance @ eta, rel=1e-8, abs=1e-10)
