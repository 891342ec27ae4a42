"""Compiles the kernels of usual first calls while the package is built, so that they go with it.

An editable install has them beside the sources, in ``kernels/shipped``. A wheel with them bears the tag of this Python
and this platform, which no index takes for Linux; HATCH_BUILD_NO_HOOKS=1 builds one of pure Python, for an index. Where
they cannot be compiled, as without Numba, nothing goes with the package, and its first calls compile.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = Path("rosenblatt", "kernels", "shipped")
LONGEST = 600.0  # seconds
MOST_PROCESSES = 4


class CompileKernels(BuildHookInterface):
    """The hook that hatchling calls before it builds a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the kernels and add them to what is built."""
        source = Path(self.root, "src")
        self._compiled = tempfile.TemporaryDirectory()
        try:
            kernels = compile_kernels(source, Path(self._compiled.name))
        except (subprocess.SubprocessError, OSError) as problem:
            self.app.display_warning(f"no kernels go with the package, and first calls compile: {problem}")
            return
        if version == "editable":
            lay_beside(source / SHIPPED, kernels)
        else:
            build_data["pure_python"], build_data["infer_tag"] = False, True
            build_data["force_include"].update({str(file): str(SHIPPED / file.name) for file in kernels})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled: it is in the wheel."""
        self._compiled.cleanup()


def compile_kernels(source: Path, folder: Path) -> list[Path]:
    """Return the files of the kernels of a package, compiled into a folder by several processes."""
    path = os.pathsep.join([str(source), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    number = min(MOST_PROCESSES, os.cpu_count() or 1)
    command = [sys.executable, "-m", "rosenblatt.kernels.usual_kernels"]
    with tempfile.TemporaryFile("w+") as complaints:
        processes = [
            subprocess.Popen([*command, str(first), str(number)], env=environment, stderr=complaints)
            for first in range(number)
        ]
        try:
            codes = [process.wait(LONGEST) for process in processes]
        finally:
            for process in processes:
                process.kill()
                process.wait()
        if any(codes):
            complaints.seek(0)
            raise OSError((complaints.read().strip().splitlines() or ["compiling failed"])[-1])
    return sorted(folder.rglob("*.kernel"))


def lay_beside(folder: Path, kernels: list[Path]) -> None:
    """Put kernels beside the sources, in the place of those of an earlier install."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file in kernels:
        shutil.copyfile(file, folder / file.name)
