from __future__ import annotations

from rosenblatt.lab.plans.settings import MOST_RULES, PlanSettings


def test_the_target_is_a_keyword_of_plan():
    assert PlanSettings().wanted == {"disagreement": 0.05}
    assert PlanSettings(target="error", value=0.2).wanted == {"error": 0.2}


def test_what_does_not_go_together_is_told():
    assert PlanSettings().problem == ""
    assert "error must be above the noise" in PlanSettings(target="error", value=0.1, noise=0.1).problem
    assert f"at most {MOST_RULES}" in PlanSettings(rules=tuple(map(str, range(MOST_RULES + 1)))).problem
