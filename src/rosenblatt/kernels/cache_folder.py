"""Where machine code is kept on disk, and what is there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from numba.core.caching import FunctionCache

from rosenblatt.kernels import disk_cache
from rosenblatt.kernels.bank.plain_loops import learn_member


@dataclass(frozen=True)
class CacheFolder:
    """The folder of the kernels, and all folders, since those of the classifier have one of their own."""

    path: Path
    all: tuple[Path, ...]

    def kernels(self) -> list[Path]:
        """Return the files of the kernels that are there."""
        return [file for folder in self.all for file in _kernels(folder)]


def cache_folder() -> CacheFolder | None:
    """Return where machine code is kept; None if there is no folder that can be written."""
    try:
        own, bank = (Path(FunctionCache(function).cache_path) for function in (cache_folder, learn_member))
    except RuntimeError:  # "no locator available"
        return None
    return CacheFolder(own, (own, bank))


def shipped_kernels() -> list[Path]:
    """Return the files of the kernels that were compiled when the package was built."""
    return _kernels(disk_cache.SHIPPED)


def _kernels(folder: Path) -> list[Path]:
    return list(folder.glob(f"*{disk_cache.SUFFIX}"))
