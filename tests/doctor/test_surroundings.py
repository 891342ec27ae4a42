"""The cache, threads and device."""

from __future__ import annotations

import pytest

from rosenblatt.doctor import surroundings
from rosenblatt.kernels.cache_folder import CacheFolder
from rosenblatt.kernels.gpu import Gpu


def said(name: str) -> tuple[str, str]:
    """Return what is said of a thing, and what is to be done."""
    (found,) = (one for one in surroundings.surroundings() if one.name == name)
    return found.said, found.remedy


def test_the_cache_is_measured(tmp_path, monkeypatch):
    (tmp_path / "rows.kernel").write_bytes(bytes(3 * 2**19))
    (tmp_path / "other.txt").write_bytes(bytes(100))
    monkeypatch.setattr(surroundings, "cache_folder", lambda: CacheFolder(tmp_path, (tmp_path,)))
    monkeypatch.setattr(surroundings, "shipped_kernels", lambda: [tmp_path] * 4)
    assert said("cache") == (f"{tmp_path}: 1 kernels, 1.5 MiB; 4 go with the package", "")


def test_without_a_folder_that_can_be_written_there_is_something_to_do(monkeypatch):
    monkeypatch.setattr(surroundings, "cache_folder", lambda: None)
    assert said("cache")[1].endswith("set NUMBA_CACHE_DIR to one.")


@pytest.mark.parametrize(("cores", "text"), [(1, "1 core"), (8, "8 cores")])
def test_threads_are_the_cores_that_may_be_used(cores, text, monkeypatch):
    monkeypatch.setattr(surroundings, "available_cores", lambda: cores)
    assert said("threads") == (text, "")


@pytest.mark.parametrize(
    ("gpu", "text"), [(Gpu("H200"), "H200"), (Gpu(reason="no driver"), "no GPU (no driver)")], ids=["there", "none"]
)
def test_no_gpu_is_no_fault(gpu, text, monkeypatch):
    monkeypatch.setattr(surroundings, "find_gpu", lambda: gpu)
    assert said("device") == (text, "")


@pytest.mark.parametrize(("obstacle", "text"), [("", "yes, by CuPy"), ("no CuPy", "no (no CuPy)")])
def test_a_gpu_says_whether_it_multiplies_for_classifiers(obstacle, text, monkeypatch):
    monkeypatch.setattr(surroundings, "find_gpu", lambda: Gpu("H200"))
    monkeypatch.setattr(surroundings.matrices, "obstacle", lambda: obstacle)
    assert said("products on it") == (text, "")


def test_the_libraries_that_multiply_are_named():
    assert any("threads: " in found.said for found in surroundings.surroundings() if found.name == "BLAS")
