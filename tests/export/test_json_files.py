"""JSON: what is written is read again, and what is damaged is refused in a sentence."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rosenblatt.export.bit_models import BitModel
from rosenblatt.export.json_files import read_model, write_json
from rosenblatt.export.learners import Learner
from rosenblatt.export.linear_models import LinearModel, Scaling
from rosenblatt.export.programs import FUNCTIONS, Program
from tests.helpers.exports import by_json

SCALING = Scaling(np.array([0.5, 1.0]), np.array([2.0, 0.0]), 8.0)
PARAMETERS = {"eta": 0.01, "inhibition": 0.5, "theta": 0.001}
MODELS = [
    LinearModel(np.array([[1.0, -0.1]]), np.array([1e-300]), ("a", "b"), SCALING),
    LinearModel(np.array([[1.0, 2.0]]), np.array([3.0]), ()),
    BitModel(np.array([[1, 0], [0, -1], [1, 1]]), np.array([0, -2, 1]), (0.5, 1.5, 2.5), 0.5),
    Learner("rosenblatt", "signs", (False, True), np.array([3, -4]), True),
    Learner("bounded", "zero-one", (1, 2), np.array([2**48, 0]), False, PARAMETERS),
]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_what_is_written_is_read_again(model, tmp_path):
    write_json(model, tmp_path / "m.json")
    again = read_model(tmp_path / "m.json")
    assert type(again) is type(model) and again.facts() == model.facts()
    said = json.loads((tmp_path / "m.json").read_text())
    assert said["format"] == "rosenblatt-export" and said["version"] == 1


def test_programs_are_numpy_functions_that_a_few_lines_run(tmp_path, random):
    x = random.standard_normal((6, 3))
    program = Program.of_columns(3)
    z = program.where(program.call("isnan", program.rows), 0.0, program.rows)
    program.returns(said=z.take(np.array([2, 0]), 1).shaped(-1, 2, 1).sum(2).beside(program.call("exp", z)))
    write_json(program, tmp_path / "p.json")
    x[0, 0] = np.nan
    assert np.array_equal(by_json(tmp_path / "p.json", x)["said"], program.run(x)["said"])
    assert {step[1] for step in json.loads((tmp_path / "p.json").read_text())["steps"]} <= FUNCTIONS


def places(said):
    """Return all places of a JSON object, as paths."""
    found, waiting = [], [()]
    while waiting:
        path = waiting.pop()
        value = said
        for key in path:
            value = value[key]
        found += [path] if path else []
        if isinstance(value, (dict, list)):
            waiting += [(*path, key) for key in (value if isinstance(value, dict) else range(len(value)))]
    return found


@pytest.mark.parametrize(
    ("which", "change", "said"),
    [
        (0, {"weights": [[1.0, float("nan")]]}, "weights must be finite"),
        (0, {"intercepts": [0.0, 1.0]}, "intercepts must have the shape"),
        (0, {"centres": [0.0]}, "centres must have the shape"),
        (0, {"classes": ["a", 1]}, "classes must be of one type"),
        (0, {"classes": ["a"]}, "classes must be two with one field"),
        (0, {"version": 2}, "its version must be 1"),
        (0, {"kind": "program"}, "kind must be one of linear, bits, learner"),
        (2, {"weights": [[1], [0.5], [0]]}, "weights must be whole numbers"),
        (2, {"weights": [[1], [2], [0]]}, "weights must be whole numbers"),
        (3, {"weights": [2**31, 0]}, "weights must be whole numbers"),
        (3, {"weights": [1]}, "weights must be there for an input"),
        (4, {"weights": [-1, 0]}, "weights, inhibition and theta must be in"),
        (4, {"parameters": {"eta": 0.0, "inhibition": 0.5, "theta": 0.0}}, "eta must be above 0"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said(which, change, said, tmp_path):
    path = tmp_path / "m.json"
    write_json(MODELS[which], path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(ValueError, match=said):
        read_model(path)


def test_what_is_not_finite_is_not_written(tmp_path):
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_json(LinearModel(np.array([[np.inf]]), np.zeros(1), ()), tmp_path / "m.json")
    assert not list(tmp_path.iterdir())


ODD = st.sampled_from([None, True, -1, 0, 1, 2**70, 0.5, -1e308, float("nan"), "", "x", [], [[]], {}, [1, 2], ["a", 1]])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(which=st.integers(0, len(MODELS) - 1), where=st.integers(0, 10**6), odd=ODD, lost=st.booleans())
def test_damage_is_refused_in_a_sentence_or_does_no_harm(which, where, odd, lost, tmp_path):
    path = tmp_path / "m.json"
    write_json(MODELS[which], path)
    said = json.loads(path.read_text())
    at = places(said)
    *way, last = at[where % len(at)]
    holder = said
    for key in way:
        holder = holder[key]
    if lost:
        del holder[last]
    else:
        holder[last] = odd
    path.write_text(json.dumps(said))
    try:
        read_model(path).facts()
    except ValueError as problem:
        text = str(problem)
        assert text.startswith("file must be a linear model") and text.endswith("Export the model again.")
        assert "\n" not in text and len(text) < 600


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200), begins=st.booleans())
def test_any_bytes_are_refused(content, begins, tmp_path):
    path = tmp_path / "m.json"
    path.write_bytes((b'{"format": ' if begins else b"") + content)
    with pytest.raises(ValueError, match="file must be a linear model"):
        read_model(path)
    path.write_text("[" * 100_000)
    with pytest.raises(ValueError, match="file must be a linear model"):
        read_model(path)
