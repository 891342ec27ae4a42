"""`load`: a saved model, whatever it is; and nothing that is not one."""

from __future__ import annotations

import json
import re
import tracemalloc

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

import rosenblatt as rb
from rosenblatt.estimators.common.model_files import save_state
from tests.estimators.conftest import text

PARTS = ("members", "beside", "curves", "products", "top", "runs")
FIRST = "bank0.members"
SOME = [
    *(f"bank0.{part}.{name}" for part in PARTS for name in ("drifts", "priors", "grid", "means", "spreads", "kappas")),
    *(f"bank1.{mixture}.{name}" for mixture in ("mixture", "last") for name in ("shares", "weights", "of_shares")),
    *(f"eyes.scaler.{name}" for name in ("mean", "spread", "units", "raw")),
    "bank2.recent.means",
]


@pytest.fixture
def models(stream, random):
    """Return a model of each kind of bank."""
    words, topics = text(random, rows=40, words=100)
    x, y = stream[0][:60], stream[1][:60]
    return {
        "bank": rb.BayesClassifier().partial_fit(x, y),
        "declared": rb.BayesClassifier(linear=True, runs=False).partial_fit(x, y, classes=["a", "no", "yes"]),
        "single": rb.BayesClassifier(drift=0.0, prior=1.0, standardise=False).fit(x, y),
        "diagonal": rb.BayesClassifier(covariance="diagonal").fit(x, y),
        "sparse": rb.BayesClassifier(covariance="diagonal").fit(words, topics),
        "sparse raw": rb.BayesClassifier(covariance="diagonal", standardise=False).fit(words, topics),
    }


def content(path):
    """Return the tensors and the header of a file."""
    with safe_open(path, framework="numpy") as file:
        return {name: file.get_tensor(name) for name in file.keys()}, json.loads(file.metadata()["rosenblatt"])  # noqa: SIM118


def written(path, tensors, header):
    """Write a file as earlier versions did: without a checksum."""
    said = header if isinstance(header, str) else json.dumps(header)
    save_file({name: np.ascontiguousarray(tensor) for name, tensor in tensors.items()}, path, {"rosenblatt": said})


@pytest.fixture
def saved(stream, tmp_path):
    """Return a path, and the tensors and the header of the model that was saved there."""
    path = tmp_path / "model.safetensors"
    rb.BayesClassifier().partial_fit(stream[0][:60, 3:], stream[1][:60]).save(path)
    return path, *content(path)


def test_a_saved_model_comes_back_as_what_it_was(stream, tmp_path):
    model = rb.BayesClassifier(drift=0.0).fit(*stream)
    model.save(tmp_path / "model")
    back = rb.load(tmp_path / "model")
    assert type(back) is rb.BayesClassifier
    assert np.array_equal(back.predict_proba(stream[0]), model.predict_proba(stream[0]))


def test_saving_takes_a_fifth_of_the_file_in_memory_at_most(random, tmp_path):
    path = tmp_path / "model"
    x = random.standard_normal((32, 200))
    model = rb.BayesClassifier().partial_fit(x, x[:, 0] > 0.0)
    tracemalloc.start()
    try:
        model.save(path)
        more = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert path.stat().st_size > 20e6
    assert more < 0.2 * path.stat().st_size


def test_kinds_that_are_not_saved(tmp_path):
    save_state(tmp_path / "model", "OnlineClassifier", {"a": np.zeros(1)}, {})
    with pytest.raises(ValueError, match="must be one of BayesClassifier, .*; got 'OnlineClassifier'"):
        rb.load(tmp_path / "model")


