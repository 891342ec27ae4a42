"""Pages draw; what one page has drawn is closed before the next, or Matplotlib warns of too many open figures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def closed_figures() -> Iterator[None]:
    """Close all figures after a page."""
    yield
    import matplotlib.pyplot as plt

    plt.close("all")
