from __future__ import annotations

import ast
from pathlib import Path

import numpy as np

import rosenblatt as rb
from rosenblatt.kernels.device import numba_cuda


def test_the_package_is_imported_nowhere_else():
    root = Path(rb.__file__).parent
    found = {
        file.relative_to(root).as_posix()
        for file in root.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in (*(alias.name for alias in node.names), getattr(node, "module", None) or "")
        if (name == "cuda" and getattr(node, "module", "") == "numba") or name.startswith("numba.cuda")
    }
    assert found == {"kernels/device/numba_cuda.py"}


def test_names_that_numpy_has_dropped_are_there():
    assert callable(getattr(np, numba_cuda.DROPPED))
    assert (numba_cuda.libdevice is None) == numba_cuda.SIMULATED
