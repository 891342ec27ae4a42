"""Runs that stop, and go on."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import rosenblatt as rb
from rosenblatt.streams import blocks
from rosenblatt.streams.adapters import adapted
from rosenblatt.streams.hashed_rows import HashedRows
from rosenblatt.streams.stream_run import Contender, StreamRun
from rosenblatt.streams.tally import Tally
from tests.helpers.row_files import mixed_frame, reader_of, write_rows

ROWS = 1200


def new(path, *, scored=True, hashed=None, **choices):
    model = rb.BayesClassifier(effort="fast", linear=True)
    return StreamRun(reader_of(path), [Contender("model", model, Tally() if scored else None)], hashed, choices=choices)


@pytest.fixture
def path(tmp_path, random, monkeypatch):
    monkeypatch.setattr(blocks, "MOST_ROWS", 256)
    monkeypatch.setattr(blocks, "SPARSE_ROWS", 256)
    return write_rows(mixed_frame(random, ROWS), tmp_path / "rows.csv")


@pytest.mark.parametrize("hashed", [None, HashedRows(("b",), 64)])
def test_a_run_that_is_saved_and_gone_on_with_comes_to_the_same_numbers(path, tmp_path, hashed):
    whole = new(path, hashed=hashed)
    whole.find_classes()
    for _ in whole.go():
        pass
    assert (whole.total, whole.learnt, whole.classes.tolist()) == (ROWS, ROWS, [0, 1, 2])
    state = tmp_path / "state"
    run = new(path, hashed=hashed)
    run.find_classes()
    for _ in range(4):
        next(run.go())
        run.save(state)
        run = new(path, hashed=hashed)
        run.resume(state)
    for _ in run.go():
        pass
    assert run.learnt == ROWS
    assert run.evaluations()[0].as_json() == whole.evaluations()[0].as_json()
    one, other = (each.contenders[0].model.saved() for each in (run, whole))
    assert one[1] == other[1]
    assert all(np.array_equal(one[0][name], other[0][name]) for name in other[0])


def test_another_command_cannot_go_on(path, tmp_path):
    run = new(path, target="y")
    next(run.go())
    run.save(tmp_path / "state")
    with pytest.raises(ValueError, match="target must be as in the run that is to be gone on with, 'y'; got 'z'"):
        new(path, target="z").resume(tmp_path / "state")
    run.contenders[0].model.save(tmp_path / "model")
    with pytest.raises(ValueError, match="state must be that of a run; .* is a BayesClassifier"):
        run.resume(tmp_path / "model")


@pytest.mark.parametrize(
    ("target", "said", "classes"),
    [("y", "2,0,1", [0, 1, 2]), ("b", "x, u", ["u", "x"]), ("t", "true,False", [False, True])],
)
def test_declared_classes_are_of_the_kind_of_the_target(path, target, said, classes):
    run = StreamRun(reader_of(path, target), [])
    assert run.declared(said).tolist() == classes


def test_declared_classes_that_are_none(path):
    run = StreamRun(reader_of(path), [])
    with pytest.raises(ValueError, match="each a whole number; got 'a,b'"):
        run.declared("a,b")
    with pytest.raises(ValueError, match="two or more different labels; got '1,1'"):
        run.declared("1,1")


def test_a_target_of_numbers_is_no_class(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,y\n" + "".join(f"1,{k}\n" for k in range(1001)))
    run = StreamRun(reader_of(path), [Contender("model", adapted(rb.BayesClassifier()), None)])
    with pytest.raises(ValueError, match="target must have at most 1,000 classes"):
        run.find_classes()


def test_a_regressor_learns_numbers(tmp_path, random):
    path = tmp_path / "rows.csv"
    x = random.standard_normal(300)
    path.write_text("a,y\n" + "".join(f"{one},{2 * one + 1}\n" for one in x))
    run = StreamRun(reader_of(path), [Contender("model", rb.BayesRegressor(), None)])
    run.find_classes()
    assert [len(block.rows) for block in run.go()] == [300]
    assert run.contenders[0].model.predict(pd.DataFrame({"a": [0.5]}))[0] == pytest.approx(2.0, abs=0.1)
