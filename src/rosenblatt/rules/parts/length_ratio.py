"""Students of fixed length whose teacher has another: ``ratio`` is M/Q, of their squared lengths (KC sec. 3.4).

length_ratio.1   e_g = (M (1 + s^2) + Q - 2 R sqrt(M))/2,  M = ratio; R of a teacher of unit length     (KC 4)
"""

from __future__ import annotations

import math
from typing import Any

from rosenblatt.scenario import Channel


def square_error(ratio: float, r: Any, q_norm: Any, channel: Channel) -> Any:
    """Return half the mean square error on the labels of a teacher of this squared length.  (length_ratio.1)"""
    return 0.5 * (ratio * (1.0 + channel.level) + q_norm - 2.0 * math.sqrt(ratio) * r)


def check_on_data(ratio: float) -> None:
    """Raise if a rule for data has been given a ratio: its teacher has the length that it has."""
    if ratio != 1.0:
        raise ValueError(f"ratio must be 1 on data; got {ratio!r}. It compares lengths that no data tell.")
