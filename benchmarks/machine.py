"""What the benchmarks ran on: cores, the processor, and versions of all that is compared."""

from __future__ import annotations

import importlib.metadata
import platform
from pathlib import Path

from threadpoolctl import threadpool_info

from rosenblatt.simulation.runs import available_cores

PACKAGES = ("numpy", "scipy", "numba", "numba-cuda", "scikit-learn", "pandas", "jax", "river", "vowpalwabbit")


def description() -> dict[str, str]:
    """Return names and what they are."""
    found = {"cores": str(available_cores()), "processor": _processor(), "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"
    blas = {f"{one['internal_api']} {one['version']}" for one in threadpool_info() if one["user_api"] == "blas"}
    return {**found, "BLAS": ", ".join(sorted(blas)) or "unknown"}


def _processor() -> str:
    """Return the name of the processor, as the system has it."""
    file = Path("/proc/cpuinfo")
    names = file.read_text().split("model name")[1:] if file.exists() else []
    return names[0].splitlines()[0].strip(" \t:") if names else platform.processor() or platform.machine()
