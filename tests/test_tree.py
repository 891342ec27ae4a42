"""The tests mirror the tree of the package, and modules stay small enough to be held in mind."""

from __future__ import annotations

from pathlib import Path

import pytest

import rosenblatt

PACKAGE, TESTS = Path(rosenblatt.__file__).parent, Path(__file__).parent
MODULES = sorted(
    file.relative_to(PACKAGE) for file in PACKAGE.rglob("*.py") if file.name not in ("__init__.py", "__main__.py")
)
MOST_LINES = 400


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_has_a_test_file_of_its_name(module):
    file = TESTS / module.parent / f"test_{module.stem}.py"
    assert file.exists()
    assert "def test_" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_is_not_too_long(module):
    assert len((PACKAGE / module).read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_no_test_file_imports_another():
    files = [file for file in TESTS.rglob("*.py") if "import test_" in file.read_text(encoding="utf-8")]
    importing = [
        file.name
        for file in TESTS.rglob("test_*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("from tests.") and ".test_" in line
    ]
    assert not files[1:]  # this one names it
    assert not importing
