"""What goes with the package when it is built: kernels if they can be compiled, and tags that say so."""

from __future__ import annotations

import importlib.util
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.wheel import WheelBuilder

import rosenblatt as rb

ROOT = Path(__file__).parents[1]
PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "rosenblatt"
version = "1.0"
[tool.hatch.build.targets.wheel]
packages = ["src/rosenblatt"]
exclude = ["src/rosenblatt/kernels/shipped"]
[tool.hatch.build.targets.wheel.hooks.custom]
"""
COMPILER = """
import os, pathlib, sys
{first}
folder = pathlib.Path(os.environ["NUMBA_CACHE_DIR"], "bank_1")
folder.mkdir(exist_ok=True)
(folder / f"kernel_{{sys.argv[1]}}.kernel").write_text("code")
"""


class Project:
    """A package with this one's hook, in which compiling is to write a file."""

    def __init__(self, root: Path) -> None:
        self.root, self.kernels = root, root / "src" / "rosenblatt" / "kernels"
        self.kernels.mkdir(parents=True)
        for file in (self.kernels / "__init__.py", self.kernels.parent / "__init__.py"):
            file.write_text("")
        (root / "pyproject.toml").write_text(PROJECT)
        shutil.copyfile(ROOT / "hatch_build.py", root / "hatch_build.py")
        self.compiler("")

    def compiler(self, first: str) -> None:
        """Write what compiles, with a first line."""
        (self.kernels / "usual_kernels.py").write_text(COMPILER.format(first=first))

    def build(self, version: str) -> Path:
        """Return the wheel that is built."""
        [wheel] = WheelBuilder(str(self.root)).build(directory=str(self.root / "dist"), versions=[version])
        return Path(wheel)

    def shipped(self, wheel: Path) -> list[str]:
        """Return the names of the kernels in a wheel."""
        with zipfile.ZipFile(wheel) as files:
            return [name for name in files.namelist() if name.startswith("rosenblatt/kernels/shipped/")]


@pytest.fixture
def project(tmp_path, monkeypatch) -> Project:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    return Project(tmp_path)


def test_a_wheel_with_kernels_is_for_this_python_and_platform(project):
    wheel = project.build("standard")
    assert project.shipped(wheel) == [f"rosenblatt/kernels/shipped/kernel_{number}.kernel" for number in (0, 1)]
    assert not wheel.name.endswith("any.whl")
    assert not (project.kernels / "shipped").exists()


def test_a_wheel_for_an_index_is_pure_python(project, monkeypatch):
    monkeypatch.setenv("HATCH_BUILD_NO_HOOKS", "1")
    (project.kernels / "shipped").mkdir()
    (project.kernels / "shipped" / "old.kernel").write_text("of an editable install")
    wheel = project.build("standard")
    assert project.shipped(wheel) == []
    assert wheel.name.endswith("py3-none-any.whl")


@pytest.mark.parametrize("version", ["standard", "editable"])
@pytest.mark.parametrize("reason", ["import no_such_package", "sys.exit(3)"])
def test_where_nothing_can_be_compiled_nothing_goes_with_it(project, version, reason, capfd):
    project.compiler(reason)
    wheel = project.build(version)
    assert wheel.name.endswith("py3-none-any.whl")
    assert project.shipped(wheel) == []
    assert not (project.kernels / "shipped").exists()
    [sentence] = [line for line in capfd.readouterr().err.splitlines() if "no kernels go with the package" in line]
    assert ("No module named 'no_such_package'" if "import" in reason else "compiling failed") in sentence


def test_an_editable_install_has_them_beside_the_sources_in_the_place_of_old_ones(project):
    (project.kernels / "shipped").mkdir()
    (project.kernels / "shipped" / "old.kernel").write_text("of an earlier install")
    wheel = project.build("editable")
    assert wheel.name.endswith("py3-none-any.whl")
    assert sorted(file.name for file in (project.kernels / "shipped").iterdir()) == [
        "kernel_0.kernel",
        "kernel_1.kernel",
    ]


def test_who_takes_too_long_is_ended(project, monkeypatch):
    specification: Any = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    monkeypatch.setattr(module, "LONGEST", 0.2)
    project.compiler("import time; time.sleep(60)")
    with pytest.raises(module.subprocess.TimeoutExpired):
        module.compile_kernels(project.root / "src", project.root)


def test_the_folder_is_the_one_that_is_looked_into():
    from rosenblatt.kernels.disk_cache import SHIPPED

    assert Path(rb.__file__).parent / "kernels" / "shipped" == SHIPPED
    assert 'SHIPPED = Path("rosenblatt", "kernels", "shipped")' in (ROOT / "hatch_build.py").read_text()
