"""What importing the package costs, and what its face is."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import rosenblatt as rb

HEAVY = ("numba", "sklearn", "scipy.integrate", "matplotlib")


def loaded_after(code: str) -> set[str]:
    report = "; import sys, json; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code + report], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "code",
    [
        "import rosenblatt",
        "import rosenblatt as rb; rb.Rosenblatt; rb.DriftingTeacher; dir(rb)",
        "from click.testing import CliRunner; from rosenblatt.cli import main; CliRunner().invoke(main, ['--help'])",
        "from click.testing import CliRunner; from rosenblatt.cli import main; CliRunner().invoke(main, ['rules'])",
    ],
    ids=["import", "names", "help", "rules"],
)
def test_nothing_heavy_is_loaded(code):
    assert not loaded_after(code) & set(HEAVY)


def test_what_is_heavy_is_loaded_when_it_is_needed():
    # The test above can fail: the same question, asked after real work, finds them.
    assert {"numba", "scipy.integrate"} <= loaded_after("import rosenblatt as rb; rb.learning_curve('hebb', 1.0)")


def test_all_public_names_exist_and_are_listed():
    for name in rb.__all__:
        assert getattr(rb, name) is not None
    assert set(rb.__all__) <= set(dir(rb))


def test_public_names_are_the_same_for_a_type_checker():
    import ast
    from pathlib import Path

    tree = ast.parse(Path(rb.__file__).read_text())
    guard = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {alias.name for node in guard.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert imported == set(rb.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'rosenblatt' has no attribute 'perceptron'"):
        rb.perceptron  # noqa: B018


def test_the_library_never_prints():
    from pathlib import Path

    for file in Path(rb.__file__).parent.rglob("*.py"):
        assert "print(" not in file.read_text().replace("Console().print(", ""), file
