"""Safetensors files with a checksum: what is written, what is read, and what is refused."""

from __future__ import annotations

import hashlib
import json
import tracemalloc

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.tensor_files import NO_DIGITS, read_head, read_tensors, write_tensors


@pytest.fixture
def path(tmp_path):
    return tmp_path / "file.safetensors"


@pytest.fixture
def arrays(random):
    return {"b": random.random((3, 4)), "a": np.array([np.pi]), "none": np.zeros((0, 2)), "t": random.random((2, 3)).T}


def read(path):
    with path.open("rb") as file:
        head = read_head(file)
        return read_tensors(file, head), head.texts


def written(path, head, content=b""):
    raw = head if isinstance(head, bytes) else json.dumps(head).encode()
    path.write_bytes(len(raw).to_bytes(8, "little") + raw + content)


def tensor(shape, *offsets, dtype="F64"):
    return {"dtype": dtype, "shape": shape, "data_offsets": list(offsets)}


def assert_same(found, expected):
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        assert np.array_equal(found[name], array)
        assert found[name].dtype == np.float64
        assert found[name].flags.writeable


def test_what_is_written_is_read_by_safetensors_and_the_other_way_round(path, arrays):
    write_tensors(path, arrays, {"text": "a"})
    assert_same(read(path)[0], arrays)
    assert read(path)[1].keys() == {"text", "checksum"}
    for name, array in load_file(path).items():
        assert np.array_equal(array, arrays[name])
    save_file({name: np.ascontiguousarray(array) for name, array in arrays.items()}, path, {"text": "a"})
    assert_same(read(path)[0], arrays)
    assert read(path)[1] == {"text": "a"}


def test_the_checksum_is_that_of_the_file_without_it(path, arrays):
    write_tensors(path, arrays, {"text": "a"})
    said = read(path)[1]["checksum"]
    whole = path.read_bytes()
    assert whole.count(said.encode()) == 1
    assert hashlib.sha256(whole.replace(said.encode(), NO_DIGITS.encode())).hexdigest() == said


def test_every_byte_matters(path):
    arrays = {"a": np.array([np.pi, 1.0])}
    write_tensors(path, arrays, {"text": "a"})
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        try:
            found, texts = read(path)
        except Damaged:
            continue
        assert texts.keys() != {"text", "checksum"}  # its name was changed: for the model to refuse
        assert_same(found, arrays)
    for length in range(0, len(whole), 5):
        path.write_bytes(whole[:length])
        with pytest.raises(Damaged):
            read(path)
    path.write_bytes(whole + b" ")
    with pytest.raises(Damaged):
        read(path)


@pytest.mark.parametrize(
    "head",
    [
        {"a": tensor([10**12], 0, 8 * 10**12)},
        {"a": tensor([0, 10**12], 0, 0)},
        {"a": tensor([10**300, 10**300], 0, 8)},
        {"a": tensor([1] * 10_000, 0, 8)},
        {"a": tensor([2], 0, 8)},
        {"a": tensor([1], 8, 16)},
        {"a": tensor([1], 8, 0)},
        {"a": tensor([-1], 0, 8)},
        {"a": tensor([1.0], 0, 8)},
        {"a": tensor("1", 0, 8)},
        {"a": tensor(None, 0, 8)},
        {"a": tensor([1], 0)},
        {"a": tensor([True], 0, 8)},
        {"a": tensor([1], 0, 8, dtype="I64")},
        {"a": tensor([1], 0, 8, dtype=[])},
        {"a": tensor([1], 0, 8), "b": tensor([1], 0, 8)},
        {"a": tensor([1], 0, 8) | {"more": 1}},
        {"a": {}},
        {"a": 1},
        {"a": tensor([1], 0, 8), "__metadata__": [1]},
        {"a": tensor([1], 0, 8), "__metadata__": {"text": 1}},
        {},
        [1],
        b"[" * 100_000,
        b"9" * 100_000,
        b"\xff\xfe",
        b"",
    ],
    ids=lambda head: str(head)[:40],
)
def test_heads_that_do_not_fit_their_file(head, path):
    written(path, head, bytes(8))
    with pytest.raises(Damaged):
        read(path)


def test_files_without_a_head(path):
    for content in (b"", b"1234567", (2**63).to_bytes(8, "little"), (2**40).to_bytes(8, "little") + b"{}"):
        path.write_bytes(content)
        with pytest.raises(Damaged, match="must begin with a head"):
            read(path)


def test_nothing_is_held_twice(path):
    arrays = {"a": np.ones(2**20), "b": np.ones((2**10, 2**9))}
    tracemalloc.start()
    write_tensors(path, arrays, {})
    assert tracemalloc.get_traced_memory()[1] < 2**18
    tracemalloc.reset_peak()
    assert_same(read(path)[0], arrays)
    assert tracemalloc.get_traced_memory()[1] < 1.2 * path.stat().st_size + 2**18
    tracemalloc.stop()
