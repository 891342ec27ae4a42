"""What tables call rules and other objects."""

from __future__ import annotations

import rosenblatt as rb
from rosenblatt.sweeps.labels import labelled


def test_objects_are_told_apart_by_their_names_or_else_by_what_they_show():
    rules = [rb.Hebb(), rb.Rosenblatt(eta=0.5), rb.Rosenblatt()]
    found = labelled([{"rule": rule, "noise": 0.1} for rule in rules], ["rule", "noise"])
    assert [one["rule"] for one in found] == [
        "hebb",
        "Rosenblatt(weight_decay=0.0, eta=0.5)",
        "Rosenblatt(weight_decay=0.0, eta=1.0)",
    ]
    assert {one["noise"] for one in found} == {0.1}
    channels = [rb.Logistic(2.0), rb.Logistic(1.0), None, "probit"]
    found = labelled([{"channel": channel} for channel in channels], ["channel"])
    assert [one["channel"] for one in found] == ["Logistic(slope=2.0)", "Logistic(slope=1.0)", None, "probit"]