def test_files_without_a_checksum_are_read_and_others_only_if_it_is_theirs(models, tmp_path):
    path = tmp_path / "model.safetensors"
    for model in models.values():
        model.save(path)
        new = path.read_bytes()
        for earlier in (False, True):
            if earlier:
                written(path, *content(path))
            assert rb.load(path).state_.header() == model.state_.header()
            assert content(path)[1]["version"] == 2
            assert (b"checksum" in path.read_bytes()) is not earlier
        for place in (len(new) - 1, len(new) // 2, new.index(b"checksum") + 11, new.index(b"expected_error") + 20):
            path.write_bytes(new[:place] + bytes([new[place] ^ 1]) + new[place + 1 :])
            with pytest.raises(ValueError, match=r"is not, or is damaged: .*\. Restore the file from a copy, or learn"):
                rb.load(path)


def test_a_tensor_that_was_cut_is_refused_by_name(saved):
    path, tensors, header = saved
    for name in SOME:
        tensor = tensors[name]
        for cut in (tensor[:-1], tensor[..., :-1], tensor[..., None], tensor.astype(np.float32)):
            written(path, tensors | {name: cut}, header)
            with pytest.raises(ValueError, match="is not, or is damaged"):
                rb.load(path)
    written(path, tensors | {f"{FIRST}.means": tensors[f"{FIRST}.means"][:, :-1]}, header)
    with pytest.raises(
        ValueError, match=r"members.means must be float64 of shape \(18, 4\); got .* \(18, 3\). Restore"
    ):
        rb.load(path)


def test_tensors_that_lack_or_are_too_many(saved):
    path, tensors, header = saved
    for name in SOME:
        written(path, {other: tensor for other, tensor in tensors.items() if other != name}, header)
        with pytest.raises(ValueError, match=r"must have .*; it lacks "):
            rb.load(path)
    for name, said in (
        ("more", "must be of eyes and 3 banks; got 'more'"),
        ("bank3.members.means", "must be of eyes and 3 banks; got 'bank3'"),
        ("bank0.more.means", "bank0 must have .* it has 'more'"),
        (f"{FIRST}.more", "bank0.members must have .* it has 'more'"),
        ("eyes.scaler.more", "eyes.scaler must have .* it has 'more'"),
        ("eyes.numbers", "eyes must have .* it has 'numbers'"),
    ):
        written(path, tensors | {name: np.zeros(1)}, header)
        with pytest.raises(ValueError, match=said):
            rb.load(path)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("drifts", (np.nan, -0.1, 1.0)),
        ("priors", (np.nan, np.inf, 0.0, -1.0, 1e300)),
        ("grid", (np.nan, -0.1, 0.5)),
        ("means", (np.nan, np.inf, -np.inf, 1e300)),
        ("spreads", (np.nan, np.inf, 0.0, 1e-320, -1.0, 1e300)),
        ("kappas", (np.nan, 0.0, -1.0, 0.21)),
    ],
)
def test_members_have_numbers_that_members_can_have(key, values, saved):
    path, tensors, header = saved
    for part in PARTS:
        name = f"bank1.{part}.{key}"
        for value in values:
            written(path, tensors | {name: np.full_like(tensors[name], value)}, header)
            with pytest.raises(ValueError, match=f"damaged: .*{name}|bank1.{part}.largest variances"):
                rb.load(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mixture.weights", 1.0),
        ("mixture.weights", np.nan),
        ("mixture.of_shares", -0.25),
        ("mixture.shares", 0.0),
        ("last.shares", 1.0),
        ("last.of_shares", 0.0),
        ("recent.means", 1.1),
        ("members.drifts", 0.01),
    ],
)
def test_banks_have_weights_of_one_and_the_same_members(name, value, saved):
    path, tensors, header = saved
    full = f"bank2.{name}"
    written(path, tensors | {full: np.full_like(tensors[full], value)}, header)
    with pytest.raises(ValueError, match=f"damaged: .*{full} must be"):
        rb.load(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mean", np.nan),
        ("mean", 1e200),
        ("spread", -1.0),
        ("spread", np.inf),
        ("units", 3.0),
        ("units", -1.0),
        ("units", 2.0**-1000),
        ("raw", 0.5),
        ("raw", np.nan),
    ],
)
def test_scalers_have_means_and_deviations(name, value, saved):
    path, tensors, header = saved
    full = f"eyes.scaler.{name}"
    changed = {"eyes.scaler.mean": np.full(3, 1e100), full: np.full_like(tensors[full], value)}
    written(path, tensors | changed, header)
    with pytest.raises(ValueError, match=r"damaged: .*eyes\.scaler"):
        rb.load(path)


