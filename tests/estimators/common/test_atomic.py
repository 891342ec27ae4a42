"""A call that fails leaves an estimator as it was."""

from __future__ import annotations

import pytest

from rosenblatt.estimators.common.atomic import AtomicMixin


class Learner(AtomicMixin):
    def __init__(self):
        self.kept, self.replaced = 1, 2

    def change(self, problem):
        with self._unchanged_by_failure():
            self.replaced, self.added = 3, 4
            del self.kept
            if problem is not None:
                raise problem


def test_what_was_replaced_added_or_removed_is_as_before():
    learner = Learner()
    with pytest.raises(ValueError, match="too late"):
        learner.change(ValueError("too late"))
    assert vars(learner) == {"kept": 1, "replaced": 2}
    learner.change(None)
    assert vars(learner) == {"replaced": 3, "added": 4}
