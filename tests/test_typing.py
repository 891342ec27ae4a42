"""The package is typed for its users: pyright takes code that is right, and rejects code that is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest

import rosenblatt

# What a user may write; lines that are wrong say which complaint they deserve.
SAMPLE = """
from pathlib import Path

import numpy as np

import rosenblatt as rb

x, y = np.zeros((4, 2)), np.array([0, 1, 0, 1])

curve: rb.Curve = rb.learning_curve("hebb", [1.0, 10.0], noise=0.1)
students: rb.Simulation = rb.simulate(rb.Rosenblatt(), n=100, alpha=5.0, runs=10)
last: float = curve.frame["disagreement"].iloc[-1]
plan: rb.Plan | rb.DriftPlan = rb.plan("hebb", n=100, disagreement=0.05)
count: int = rb.capacity(10, 5)
model: rb.BayesClassifier = rb.BayesClassifier(drift=0.0).fit(x, y)
model.partial_fit(x, y).save(Path("model"))
found = rb.evaluate(rb.OnlineClassifier("rosenblatt"), x, y)
scenario = rb.Scenario(channel=rb.Flips(0.1), teacher=rb.BinaryTeacher())


@rb.rule
def half(label: float, field: float) -> float:
    return 0.5 * label if label * field <= 0.0 else 0.0


rb.learning_curve(half, 1.0)

rb.learning_curv("hebb", 1.0)  # wrong: reportAttributeAccessIssue
rb.capacity("10", 5)  # wrong: reportArgumentType
rb.simulate("hebb", alpha=1.0)  # wrong: reportCallIssue
text: str = rb.capacity(10, 5)  # wrong: reportAssignmentType
frame = curve.frme  # wrong: reportAttributeAccessIssue
rb.BayesClassifier(tune=True)  # wrong: reportCallIssue
"""


def test_the_package_says_that_it_is_typed():
    assert files("rosenblatt").joinpath("py.typed").is_file()


@pytest.mark.skipif(find_spec("pyright") is None, reason="pyright is not installed")
def test_right_uses_pass_and_wrong_ones_are_rejected(tmp_path):
    user = tmp_path / "user.py"  # elsewhere, where the package is one that is installed
    user.write_text(SAMPLE, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, user.name],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(rosenblatt.__file__).parent.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    said = json.loads(found.stdout)["generalDiagnostics"]
    complaints = {(one["range"]["start"]["line"] + 1, one["rule"]) for one in said if one["severity"] == "error"}
    lines = SAMPLE.splitlines()
    deserved = {
        (number, mark[1]) for number, line in enumerate(lines, 1) if (mark := re.search(r"# wrong: (\w+)", line))
    }
    assert len(deserved) == 6
    assert complaints == deserved, said
