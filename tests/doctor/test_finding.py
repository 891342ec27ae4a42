"""A finding."""

from __future__ import annotations

from rosenblatt.doctor.finding import Finding


def test_a_finding_is_good_if_there_is_nothing_to_do():
    assert Finding("versions", "numpy", "2.0").good
    assert not Finding("versions", "numpy", "1.0", "install a newer one").good
