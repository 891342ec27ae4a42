"""Which code a verdict depends on: tried on copies of the package, and on small packages made for it."""

from __future__ import annotations

import ast
import functools
import inspect
import json
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

import rosenblatt as rb
from rosenblatt import code_digest as module
from rosenblatt import gaussian, report
from rosenblatt.code_digest import Sources, code_digest, module_of, named_code_digest
from rosenblatt.papers import registry

PACKAGE = Path(rb.__file__).parent
PAPERS = "rosenblatt.papers"


@pytest.fixture(scope="module")
def modules() -> set[str]:
    """The modules of all rows of all papers."""
    folders = registry.reproduced().values()
    return {module_of(row.compute) for folder in folders for row in registry.reproduction(folder).rows}


@pytest.fixture
def package(tmp_path) -> Path:
    copy = tmp_path / "rosenblatt"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def digests(package: Path, modules: set[str]) -> dict[str, str]:
    sources = Sources(package)
    return {name: sources.digest(name) for name in modules}


def changed_by_a_line_in(thing: object, package: Path, modules: set[str]) -> set[str]:
    """Add a line of code to the file in which something is defined; return which modules have another digest."""
    file = package / Path(inspect.getsourcefile(thing) or "").relative_to(PACKAGE)
    file.write_text(file.read_text() + "\nADDED = 1\n")
    return {name for name, digest in digests(package, modules).items() if digest != code_digest(name)}


