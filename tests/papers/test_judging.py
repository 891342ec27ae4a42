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
    asked = []
    monkeypatch.setattr(judging, "code_digest", lambda module: asked.append(module) or "edited")
    assert judge(changed, context).verdict == "fails"
    assert asked == [__name__]  # the module of what the row computes, not that of the judge


def test_a_result_is_keyed_by_the_module_of_what_computes_it(context, monkeypatch):
    asked = []
    monkeypatch.setattr(judging, "code_digest", lambda module: asked.append(module) or "same")
    assert context.result("a", lambda: 1, n=3) == context.result("a", lambda: 2, n=3) == 1
    assert context.result("a", lambda: 2, n=4) == 2
    assert set(asked) == {__name__}


def test_a_good_row_says_whether_the_paper_was_right_wrong_or_weak(context):
    def row(label, **said):
        return judge(Row(label, "claim", 1, lambda context: Outcome(1.0, True), **said), context)

    assert [row("a").verdict, row("a").errata] == ["holds", None]
    assert [row("b", errata="wrong").verdict, row("b", errata="wrong").errata] == ["corrected", "wrong"]
    assert [row("c", sharper="weak").verdict, row("c", sharper="weak").errata] == ["sharpened", "weak"]
    assert judge(Row("d", "claim", 1, lambda context: Outcome(1.0, False), sharper="weak"), context).verdict == "fails"
