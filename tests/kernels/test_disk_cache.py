"""Machine code on disk: many processes at once, damaged files, no folder."""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import time
import warnings
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.caching import NullCache
from numba.core.dispatcher import Dispatcher

import rosenblatt.kernels
from rosenblatt.kernels import disk_cache
from rosenblatt.kernels.compiler import cached_njit
from rosenblatt.kernels.disk_cache import ABANDONED, KEPT_DIGESTS, SUFFIX, DiskCache, ReadOnlyCache, prune
from rosenblatt.kernels.kernel_digest import Survey

DOUBLE = "FACTOR = {factor}\n\n\ndef scaled(x):\n    return FACTOR * x\n"


class Home:
    """A folder with a function, and the folder of its machine code."""

    def __init__(self, folder: Path) -> None:
        self.source, self.cache = folder / "scaled_numbers.py", folder / "cache"
        self.write(2.0)

    def write(self, factor: float) -> None:
        self.source.write_text(DOUBLE.format(factor=factor))

    def function(self) -> Any:
        """Return the function as a new process would have it."""
        module = importlib.util.module_from_spec(
            spec := importlib.util.spec_from_file_location("scaled_numbers", self.source)  # pyright: ignore
        )
        spec.loader.exec_module(module)
        return cached_njit()(module.scaled)

    def files(self) -> list[Path]:
        return sorted(self.cache.rglob(f"*{SUFFIX}"))


@pytest.fixture
def home(tmp_path, monkeypatch) -> Home:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    return Home(tmp_path)


def hits_and_misses(function: Any) -> tuple[int, int]:
    return sum(function.stats.cache_hits.values()), sum(function.stats.cache_misses.values())


def test_each_signature_has_a_file_of_its_own(home):
    first = home.function()
    assert [first(3.0), first(np.float32(3.0)), first(3)] == [6.0, 6.0, 6.0]
    assert len(home.files()) == 3
    second = home.function()
    assert [second(3), second(3.0), second(np.float32(3.0))] == [6.0, 6.0, 6.0]
    assert hits_and_misses(second) == (3, 0)
    assert not [file for file in home.cache.rglob("*") if file.is_file() and file.suffix != SUFFIX]


def test_an_edit_writes_over_what_is_out_of_date(home):
    assert home.function()(3.0) == 6.0
    home.write(5.0)
    assert home.function()(3.0) == 15.0
    assert len(home.files()) == 1


def test_another_version_of_numba_neither_reads_nor_overwrites(home, monkeypatch):
    home.function()(3.0)
    before = home.files()[0].read_bytes()
    monkeypatch.setattr(numba, "__version__", "0.0")
    other = home.function()
    assert other(3.0) == 6.0
    assert hits_and_misses(other) == (0, 1)
    assert len(home.files()) == 2
    assert before in [file.read_bytes() for file in home.files()]


def flip(content: bytes, place: int) -> bytes:
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


