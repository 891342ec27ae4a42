"""The linear programs of CS count what they should."""

from __future__ import annotations

import numpy as np

from rosenblatt.batch.separable import find_separator
from rosenblatt.papers.candes_sur.existence import last_separable
from rosenblatt.scenario import Flips, SphericalTeacher


def test_the_last_separable_set_is_followed_by_one_that_is_not():
    n = 8
    found = last_separable(Flips(0.3), n, np.random.default_rng(3)) * n - 0.5
    random = np.random.default_rng(3)
    teacher = SphericalTeacher().draw(n, random)
    x = random.standard_normal((6 * n, n))
    labels = Flips(0.3).draw(x @ teacher / np.sqrt(n), random)
    few, more = round(found), round(found) + 1
    assert find_separator(x[:few], labels[:few]) is not None
    assert find_separator(x[:more], labels[:more]) is None
