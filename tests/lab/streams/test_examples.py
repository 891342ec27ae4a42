from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.lab.streams.examples import EXAMPLES, example


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_has_rows_and_labels_and_is_always_the_same(name):
    (x, y), (again, labels) = example(name), example(name)
    assert len(x) == len(y) >= 178
    assert 2 <= len(np.unique(y)) <= 3
    assert x.equals(again)
    assert np.array_equal(y, labels)


def test_as_many_labels_are_wrong_as_is_said(random):
    x, y = example("noisy")
    wrong = np.mean((x.to_numpy() @ np.array([1.0, -1.0, 0.7, 0.5, 0.0, 0.0, 0.0, 0.0]) > 0.0) != y)
    assert abs(wrong - 0.2) < 4.0 * np.sqrt(0.2 * 0.8 / len(y))  # z = 4


def test_the_turning_world_jumps():
    x, y = example("drifting")
    before = x["turns out"].to_numpy()[2500:3000] @ (2 * y[2500:3000] - 1)
    after = x["turns out"].to_numpy()[3000:3500] @ (2 * y[3000:3500] - 1)
    assert before > 200 > 0 > after


def test_an_unknown_one_is_refused():
    with pytest.raises(ValueError, match="example must be one of"):
        example("nothing")
