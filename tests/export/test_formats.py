"""Formats: what a path means, and what cannot be written in which."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rosenblatt.export.bit_models import BitModel
from rosenblatt.export.formats import format_of, write
from rosenblatt.export.learners import Learner
from rosenblatt.export.linear_models import LinearModel
from rosenblatt.export.programs import Program

LINEAR = LinearModel(np.ones((1, 2)), np.zeros(1), (0, 1))
BITS = BitModel(np.ones((1, 2), dtype=int), np.zeros(1, dtype=int), (0, 1), 0.0)
LEARNER = Learner("rosenblatt", "signs", (0, 1), np.zeros(2, dtype=int), False)


def test_the_ending_is_the_format():
    assert [format_of(Path(name), None) for name in ("a.onnx", "a.H", "a.json")] == ["onnx", "c", "json"]
    assert format_of(Path("a"), "c") == "c"
    with pytest.raises(ValueError, match="format must be one of onnx, c, json; got none"):
        format_of(Path("a.txt"), None)
    with pytest.raises(ValueError, match="format must be one of"):
        format_of(Path("a.h"), "cpp")


@pytest.mark.parametrize("model", [LINEAR, BITS, LEARNER], ids=["linear", "bits", "learner"])
@pytest.mark.parametrize("form", ["onnx", "c", "json"])
def test_files_are_whole_or_not_there(model, form, tmp_path):
    path = tmp_path / "model.x"
    if model is LEARNER and form == "onnx":
        with pytest.raises(ValueError, match="format of a learner must be 'c' or 'json'"):
            write(model, path, form)
        assert not list(tmp_path.iterdir())
    else:
        write(model, path, form)
        assert [file.name for file in tmp_path.iterdir()] == ["model.x"] and path.stat().st_size > 100


def test_what_is_not_linear_has_no_header(tmp_path):
    with pytest.raises(ValueError, match="not linear must be 'onnx' or 'json'; got 'c'"):
        write(Program.of_columns(2), tmp_path / "m.h", "c")
    assert not list(tmp_path.iterdir())
