"""Features in an order that is not that of the keys of a dictionary: for River it must mean nothing."""

from __future__ import annotations

from typing import Any

import pandas as pd


def in_order(x: dict[Any, Any]) -> dict[Any, Any]:
    """Return a dictionary whose keys are in order; those of several types by type.

    >>> list(in_order({"b": 1.0, "a": 2.0, 3: 0.0}))
    [3, 'a', 'b']
    """
    return {name: x[name] for name in sorted(x, key=_place)}


def columns_in_order(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with its columns in the same order."""
    return frame[sorted(frame.columns, key=_place)]


def _place(name: Any) -> tuple[str, Any]:
    return type(name).__name__, name if isinstance(name, (int, str)) else str(name)
