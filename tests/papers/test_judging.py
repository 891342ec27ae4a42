"""Rows, their verdicts, and when a verdict is computed again."""

from __future__ import annotations

from rosenblatt.papers import judging
from rosenblatt.papers.judging import Context, Outcome, Row, judge


def test_quick_has_fewer_runs(context):
    assert context.runs(400) == 40
    assert Context(context.ledger, context.paper).runs(400) == 400


def test_a_verdict_of_other_code_is_not_reused(context, monkeypatch):
    row = Row("a", "claim", 1, lambda context: Outcome(1.0, True))
    assert judge(row, context).verdict == "holds"
    changed = Row("a", "claim", 1, lambda context: Outcome(2.0, False))
    assert judge(changed, context).verdict == "holds"  # from the ledger
    monkeypatch.setattr(judging, "code_digest", lambda module: "edited")
    assert judge(changed, context).verdict == "fails"
