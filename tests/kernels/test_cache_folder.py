"""Where kernels are kept."""

from __future__ import annotations

from pathlib import Path

import numba

from rosenblatt.kernels import cache_folder as module
from rosenblatt.kernels import disk_cache, enumeration
from rosenblatt.kernels.bank import member_inputs
from rosenblatt.kernels.cache_folder import cache_folder, shipped_kernels


def test_kernels_are_kept_in_the_folder_that_is_named():
    folder = cache_folder()
    assert folder is not None
    kernels = {enumeration.popcount: folder.path, member_inputs.fill_label_means: folder.all[1]}
    for kernel, place in kernels.items():
        assert Path(kernel.stats.cache_path) == place


def test_the_environment_says_where(tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    folder = cache_folder()
    assert folder is not None
    assert all(tmp_path in path.parents for path in folder.all)
    assert len(set(folder.all)) == 2
    assert folder.kernels() == []


def test_without_a_folder_there_is_none(monkeypatch):
    def none(function):
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(module, "FunctionCache", none)
    assert cache_folder() is None


def test_what_goes_with_the_package_is_found_if_there_is_any(tmp_path, monkeypatch):
    monkeypatch.setattr(disk_cache, "SHIPPED", tmp_path / "shipped")
    assert shipped_kernels() == []
    (tmp_path / "shipped").mkdir()
    for name in ("rows.kernel", "other.txt"):
        (tmp_path / "shipped" / name).write_bytes(b"")
    assert shipped_kernels() == [tmp_path / "shipped" / "rows.kernel"]
