"""What the tests share.

Statistical tests have fixed seeds and state their bound as a z-score. Set ROSENBLATT_SEED to
another number to run them all with other random numbers.

GPUs are simulated, unless ROSENBLATT_GPU=1 is set: then the tests marked gpu run on one, `pytest -m gpu`.
"""

from __future__ import annotations

import gc
import os
import signal

if os.environ.get("ROSENBLATT_GPU") != "1":
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # read when Numba is imported

import numpy as np
import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the site, which one process builds for all its tests; skip what needs a GPU if none is promised."""
    items.sort(key=lambda item: "site" not in getattr(item, "fixturenames", ()))
    if os.environ.get("ROSENBLATT_GPU") == "1":
        return
    for item in items:
        if item.get_closest_marker("gpu"):
            item.add_marker(pytest.mark.skip(reason="needs an NVIDIA GPU: ROSENBLATT_GPU=1 pytest -m gpu"))


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays to the end anyway: modules and tests.

    The compiler makes millions of objects, and would have all of them looked through again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # tests that run behind a shell; some send themselves Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def seed() -> int:
    return int(os.environ.get("ROSENBLATT_SEED", "0"))


@pytest.fixture
def random(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)