def test_covariances_are_positive(saved):
    path, tensors, header = saved
    name = f"{FIRST}.spreads"
    for factor, answer in ((-1.01, "member 3 is indefinite"), (0.5, None)):
        spreads = tensors[name].copy()
        spreads[3, 1, 0] = factor * np.sqrt(spreads[3, 0, 0] * spreads[3, 1, 1])
        written(path, tensors | {name: spreads}, header)
        if answer is None:
            rb.load(path)
        else:
            with pytest.raises(ValueError, match=answer):
                rb.load(path)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("features", 10**12),
        ("features", 10**400),
        ("features", -1),
        ("features", 3.0),
        ("features", True),
        ("banks", 10**12),
        ("banks", 2),
        ("clock", -1),
        ("clock", 61),
        ("count", 1e300),
        ("count", "60"),
        ("expected_error", float("nan")),
        ("expected_error", -0.5),
        ("expected_error", None),
        ("sparse", 0),
        ("sparse", True),
        ("declared", True),
        ("declared", None),
        ("planes", [1, 1]),
        ("planes", [1, 3]),
        ("planes", ["1", "2"]),
        ("planes", 1),
        ("feature_names", ["a"]),
        ("feature_names", [1, 2, 3]),
        ("feature_names", None),
        ("classes", None),
        ("classes", {"dtype": "<U3", "values": ["yes", "no"]}),
        ("classes", {"dtype": "<U3", "values": ["no", "no"]}),
        ("classes", {"dtype": "<U2", "values": ["no", "yes"]}),
        ("classes", {"dtype": "<U99999999", "values": ["no", "yes"]}),
        ("classes", {"dtype": "<U3", "values": "no"}),
        ("classes", {"dtype": "<i1", "values": [1, 2000]}),
        ("classes", {"dtype": "<f2", "values": [1.0, 1e300]}),
        ("classes", {"dtype": "|V8", "values": [1, 2]}),
        ("classes", {"dtype": 8, "values": [1, 2]}),
        ("of_planes", {"dtype": "<U3", "values": ["no", "maybe"]}),
        ("parameters", {}),
        ("parameters", [1]),
    ],
    ids=lambda value: str(value)[:30],
)
def test_headers_that_do_not_fit(key, value, saved):
    path, tensors, header = saved
    header["about"][key] = value
    written(path, tensors, header)
    with pytest.raises(ValueError, match=r"is not, or is damaged: .* must .*\. Restore the file") as error:
        rb.load(path)
    assert len(str(error.value)) < len(str(path)) + 400


@pytest.mark.parametrize(
    ("name", "value"),
    [("noise", 0.7), ("drift", "x"), ("memory", 10**400), ("covariance", "round"), ("proba", [1]), ("linear", {})],
    ids=lambda value: str(value)[:30],
)
def test_parameters_that_no_model_has(name, value, saved):
    path, tensors, header = saved
    header["about"]["parameters"][name] = value
    written(path, tensors, header)
    with pytest.raises(ValueError, match=f"damaged: .*{name} must be"):
        rb.load(path)


def test_headers_that_are_none(saved):
    path, tensors, header = saved
    for said in ("[1]", "{}", '"a"', '{"format": []}'):
        written(path, tensors, said)
        with pytest.raises(ValueError, match="is of something else"):
            rb.load(path)
    about = header["about"]
    for changed in (
        header | {"about": {}},
        header | {"about": [1]},
        {"kinds" if key == "kind" else key: value for key, value in header.items()},
        header | {"about": {key.upper(): value for key, value in about.items()}},
        header | {"about": about | {"more": 1}},
        header | {"version": "2"},
        header | {"version": None},
        "[" * 100_000,
        json.dumps(header).replace(str(about["clock"]), "9" * 10_000, 1),
    ):
        written(path, tensors, changed)
        with pytest.raises(ValueError, match=r"is not, or is damaged: .* must "):
            rb.load(path)
    for kind in ([], None, "os.system"):
        written(path, tensors, header | {"kind": kind})
        with pytest.raises(ValueError, match="kind of a saved model must be one of BayesClassifier"):
            rb.load(path)


def test_a_model_with_damage_is_not_saved_and_the_old_file_stays(stream, tmp_path):
    path = tmp_path / "model.safetensors"
    model = rb.BayesClassifier().partial_fit(stream[0][:60], stream[1][:60])
    model.save(path)
    before = path.read_bytes()
    model.banks_[1].members.means[2, 3] = np.nan
    with pytest.raises(
        ValueError, match=re.escape("bank1.members.means must be from -1e+100 to 1e+100; got nan. Lear")
    ):
        model.save(path)
    assert path.read_bytes() == before
