"""What a `BayesClassifier` has learnt: late classes, names in files, and merging."""

from __future__ import annotations

import json

import numpy as np
import pytest
from safetensors import safe_open

import rosenblatt as rb
from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes.members import Known
from rosenblatt.estimators.bayes.state import BankState, Options
from rosenblatt.estimators.common.classes import Classes
from tests.estimators.conftest import text

SINGLE = Options(Known(0.0, 0.0, 1.0), covariance="auto", memory=1e6, standardise=True, linear=True, runs=False)
HEADER = {
    "parameters",
    "classes",
    "declared",
    "planes",
    "of_planes",
    "banks",
    "clock",
    "expected_error",
    "features",
    "feature_names",
    "sparse",
    "count",
}
MEMBERS = {"drifts", "priors", "grid", "means", "spreads", "kappas"}
FOREST = {"rows", "sums", "labels", "weights", "features", "edges", "children", "values", "odds", "bins", "counts"}
CLOSER = {  # members that files of earlier versions do not have
    *(f"cells.{name}" for name in MEMBERS | {"features", "varied", "rows", "edges"}),
    *(f"waves.{name}" for name in MEMBERS | {"features", "varied", "rows", "frequencies", "phases"}),
    *(f"forest.{name}" for name in FOREST),
}
MIXTURE = {"shares", "weights", "of_shares"}


def names_of_bank(*kinds):
    members = {f"{kind}.{name}" for kind in kinds for name in MEMBERS}
    return members | {f"{mixture}.{name}" for mixture in ("mixture", "last") for name in MIXTURE} | {"recent.means"}


@pytest.mark.parametrize("kind", ["declared", "late", "sparse"])
def test_names_in_files_are_those_of_version_2(kind, stream, random, tmp_path):
    # Files of version 2 exist: what is written must have what they have, and so must stay readable.
    x, y = text(random) if kind == "sparse" else stream
    model = BayesClassifier().partial_fit(x, y, classes=["no", "yes"] if kind == "declared" else None)
    model.save(tmp_path / "model.safetensors")
    with safe_open(tmp_path / "model.safetensors", framework="numpy") as file:
        header, names = json.loads(file.metadata()["rosenblatt"]), set(file.keys())
    assert (header["format"], header["version"], header["kind"]) == ("rosenblatt", 2, "BayesClassifier")
    about = header["about"]
    assert set(about) == HEADER
    kinds = (
        ("members", "curves", "top", "runs")
        if kind == "sparse"
        else ("members", "beside", "curves", "products", "top", "runs")
    )
    names_of_one = names_of_bank(*kinds) | (set() if kind == "sparse" else CLOSER)
    banks = {f"bank{k}.{name}" for k in range(1 if kind == "declared" else 3) for name in names_of_one}
    scaler = {f"eyes.scaler.{name}" for name in ("numbers", "mean", "spread", "units", "raw")}
    assert names == banks | ({"eyes.numbers", "eyes.sizes"} if kind == "sparse" else scaler)
    subproblems = (about["declared"], about["planes"], about["of_planes"]["values"], about["banks"])
    assert subproblems == ((True, [], [], 1) if kind == "declared" else (False, [1, 2], about["classes"]["values"], 3))
    assert (about["clock"], about["features"]) == (len(y), x.shape[1])
    assert (about["sparse"], about["count"]) == (kind == "sparse", 0.0 if kind == "sparse" else 1500.0)


def learnt(labels, x, classes=None):
    state = BankState.new(x, Classes.begin(classes), SINGLE)
    state.learn(x, labels, np.ones(len(x)))
    return state


def test_classes_without_rows_may_be_met(random):
    x, labels = random.standard_normal((20, 2)), np.arange(20) % 2
    state = learnt(labels, x)
    assert (len(state.banks), state.rows) == (3, 20)
    state.learn(x, labels, np.ones(20), also=np.array([5]))
    assert (state.classes.labels.tolist(), len(state.banks), state.rows) == ([0, 1, 5], 4, 40)
    assert state.predict(x).shape == (2, 20, 3)
    assert state.predict(x).sum(axis=2) == pytest.approx(1.0)


def test_a_label_that_is_refused_changes_nothing(random):
    x = random.standard_normal((20, 2))
    state = learnt(np.arange(20) % 2, x, classes=np.arange(2))
    before = state.predict(x)
    with pytest.raises(ValueError, match="declared classes"):
        state.learn(x, np.arange(20), np.ones(20))
    assert np.array_equal(state.predict(x), before)
    assert state.rows == 20


def test_merging_leaves_both_as_they_were(random):
    x = random.standard_normal((60, 2))
    labels = (x[:, 0] > 0.0).astype(int)
    one, other = learnt(labels[:30], x[:30]), learnt(labels[30:] + 1, x[30:])
    before = [state.predict(x) for state in (one, other)]
    both = one.merge(other)
    assert (both.rows, both.classes.labels.tolist(), len(both.banks)) == (60, [0, 1, 2], 4)
    both.learn(x, labels, np.ones(60))
    for state, said in zip((one, other), before, strict=True):
        assert np.array_equal(state.predict(x), said)


@pytest.mark.parametrize("classes", [None, np.arange(2), np.arange(3)])
def test_arrays_and_back(classes, random):
    x, labels = random.standard_normal((40, 2)), np.arange(40) % 2
    state = learnt(labels, x, classes)
    header = json.loads(json.dumps(state.header()))
    back = BankState.of_arrays({name: array.copy() for name, array in state.arrays().items()}, header)
    assert back.classes.subproblem_of == state.classes.subproblem_of
    assert back.classes.subproblems == state.classes.subproblems
    for one in (state, back):
        one.learn(x, labels, np.ones(40))
    assert np.array_equal(back.predict(x), state.predict(x))
    assert back.header() == state.header()


def test_the_classifier_shows_its_state(stream):
    model = rb.BayesClassifier().fit(*stream)
    assert model.banks_ is model.state_.banks
    assert model.n_examples_ == model.state_.rows == 1500
    assert np.array_equal(model.coef_, model.state_.weights()[:, :-1])
