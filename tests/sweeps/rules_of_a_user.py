"""Rules in a module of a user's own, which no worker has."""

from __future__ import annotations

import rosenblatt as rb


def margin(label, field, width=0.5):
    return label if label * field <= width else 0.0


class Own(rb.HebbianRule):
    name = "rule-of-a-user"

    @staticmethod
    def modulation(label, field):
        return label if label * field <= LIMIT else 0.0


LIMIT = 0.3