DAMAGES = {
    "empty": lambda content: b"",
    "short": lambda content: content[:10],
    "truncated": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "a bit of the checksum": lambda content: flip(content, 3),
    "a bit of the machine code": lambda content: flip(content, len(content) // 2),
    "garbage": lambda content: bytes(range(256)) * 8,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_compiled_anew_and_written_over(home, damage, monkeypatch):
    monkeypatch.setattr(disk_cache, "_warned", type(disk_cache._warned)())
    home.function()(3.0)
    [file] = home.files()
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    with pytest.warns(RuntimeWarning, match=r"must be as it was written; got .*its checksum is wrong"):
        assert home.function()(3.0) == 6.0
    again = home.function()
    assert again(3.0) == 6.0
    assert hits_and_misses(again) == (1, 0)


def test_a_process_warns_once(home, monkeypatch):
    monkeypatch.setattr(disk_cache, "_warned", type(disk_cache._warned)())
    for value in (3.0, 3):
        home.function()(value)
    for file in home.files():
        file.write_bytes(b"")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        damaged = home.function()
        assert [damaged(3.0), damaged(3)] == [6.0, 6.0]
    assert len(caught) == 1


def test_something_else_in_the_place_of_a_file(home, monkeypatch):
    monkeypatch.setattr(disk_cache, "_warned", type(disk_cache._warned)())
    home.function()(3.0)
    [file] = home.files()
    file.unlink()
    file.mkdir()
    with pytest.warns(RuntimeWarning, match="Is a directory"):
        assert home.function()(3.0) == 6.0
    assert file.is_dir()


def test_a_full_disk(home, monkeypatch):
    def full(path: Path, write: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk_cache, "write_whole", full)
    assert home.function()(3.0) == 6.0
    assert not home.files()


def test_without_a_folder_nothing_is_kept(home, monkeypatch):
    home.source.unlink()  # no file of which Numba could know whether it is up to date
    scope: dict[str, Any] = {}
    exec(compile(DOUBLE.format(factor=2.0), "<typed>", "exec"), scope)
    kernel = cached_njit()(scope["scaled"])
    assert kernel(3.0) == 6.0
    assert kernel.stats.cache_path is None


@pytest.fixture
def shipped(home, tmp_path, monkeypatch) -> Path:
    """The folder of what goes with the package, with the only kernel of a home whose own folder is empty again."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    home.function()(3.0)
    [file] = home.files()
    file.rename(folder / file.name)
    monkeypatch.setattr(disk_cache, "SHIPPED", folder)
    return folder


def test_what_goes_with_the_package_is_found_and_left_where_it_is(home, shipped):
    function = home.function()
    assert function(3.0) == 6.0
    assert hits_and_misses(function) == (1, 0)
    assert not home.files()


def test_what_goes_with_the_package_and_is_out_of_date_is_compiled_beside_it(home, shipped):
    [before] = [file.read_bytes() for file in shipped.iterdir()]
    home.write(5.0)
    for expected in ((0, 1), (1, 0)):
        function = home.function()
        assert function(3.0) == 15.0
        assert hits_and_misses(function) == expected
    assert [file.read_bytes() for file in shipped.iterdir()] == [before]


def test_what_goes_with_the_package_is_read_where_no_folder_can_be_written(home, shipped, monkeypatch):
    monkeypatch.setattr(DiskCache._impl_class, "_locator_classes", [])
    function = home.function()
    assert isinstance(function._cache, ReadOnlyCache)
    assert [function(3.0), function(3)] == [6.0, 6.0]
    assert hits_and_misses(function) == (1, 1)
    assert function.stats.cache_path is None
    assert not home.files()
    assert len(list(shipped.iterdir())) == 1


def test_no_kernel_of_the_package_is_in_the_cache_of_numba():
    names = [module.name for module in pkgutil.walk_packages(rosenblatt.kernels.__path__, "rosenblatt.kernels.")]
    values = [value for name in names for value in vars(importlib.import_module(name)).values()]
    kernels = [value for value in values if isinstance(value, Dispatcher)]
    assert {type(kernel._cache) for kernel in kernels} == {DiskCache, NullCache}
    for kernel in kernels:
        survey = Survey({}, None)
        survey.visit(kernel)
        assert survey.cacheable


def test_pruning_leaves_the_newest_digests_and_what_is_being_written(tmp_path):
    now = time.time()
    digests = [f"{number:016x}" for number in range(KEPT_DIGESTS + 2)]
    for age, digest in enumerate(digests):
        for ending in (f"1.py311.a{SUFFIX}", f"1.py311.b{SUFFIX}"):
            (tmp_path / f"chain.chain_mine_{digest}-{ending}").write_text("")
            os.utime(tmp_path / f"chain.chain_mine_{digest}-{ending}", (now - age, now - age))
    (tmp_path / "another.file").write_text("")
    unfinished = {
        name: tmp_path / f".chain.chain_mine_{digests[-1]}-1.py311.a-{name}{SUFFIX}" for name in ("new", "old")
    }
    for file in unfinished.values():
        file.write_text("")
    os.utime(unfinished["old"], (now - 2 * ABANDONED, now - 2 * ABANDONED))
    prune(tmp_path, "chain.chain_mine_")
    left = sorted(file.name for file in tmp_path.iterdir())
    kept = [f"chain.chain_mine_{digest}-1.py311.{end}{SUFFIX}" for digest in digests[:KEPT_DIGESTS] for end in "ab"]
    assert left == sorted([*kept, "another.file", unfinished["new"].name])
