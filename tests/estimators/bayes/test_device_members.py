"""`BayesClassifier` on a device, here with NumPy in place of CuPy, against itself on this machine."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.estimators.bayes.device_members import DeviceMembers, placed
from rosenblatt.estimators.bayes.members import Known, Members
from rosenblatt.kernels.bank.device_update import DeviceCovariances
from rosenblatt.kernels.device import matrices
from rosenblatt.kernels.device.matrices import Matrices

FEATURES = 400


@pytest.fixture
def device(monkeypatch):
    """Let there be a device."""
    monkeypatch.setattr(matrices, "obstacle", lambda: "")
    monkeypatch.setattr(Matrices, "of_cupy", classmethod(lambda cls: Matrices(np, np.array)))


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(0)
    x = random.standard_normal((260, FEATURES))
    x[:, 1] = x[:, 0]
    labels = np.where(x @ random.standard_normal(FEATURES) + 10.0 * random.standard_normal(260) > 0.0, "up", "down")
    return x, labels


def new(backend, **options):
    return rb.BayesClassifier(backend=backend, effort="best", linear=True, **options)


def members(model):
    return model.state_.banks[0].members


def test_the_numbers_are_those_of_this_machine(device, rows):
    here, there = new("cpu"), new("gpu")
    said = [
        [model.predict_then_learn(rows[0][part], rows[1][part]) for part in (slice(0, 150), slice(150, 260))]
        for model in (here, there)
    ]
    assert type(members(here)) is Members
    assert type(members(there)) is DeviceMembers
    for one, other in zip(*said, strict=True):
        assert other == pytest.approx(one, rel=1e-9)
    for name in ("coef_", "covariance_", "noise_", "drift_", "bank_weights_"):
        one, other = (np.asarray(getattr(model, name)) for model in (here, there))
        assert other == pytest.approx(one, rel=1e-9, abs=1e-9 * np.abs(one).max()), name
    assert there.predict_proba(rows[0] + 0.1) == pytest.approx(here.predict_proba(rows[0] + 0.1), rel=1e-9)
    assert there.learn_one(rows[0][0], "up").predict_proba_one(rows[0][1]) == pytest.approx(
        here.learn_one(rows[0][0], "up").predict_proba_one(rows[0][1]), rel=1e-9
    )


def test_others_learn_beside_it_as_they_do_alone(device, rows):
    # Curves, cells, waves and trees: all of them at the same time as what waits for the device.
    here, there = (rb.BayesClassifier(backend=backend, effort="best").fit(*rows) for backend in ("cpu", "gpu"))
    assert there.predict_proba(rows[0]) == pytest.approx(here.predict_proba(rows[0]), rel=1e-9)
    assert (there.bank_.kind == here.bank_.kind).all()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))])
def test_a_copy_lies_on_this_machine_until_it_learns(again, device, rows):
    model = new("gpu").fit(*rows)
    other = again(model)
    assert type(members(other)) is Members
    assert np.array_equal(other.predict(rows[0]), model.predict(rows[0]))
    before = members(model).means.copy()
    other.partial_fit(rows[0][:5], rows[1][:5])
    assert type(members(other)) is DeviceMembers
    assert np.array_equal(members(model).means, before)


def test_files_merging_freezing_and_going_on_elsewhere(device, rows, tmp_path):
    half = slice(0, 130), slice(130, 260)
    one, other = (new("gpu").fit(rows[0][part], rows[1][part]) for part in half)
    plain = [new("cpu").fit(rows[0][part], rows[1][part]) for part in half]
    frozen, before = one.freeze(), one.predict_proba(rows[0])
    one.merge(other)
    assert one.predict_proba(rows[0]) == pytest.approx(plain[0].merge(plain[1]).predict_proba(rows[0]), rel=1e-9)
    assert np.array_equal(frozen.predict_proba(rows[0]), before)
    other.save(tmp_path / "model")
    assert rb.load(tmp_path / "model").predict_proba(rows[0]) == pytest.approx(other.predict_proba(rows[0]), rel=1e-12)
    other.set_params(backend="cpu").partial_fit(rows[0][:9], rows[1][:9])
    assert type(members(other)) is Members


def test_fetched_covariances_cannot_be_written_to(device, rows):
    with pytest.raises(ValueError, match="read-only"):
        members(new("gpu").fit(*rows)).spreads[0, 0, 0] = 2.0


def test_where_no_device_is_it_is_said_and_auto_stays_here(monkeypatch, rows):
    monkeypatch.setattr(matrices, "obstacle", lambda: "there is none")
    with pytest.raises(RuntimeError, match=r"must have a device that CUDA can use; there is none\. Use backend='cpu'"):
        new("gpu").fit(*rows)
    assert type(members(new("auto").fit(*rows))) is Members


def test_who_cannot_go_there(device, rows):
    x, labels = rows
    with pytest.raises(ValueError, match="got 'gpu' and full ones of 20 features"):
        new("gpu").fit(x[:, :20], labels)
    with pytest.raises(ValueError, match="got 'gpu' and diagonal ones of 400 features"):
        rb.BayesClassifier(backend="gpu", covariance="diagonal").fit(x, labels)
    with pytest.raises(ValueError, match="backend must be"):
        new("tpu").fit(x, labels)
    assert type(members(new("auto").fit(x[:, :20], labels))) is Members


class OutOfMemoryError(Exception):
    """What CuPy says."""


def full(*arguments):
    raise OutOfMemoryError("Out of memory allocating 8 bytes")


def test_a_device_without_room_for_the_covariances_is_one_sentence_and_nothing_is_lost(device, rows, monkeypatch):
    model = new("cpu").fit(*rows).set_params(backend="gpu")
    before = model.predict_proba(rows[0])
    monkeypatch.setattr(DeviceCovariances, "__init__", full)
    with pytest.raises(MemoryError, match=r"covariances must fit into the memory of the GPU; got some 0\.0 GB"):
        model.partial_fit(*rows)
    assert model.n_examples_ == 260
    assert np.array_equal(model.predict_proba(rows[0]), before)


def test_a_device_that_fails_in_the_middle_says_how_to_go_on(device, rows, monkeypatch):
    model = new("gpu").fit(*rows)
    monkeypatch.setattr(DeviceCovariances, "learn", full)
    with pytest.raises(MemoryError, match=r"Go on from a saved model, with backend='cpu'"):
        model.partial_fit(*rows)


def test_members_that_are_there_stay_themselves(device):
    own = Members.of_table(Known().table(((0.1,), (0.0,))), 500, full=True)
    far = placed(own, "gpu")
    assert placed(own, "cpu") is own
    assert placed(far, "gpu") is far
    assert placed(far, "auto") is far
    assert type(placed(far, "cpu")) is Members


@pytest.mark.gpu
@pytest.mark.parametrize("features", [420, 1000])
def test_on_a_gpu_the_numbers_are_those_of_the_processor(features):
    random = np.random.default_rng(features)
    x = random.standard_normal((300, features))
    labels = np.where(x @ random.standard_normal(features) > 0.0, "up", "down")
    here, there = (rb.BayesClassifier(backend=b, effort="best", memory=2.0**33) for b in ("cpu", "gpu"))
    said = [model.predict_then_learn(x, labels) for model in (here, there)]
    assert type(members(there)) is DeviceMembers
    assert said[1] == pytest.approx(said[0], rel=1e-9)
    assert there.predict_proba(x + 0.1) == pytest.approx(here.predict_proba(x + 0.1), rel=1e-9)
    for name in ("coef_", "covariance_", "noise_", "drift_"):
        one, other = (np.asarray(getattr(model, name)) for model in (here, there))
        assert other == pytest.approx(one, rel=1e-9, abs=1e-9 * np.abs(one).max()), name


@pytest.mark.gpu
def test_a_gpu_without_room_is_one_sentence(rows):
    pool = pytest.importorskip("cupy", reason="needs CuPy").get_default_memory_pool()
    pool.free_all_blocks()
    pool.set_limit(size=2**20)
    try:
        with pytest.raises(MemoryError, match="covariances must fit into the memory of the GPU; got some 0.0 GB"):
            new("gpu").fit(*rows)
    finally:
        pool.set_limit(size=0)
    assert type(members(new("gpu").fit(*rows))) is DeviceMembers
