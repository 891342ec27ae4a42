"""What commands on files of rows share."""

from __future__ import annotations

import pytest

from rosenblatt.cli.rows_options import begun, followed, opened, said_of_skipped

OPTIONS = {
    "format_": None,
    "skip_bad": True,
    "delimiter": None,
    "columns": None,
    "target": "y",
    "text": (),
    "category": (),
    "ignore": (),
    "classes": None,
    "resume": False,
    "save_every": 100,
}


@pytest.fixture
def options(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,y\n" + "1,0\n2,1\n" * 200 + "1,1,1\n")
    return {**OPTIONS, "file": str(path)}


def test_a_run_is_saved_on_its_way_and_at_its_end(options, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("rosenblatt.streams.blocks.MOST_ROWS", 256)
    run = begun(options, ["BayesClassifier:effort=fast"], scored=False, state=None)
    assert run.classes.tolist() == [0, 1]
    saved, shown = [], []
    followed(run, lambda: saved.append(run.learnt), 200, lambda: shown.append(run.learnt))
    assert shown == [256, 400]
    assert saved == [256, 400]
    said_of_skipped(run)
    assert "Skipped 1 bad row, the first of them row 401: it must have 2 cells" in capsys.readouterr().err


def test_what_is_learnt_in_part_when_ctrl_c_comes_is_not_saved(options, monkeypatch):
    monkeypatch.setattr("rosenblatt.streams.blocks.MOST_ROWS", 256)
    monkeypatch.setattr("rosenblatt.streams.blocks.FEWEST_ROWS", 64)
    run = begun(options, ["BayesClassifier:effort=fast", "hebb"], scored=True, state=None)
    second, saved = run.contenders[1].model, []

    def interrupted(*_):
        raise KeyboardInterrupt

    def show():
        monkeypatch.setattr(type(second), "decide_then_learn", interrupted)

    with pytest.raises(KeyboardInterrupt):
        followed(run, lambda: saved.append(run.learnt), 100, show)
    assert run.contenders[0].tally.rows == 400  # the first model has learnt all, the second has not
    assert saved == [256]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"target": None}, "target must be the name of a column"),
        ({"format_": "libsvm"}, "target must be left out for LIBSVM"),
        ({"save_every": 0}, "save-every must be at least 1"),
        ({"resume": True, "file": "-"}, "resume must be for a file that can be read again; got standard input"),
    ],
)
def test_options_that_do_not_go_together(options, changed, said):
    with pytest.raises(ValueError, match=said):
        begun({**options, **changed}, ["BayesClassifier"], scored=True, state=None)


def test_text_and_category_columns_are_texts(options):
    reader = opened({**options, "category": ("a",)}, "y")
    assert reader.kinds == {"a": "text", "y": "whole"}
