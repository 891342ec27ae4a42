"""The recipes of CONTRIBUTING, carried out from its text in a copy of the repository: what they add works."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SECTIONS = ("rule", "theory", "paper", "estimator")
FILE = re.compile(r"^`(src/\S+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def section(name: str) -> str:
    """Return the part of CONTRIBUTING that says how to add something."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    parts = re.split(r"^## ", text, flags=re.MULTILINE)
    (found,) = [part for part in parts if re.match(rf"How to add an? {name}\n", part)]
    return found


def copy_what_is_there(source: str, target: str) -> None:
    """Copy a file unless it is gone meanwhile, as one of the compiler's is that is written or pruned just now."""
    with suppress(FileNotFoundError):
        shutil.copy2(source, target)


@pytest.fixture
def copy(tmp_path):
    """A copy of what is needed to work on the project."""
    for name in ("src", "tests"):  # with what is compiled, which is found by time and size
        shutil.copytree(ROOT / name, tmp_path / name, copy_function=copy_what_is_there)
    for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    return tmp_path


def run(command: str, folder: Path) -> str:
    """Run one of the commands that the text shows, with the package of the copy, and return what it prints."""
    words = command.split()
    aliases = {
        "rosenblatt": ["-m", "rosenblatt"],
        "python": [],
        "make": ["-m", "rosenblatt", "rules", "--write", "README.md"],  # of `make table`
    }
    rest = [] if words[0] == "make" else words[1:]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    call = [sys.executable, *aliases[words[0]], *rest]
    done = subprocess.run(call, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def carried_out(name: str, folder: Path) -> dict[str, str]:
    """Write the files of a section, run its commands, and return what each printed."""
    text = section(name)
    files = FILE.findall(text)
    assert files
    for path, content in files:
        assert not (folder / path).exists()
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(content, encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff", "check", *(path for path, _ in files if path.endswith(".py"))]
    assert subprocess.run(ruff, cwd=folder, capture_output=True, check=False).returncode == 0
    commands = [line for block in COMMANDS.findall(text) for line in block.splitlines()]
    printed = {command: run(command, folder) for command in commands}
    run("python -m pytest -q tests/test_tree.py", folder)  # nothing else is missing
    return printed


def number(output: str, column: str) -> float:
    """Return a number of the only row of a printed table."""
    head, row = output.strip().splitlines()[-2:]
    return float(dict(zip(head.split(), row.split(), strict=True))[column])


def test_a_rule_is_one_file(copy):
    printed = carried_out("rule", copy)
    assert number(printed["rosenblatt curve ramp --alpha 10"], "disagreement") == pytest.approx(0.1093, abs=5e-5)
    assert "| `ramp` | The perceptron with a ramp. | L8 (8) |" in (copy / "README.md").read_text()
    assert "passed" in printed["python -m pytest -q tests/rules/test_contract.py -k ramp"]


def test_a_rule_that_is_not_hebbian_and_its_theory_are_two_files(copy):
    printed = carried_out("theory", copy)
    theory, simulated = (printed[command] for command in printed if " --alpha 10" in command)
    exact, sem = number(theory, "disagreement"), number(simulated, "disagreement_sem")
    assert exact == pytest.approx(0.1202, abs=1e-4)  # Hebb's: arctan(sqrt(pi/20))/pi
    assert abs(number(simulated, "disagreement") - exact) < 4.0 * sem + 2.0 / 1000


def test_a_paper_is_one_folder(copy):
    printed = carried_out("paper", copy)
    assert "holds     N theorem" in printed["rosenblatt reproduce N --quick --out out"]
    assert "noticed   N theorem" in printed["rosenblatt reproduce N --sabotage"]
    assert "N: Albert B. J. Novikoff (1962)" in printed["rosenblatt cite"]


def test_an_estimator_is_one_file_and_a_public_name(copy):
    names = copy / "src" / "rosenblatt" / "__init__.py"
    line = "    from rosenblatt.estimators.mean_difference import MeanDifference as MeanDifference\n"
    names.write_text(names.read_text().replace("else:\n", f"{line}else:\n"), encoding="utf-8")
    printed = carried_out("estimator", copy)
    assert all("1 passed" in output for output in printed.values())
    checked = run("python -m pytest -q tests/estimators/test_scikit_learn_checks.py -k MeanDifference", copy)
    assert re.search(r"\d\d passed", checked)


def test_all_recipes_are_tried():
    titles = re.findall(r"^## How to add an? (\w+)$", (ROOT / "CONTRIBUTING.md").read_text(), flags=re.MULTILINE)
    assert tuple(titles) == SECTIONS
