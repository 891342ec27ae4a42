"""The page and the JSON of an evaluation."""

from __future__ import annotations

import json
import re

import numpy as np

import rosenblatt as rb
from rosenblatt.streams.page import PIXELS, page, write_report
from rosenblatt.streams.stream_run import Contender, StreamRun
from rosenblatt.streams.tally import Tally
from tests.helpers.row_files import reader_of


def test_all_models_are_on_one_page(tmp_path, random):
    path = tmp_path / "rows.csv"
    x = random.standard_normal((300, 2))
    path.write_text("a,b,y\n" + "".join(f"{p},{q},{int(p > 0)}\n" for p, q in x) + "1,1,\n")
    models = {"<good>": rb.BayesClassifier(effort="fast", linear=True), "hebb": rb.OnlineClassifier("hebb")}
    contenders = [Contender(name, model, Tally()) for name, model in models.items()]
    run = StreamRun(reader_of(path, skip_bad=True), contenders, classes=np.array([0, 1]))
    for _ in run.go():
        pass
    write_report(tmp_path / "out", "a & b", run.evaluations(), run.facts())
    text = (tmp_path / "out" / "index.html").read_text()
    assert text == page("a & b", run.evaluations(), run.facts())
    assert "<h1>a &amp; b</h1>" in text
    assert text.count("<img src=") == 3
    widths = [float(width) for width in re.findall(r'<img [^>]* width="(\d+)">', text)]
    assert widths[1] == round(PIXELS * run.evaluations()[0].plot().get_figwidth())
    assert widths[1] > widths[2] > 200.0  # one panel is not as wide as three
    assert "&lt;good&gt;" in text
    assert "<good>" not in text
    assert "1 bad rows were skipped" in text
    assert "row 301: column &#x27;y&#x27; must have a label; got none" in text
    said = json.loads((tmp_path / "out" / "evaluation.json").read_text())
    assert [one["name"] for one in said["models"]] == list(models)
    assert (said["rows"], said["skipped"]) == (300, 1)
    best = max(one["measures"]["accuracy"] for one in said["models"])
    assert f"<b>{best:.5f}</b>" in text
