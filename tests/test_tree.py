"""The tests mirror the tree of the package, and modules stay small enough to be held in mind.

What generic tests find (a rule, a theory, a paper, a public estimator) is added with no other file: it may have a test
file of its name, and needs none.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rosenblatt as rb
from rosenblatt.rules.registry import registered
from rosenblatt.theory.registry import theories

PACKAGE, TESTS = Path(rb.__file__).parent, Path(__file__).parent
MODULES = sorted(
    file.relative_to(PACKAGE) for file in PACKAGE.rglob("*.py") if file.name not in ("__init__.py", "__main__.py")
)
FOUND = {
    *(cls.__module__ for cls in registered().values()),
    *(type(one).__module__ for one in theories()),
    *(getattr(rb, name).__module__ for name in rb.__all__ if hasattr(getattr(rb, name), "fit")),
}
MOST_LINES = 400


def is_found(module: Path) -> bool:
    """Return whether a module is tested by generic tests, which find what is in it."""
    dotted = ".".join(["rosenblatt", *module.with_suffix("").parts])
    return dotted in FOUND or (module.parts[0] == "papers" and len(module.parts) > 2)


@pytest.mark.parametrize("module", [module for module in MODULES if not is_found(module)], ids=str)
def test_a_module_has_a_test_file_of_its_name(module):
    file = TESTS / module.parent / f"test_{module.stem}.py"
    assert file.exists()
    assert "def test_" in file.read_text(encoding="utf-8")


def test_every_test_file_is_about_a_module_or_a_generic_promise():
    generic = {"test_contract", "test_scikit_learn_checks", "test_mistakes", "test_every_curve_ends"}
    expected = {TESTS / module.parent / f"test_{module.stem}.py" for module in MODULES}
    elsewhere = (TESTS, *(TESTS / name for name in ("torture", "website", "website/reference")))  # beside the package
    strange = [file for file in TESTS.rglob("test_*.py") if file not in expected and file.parent not in elsewhere]
    assert {file.stem for file in strange} <= generic


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_is_not_too_long(module):
    assert len((PACKAGE / module).read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_no_test_file_imports_another():
    lines = [
        line
        for file in TESTS.rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("from tests.") and ".test_" in line
    ]
    assert not lines
