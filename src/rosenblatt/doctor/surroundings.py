"""Where this package works: the folder of its machine code, threads, and the device."""

from __future__ import annotations

from threadpoolctl import threadpool_info

from rosenblatt.doctor.finding import Finding
from rosenblatt.kernels.cache_folder import cache_folder, shipped_kernels
from rosenblatt.kernels.device import matrices
from rosenblatt.kernels.gpu import find_gpu
from rosenblatt.simulation.runs import available_cores

MEBIBYTE = 2**20


def surroundings() -> list[Finding]:
    """Return what is around."""
    cores = available_cores()
    said = "1 core" if cores == 1 else f"{cores} cores"
    return [_cache(), Finding("surroundings", "threads", said), *_products(), *_device()]


def _cache() -> Finding:
    """Return where machine code is kept."""
    folder = cache_folder()
    if folder is None:
        return Finding(
            "surroundings",
            "cache",
            "no folder that can be written: every process compiles anew",
            "machine code must have a folder that can be written: set NUMBA_CACHE_DIR to one.",
        )
    kernels = folder.kernels()
    size = sum(file.stat().st_size for file in kernels) / MEBIBYTE
    said = f"{folder.path}: {len(kernels)} kernels, {size:.1f} MiB; {len(shipped_kernels())} go with the package"
    return Finding("surroundings", "cache", said)


def _products() -> list[Finding]:
    """Return the libraries that multiply matrices, and how many threads each takes."""
    return [
        Finding("surroundings", "BLAS", f"{one['internal_api']} {one['version']}, threads: {one['num_threads']}")
        for one in threadpool_info()
        if one["user_api"] == "blas"
    ]


def _device() -> list[Finding]:
    """Return the GPU, and whether wide rows of a classifier can be learnt there."""
    found = find_gpu()
    if not found.name:
        return [Finding("surroundings", "device", f"no GPU ({found.reason})")]
    obstacle = matrices.obstacle()
    products = f"no ({obstacle})" if obstacle else "yes, by CuPy"
    return [Finding("surroundings", "device", found.name), Finding("surroundings", "products on it", products)]
