"""How much of its covariances a bank keeps: by width, memory and what was chosen; and models that keep tiles."""

from __future__ import annotations

import json
import logging

import numpy as np
import pytest
import scipy.sparse as sp
from safetensors import safe_open
from safetensors.numpy import save_file

import rosenblatt as rb
from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes import effort
from rosenblatt.estimators.bayes.bank import Bank, of_rows
from rosenblatt.estimators.bayes.effort import (
    EVERYBODY,
    HALF,
    LEAST_WIDTH,
    MOST_ENTRIES,
    NARROW,
    Kept,
    kept_covariances,
)
from rosenblatt.estimators.bayes.members import Known
from rosenblatt.estimators.bayes.tiled_members import TiledMembers

MEMORY = 2.0**28


def kept(features, known=None, **how):
    how = {"sparse": False, "covariance": "auto", "effort": "auto", "memory": MEMORY, **how}
    return kept_covariances(features + 1, known or Known(), **how)


def entries(found):
    """Return how many entries of covariances a row changes; a last tile may have room for more inputs."""
    tiles = -(-found.inputs // found.width)
    return found.members * tiles * found.width**2


def test_narrow_rows_have_everything_or_nothing():
    for features, members in ((1, 18), (10, 18), (EVERYBODY, 18), (45, 11), (NARROW, HALF), (600, HALF)):
        assert kept(features) == Kept(members, 18, features + 1, features + 1)
        assert kept(features, effort="best").members == 18
    assert kept(10, memory=18 * 11**2 * 8 - 1).members == 0
    assert kept(NARROW, memory=HALF * 101**2 * 8 - 1).members == 0
    assert kept(NARROW + 1, memory=HALF * 102**2 * 8 - 1).members == HALF - 1


def test_wide_rows_change_about_as_many_entries_as_they_may():
    grid = np.unique(np.geomspace(NARROW + 1, 20_000, 400).astype(int))
    for memory in (MEMORY, 1e7):
        found = [kept(int(features), memory=memory) for features in grid]
        most = min(MOST_ENTRIES, memory / 8)
        for one in found:
            assert entries(one) <= most + 2 * one.inputs * -(-one.inputs // one.width)
            assert one.whole or one.members == 1
            assert one.members == HALF or entries(one) >= 0.49 * most
        numbers = [(one.members, one.width if not one.whole else np.inf) for one in found]
        assert [members for members, _ in numbers] == sorted((members for members, _ in numbers), reverse=True)
        assert {HALF, 4, 3, 2, 1} <= {members for members, _ in numbers}
    assert kept(1300) == Kept(5, 18, 1301, 1301)
    widest = int(MOST_ENTRIES / LEAST_WIDTH)
    assert kept(widest // 2).width > LEAST_WIDTH
    assert kept(2 * widest).members == 0


@pytest.mark.parametrize(
    ("how", "members"),
    [
        ({"effort": "best"}, 18),
        ({"effort": "fast"}, 0),
        ({"effort": "best", "memory": 1e8}, 0),
        ({"covariance": "full"}, 18),
        ({"covariance": "full", "effort": "fast", "memory": 1.0}, 18),
        ({"covariance": "diagonal", "effort": "best"}, 0),
        ({"sparse": True}, 0),
        ({"sparse": True, "effort": "best"}, 18),
    ],
)
def test_what_is_chosen_counts(how, members):
    found = kept(1300, **how)
    assert (found.members, found.whole) == (members, members > 0)


def test_few_members_are_those_that_there_are_anyway():
    for known in (Known(), Known(noise=0.1), Known(drift=0.0), Known(prior=1.0)):
        every = np.hstack(of_rows(known)).tolist()
        for number in range(1, len(every) + 1):
            rows = np.hstack(effort._first(known, number)).tolist()
            assert len(rows) == number
            assert all(row in every for row in rows)
    alone = Known(drift=0.0, prior=1.0)
    assert kept(3000, alone).members == 1
    assert not kept(3000, alone).whole


def bank_of(found, **how):
    return effort.new_bank(Known(), found, **{"effort": "auto", "sparse": False, "linear": False, "runs": True, **how})


def test_banks_have_what_is_kept():
    groups = {name: members for name, members, _ in bank_of(Kept(18, 18, 5, 5)).groups()}
    plain = {name: m for name, m, _ in Bank.new(5, Known(), full=True, sparse=False, linear=False, runs=True).groups()}
    for name, members in plain.items():
        for key, array in members.arrays().items():
            assert np.array_equal(groups[name].arrays()[key], array)
    few = bank_of(Kept(4, 18, 5, 5))
    assert [(name, len(members)) for name, members, _ in few.groups()] == [
        ("members", 4),
        ("beside", 6),
        ("curves", 10),
        ("products", 3),
        ("cells", 3),
        ("waves", 2),
        ("forest", 1),
    ]
    # What few members say counts in the second layer as much as if there were all.
    assert few.top.priors[:, 4:8].sum(axis=1) == pytest.approx(
        bank_of(Kept(18, 18, 5, 5)).top.priors[:, 4:22].sum(axis=1)
    )
    tiled = bank_of(Kept(1, 18, 3, 5), linear=True)
    assert (type(tiled.members), tiled.members.width, tiled.curves) == (TiledMembers, 3, None)
    assert tiled.table()["kind"].tolist()[:2] == ["tiled", "diagonal"]
    fast = bank_of(Kept(0, 18, 1, 5), effort="fast")
    assert [(name, len(members)) for name, members, _ in fast.groups()] == [("members", 6), ("curves", 3)]


def test_one_sentence_says_what_was_chosen(stream, caplog):
    x, y = stream
    with caplog.at_level(logging.INFO, logger="rosenblatt"):
        model = BayesClassifier().partial_fit(x, y)
        model.partial_fit(x, y)
        BayesClassifier(effort="fast").fit(x, y)
        BayesClassifier(covariance="diagonal").fit(x, y)
    assert [record.getMessage() for record in caplog.records] == [
        "a bank for 6 features was made by effort='auto' and 256 MB: all 18 members with full covariances.",
        "a bank for 6 features was made by effort='fast' and 256 MB: "
        "no member keeps more of its covariance than the diagonal.",
        "a bank for 6 features was made by covariance='diagonal': "
        "no member keeps more of its covariance than the diagonal.",
    ]
    assert str(Kept(4, 18, 9, 9)) == "4 of 18 members with full covariances"
    assert str(Kept(1, 18, 5, 9)) == "1 of 18 members with covariances in tiles of 5 features"


@pytest.fixture
def tiny(monkeypatch):
    """Let rows be wide that are not, so that tests are quick."""
    monkeypatch.setattr(effort, "NARROW", 2)
    monkeypatch.setattr(effort, "MOST_ENTRIES", 20)
    monkeypatch.setattr(effort, "LEAST_WIDTH", 2)


def test_a_model_with_tiles_learns_saves_loads_and_merges(tiny, stream, tmp_path):
    x, y = stream
    model = BayesClassifier().fit(x, y)
    bank = model.banks_[0]
    assert (bank.members.kind, bank.members.width, len(bank.members)) == ("tiled", 3, 1)
    assert model.score(x, y) > 0.9 * BayesClassifier(effort="best").fit(x, y).score(x, y)
    assert model.covariance_.shape == (7, 7)
    assert (model.covariance_[:3, 3:6] == 0.0).all()
    model.save(tmp_path / "model")
    back = rb.load(tmp_path / "model")
    assert back.effort == "auto"
    for one in (model, back):
        one.partial_fit(x, y)
    assert np.array_equal(back.predict_proba(x), model.predict_proba(x))
    merged = BayesClassifier().fit(x[:700], y[:700]).merge(BayesClassifier().fit(x[700:], y[700:]))
    assert merged.banks_[0].members.kind == "tiled"
    assert np.mean(merged.predict(x) == back.predict(x)) > 0.9
    grown = model.state_.with_inputs(np.array([0, 1, 2, 3, 4, 5, -1]))
    assert grown.predict(np.column_stack([x, np.full(len(x), np.nan)])) == pytest.approx(
        model.state_.predict(x), abs=1e-9
    )


def test_a_single_member_with_tiles_comes_back(tiny, stream, tmp_path):
    x, y = stream
    model = BayesClassifier(drift=0.0, prior=1.0).fit(x, y)
    assert model.banks_[0].members.kind == "tiled"
    model.save(tmp_path / "model")
    assert np.array_equal(rb.load(tmp_path / "model").predict_proba(x), model.predict_proba(x))


def test_files_of_earlier_versions_are_best(stream, tmp_path):
    x, y = stream
    path = tmp_path / "model"
    BayesClassifier().fit(x, y).save(path)
    with safe_open(path, framework="numpy") as file:
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        header = json.loads(file.metadata()["rosenblatt"])
    assert header["about"]["parameters"].pop("effort") == "auto"
    save_file(tensors, path, {"rosenblatt": json.dumps(header)})
    assert rb.load(path).effort == "best"


def test_sparse_rows_stay_sparse_if_not_all_members_are_full(tiny, stream):
    x, y = stream
    assert BayesClassifier().fit(sp.csr_matrix(x), y).state_.feature_scaling.sparse
    assert not BayesClassifier(effort="best").fit(sp.csr_matrix(x), y).state_.feature_scaling.sparse


def test_effort_is_one_of_three(stream):
    with pytest.raises(ValueError, match="effort must be one of fast, auto, best; got 'most'"):
        BayesClassifier(effort="most").fit(*stream)