def with_other_prose(text: str) -> str:
    """Return a source with other docstrings, no comments and another layout."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Expr(ast.Constant("Other prose."))
    return ast.unparse(ast.fix_missing_locations(tree))


def test_comments_docstrings_and_layout_do_not_matter(package, modules):
    for file in package.rglob("*.py"):
        file.write_text(with_other_prose(file.read_text()))
    assert digests(package, modules) == {name: code_digest(name) for name in modules}


def test_a_constant_matters_to_all_who_use_it(package, modules):
    file = package / "gaussian.py"
    text = file.read_text()
    assert text.count("SQRT_2PI = math.sqrt(2.0 * math.pi)") == 1
    file.write_text(text.replace("SQRT_2PI = math.sqrt(2.0 * math.pi)", "SQRT_2PI = math.sqrt(2.0 * 3.14)"))
    same = {name for name, digest in digests(package, modules).items() if digest == code_digest(name)}
    # What counts dichotomies and enumerates signs has no Gaussian in it.
    assert f"{PAPERS}.sompolinsky_lecture.cover_count" in same
    sources = Sources(package)
    assert {name for name in modules if gaussian.__name__ in sources.used(name)} == modules - same
    for folder in ("overview.claims", "golea_marchand.average_case", "solla_winther.binary_weights"):
        assert f"{PAPERS}.{folder}" not in same


@pytest.mark.parametrize(
    ("thing", "users"),
    [
        (rb.BoundedPerceptron, {f"{PAPERS}.sompolinsky_lecture.bounded_synapses"}),
        (rb.OnlineRegressor, {f"{PAPERS}.kinouchi_caticha.graded_response"}),
        (rb.BayesClassifier, set()),
        (
            rb.capacity,
            {
                f"{PAPERS}.gardner_1988.spherical_capacity",
                *(
                    f"{PAPERS}.sompolinsky_lecture.{name}"
                    for name in ("cover_count", "cover_proof", "fixed_threshold", "generalisation")
                ),
            },
        ),
        (report, set()),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_code_matters_to_the_rows_that_use_it_alone(thing, users, package, modules):
    assert changed_by_a_line_in(thing, package, modules) == users


def test_a_rule_that_is_found_by_its_name_matters(package, modules):
    changed = changed_by_a_line_in(rb.Hebb, package, modules)
    assert f"{PAPERS}.overview.claims" in changed  # which says simulate("hebb")
    assert "import Hebb" not in (PACKAGE / "papers" / "overview" / "claims.py").read_text()
    assert f"{PAPERS}.sompolinsky_lecture.cover_count" not in changed


def test_another_version_of_a_library_matters(monkeypatch):
    before = Sources(PACKAGE).digest("rosenblatt.checks")
    monkeypatch.setattr(module, "version", lambda library: "99.0")
    assert Sources(PACKAGE).digest("rosenblatt.checks") != before


@pytest.mark.parametrize("name", ["sompolinsky_lecture.cover_count", "overview.claims", "golea_marchand.guarantee"])
def test_what_python_loads_has_been_found(name):
    code = f"import {PAPERS}.{name}, sys, json; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in json.loads(done.stdout) if name.startswith("rosenblatt.")}
    loaded -= {"rosenblatt.lazy_names"}  # of the package's own __init__.py, and nothing is computed by it
    sources, found, left = Sources(PACKAGE), set(), {f"{PAPERS}.{name}"}
    while left:  # Python also runs the __init__.py of every package on the way; these only import
        found = found.union(left, *(sources.used(user) for user in left))
        left = {user.rpartition(".")[0] for user in found if user.count(".") > 1} - found
    assert loaded <= found


def small(folder: Path, **files: str) -> Sources:
    """Make a package ``small``; in the names of files a double underscore stands for a folder."""
    for name, text in {"init": "", **files}.items():
        parts = ["__init__" if part == "init" else part for part in name.split("__")]
        file = folder.joinpath("small", *parts).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Sources(folder / "small")


ALL = {"small.a", "small.b", "small.p", "small.p.c", "small.p.d", "small.start"}
FILES = {"a": "x = 1", "b": "from small import a", "p__init": "", "p__c": "x = 2", "p__d": "x = 3"}


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("from small import a", {"small.a"}),
        ("import small.b", {"small.a", "small.b"}),
        ("def f():\n    from small.p.c import x", {"small.p.c"}),
        ("from small.p import c", {"small.p", "small.p.c"}),
        ("from small.p import x", {"small.p"}),
        ("from small import p", {"small.p", "small.p.c", "small.p.d"}),
        ("import small.p as short", {"small.p", "small.p.c", "small.p.d"}),
        ("import numpy.random", set()),
        ("from .p.d import x", {"small.p.d"}),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from small import a", set()),
        (
            "import typing\nif typing.TYPE_CHECKING:\n    from small import a\nelse:\n    from small import b",
            {"small.a", "small.b"},
        ),
        ("from importlib import import_module\nimport_module('small.p.c')", {"small.p.c"}),
        ("from importlib import import_module\nimport_module(f'small.p.{1}')", {"small.p", "small.p.c", "small.p.d"}),
        ("from small import __version__", set()),
        ("import small", ALL),
        ("from small import looked_up_when_used", ALL),
        ("text = 'small. small.p is a package'", set()),
    ],
)
def test_what_counts_as_an_import(tmp_path, text, used):
    found = small(tmp_path, **FILES, start=text).used("small.start")
    assert found == used | {"small.start"}


def test_a_registry_imports_who_registers(tmp_path):
    look = "import pkgutil\nfrom importlib import import_module\n"
    look += "for m in pkgutil.iter_modules(__path__):\n    import_module(f'small.p.{m}')"
    files = {**FILES, "p__registry": look, "p__c": "from small.p.registry import register"}
    sources = small(tmp_path, **files, start="from small.p.registry import x")
    assert sources.used("small.start") == {"small.start", "small.p.registry", "small.p.c"}


def test_what_registries_find_can_be_left_out(tmp_path):
    look = "import pkgutil\nfrom importlib import import_module\nfrom small import b\n"
    look += "for m in pkgutil.iter_modules(__path__):\n    import_module(f'small.p.{m}')"
    files = {**FILES, "p__registry": look, "p__c": "from small.p.registry import register"}
    sources = small(tmp_path, **files, start="from small.p.registry import x")
    alone = {"small.start", "small.p.registry", "small.b", "small.a"}
    assert sources.used("small.start", found=False) == alone
    assert sources.used("small.start", "small.p.c", found=False) == alone | {"small.p.c"}
    assert sources.used("small.start") == alone | {"small.p.c"}


def test_a_named_rule_does_not_depend_on_the_others(package):
    base, rules = "rosenblatt.simulation.students.chain", ("rosenblatt.rules.hebb", "rosenblatt.rules.rosenblatt")
    before = [named_code_digest(base, rule) for rule in rules]
    file = package / "rules" / "hebb.py"
    file.write_text(file.read_text() + "\nADDED = 1\n")
    sources = Sources(package)
    after = [sources.digest(base, rule, found=False) for rule in rules]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True]


def test_an_init_that_does_something_counts_for_its_modules(tmp_path):
    only_imports = '"""Prose."""\nfrom small import a\n__all__ = ["a"]'
    start = "from small.p.c import x"
    assert small(tmp_path / "1", **{**FILES, "p__init": only_imports}, start=start).used("small.start") == {
        "small.start",
        "small.p.c",
    }
    does = "from small import a\na.x = 5"
    assert small(tmp_path / "2", **{**FILES, "p__init": does}, start=start).used("small.start") == {
        "small.start",
        "small.p.c",
        "small.p",
        "small.a",
    }


def test_modules_of_functions():
    def closure():
        pass

    class Called:
        def __call__(self):
            pass

    for function in (closure, lambda: None, functools.partial(functools.partial(closure)), Called(), Called().__call__):
        assert module_of(function) == __name__
    assert module_of(functools.partial(rb.capacity, 3)) == "rosenblatt.theory.capacity"
    assert len(code_digest(__name__)) == 64  # outside of the package: found where it was imported from


def test_a_module_without_a_file(monkeypatch):
    monkeypatch.setitem(sys.modules, "typed_in", types.ModuleType("typed_in"))
    with pytest.raises(ValueError, match="module must be one with a source file; got 'typed_in'"):
        Sources(PACKAGE).digest("typed_in")
