from __future__ import annotations

from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.world import World


def test_what_is_the_rules_own_is_left_open():
    assert World.of(CurveSettings()).keywords == {}


def test_what_is_chosen_becomes_keywords():
    settings = CurveSettings(noise=0.1, teacher="binary", inputs="binary", drift=0.5, start=-0.2)
    expected = {"noise": 0.1, "teacher": "binary", "inputs": "binary", "drift": 0.5, "start": -0.2}
    assert World.of(settings).keywords == expected
