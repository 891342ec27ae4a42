"""The search for the best penalty: on curves whose maximum is known."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from rosenblatt.theory.best_penalty import LEAST, MOST, BestPenalty, between


@pytest.mark.parametrize("best", [1e-9, 0.3, 1e5])
def test_it_finds_a_maximum_and_follows_it(best):
    search, asked = BestPenalty(1.0), []

    def slope_of(place):
        def slope(x):
            asked.append(x)
            return -math.tanh(x - math.log(place))

        return slope

    assert search.find(1.0, slope_of(best)) == pytest.approx(best, rel=1e-3)
    del asked[:]
    assert search.find(1.1, slope_of(0.95 * best)) == pytest.approx(0.95 * best, rel=1e-3)
    assert len(asked) <= 3
    assert search.find(9.0, slope_of(1e-4 * best)) == pytest.approx(1e-4 * best, rel=1e-3)  # by a walk
    assert not search.ends


@pytest.mark.parametrize(("slope", "end"), [(1.0, MOST), (-1.0, LEAST)])
def test_an_end_of_the_range_is_told(slope, end):
    search = BestPenalty(2.0)
    assert search.find(3.0, lambda x: slope) == pytest.approx(2.0 * end)
    told = re.escape(f"best penalty of 'me' is an end of its range, {2.0 * end:.3g}, at alpha = 3")
    with pytest.warns(UserWarning, match=told):
        search.warn("me")


def test_several_alphas_are_told_at_once():
    search = BestPenalty(1.0)
    for alpha in (2.0, 3.0, 4.0):
        search.tell(alpha, 0.0)
    with pytest.warns(UserWarning, match="an end of its range, 0, at alpha = 2 to 4"):
        search.warn("me")


def test_where_less_is_as_good_it_stops():
    # A hinge has the student of maximal stability at every small penalty.
    search = BestPenalty(1.0)
    found = search.find(1.0, lambda x: -math.exp(x) if x > -3.0 else 0.0)
    assert math.exp(-4.0) < found < math.exp(-3.0)


def test_from_a_plain_of_small_penalties_it_goes_up():
    search = BestPenalty(1e-4)
    assert search.find(1.0, lambda x: -math.tanh(x + 3.0) if x > -5.0 else 0.0) == pytest.approx(
        math.exp(-3.0), rel=1e-3
    )


def test_it_begins_where_the_last_two_point():
    search, asked = BestPenalty(1.0), []

    def slope_at(alpha):
        def slope(x):
            asked.append(x)
            return -math.tanh(x + 2.0 * math.log(alpha))

        return slope

    for alpha in (1.0, 3.0):
        search.find(alpha, slope_at(alpha))
    del asked[:]
    assert search.find(9.0, slope_at(9.0)) == pytest.approx(1.0 / 81.0, rel=1e-3)
    assert len(asked) <= 2


def followed(best, alphas):
    """Return penalties along alphas, where the best is a function of alpha, and at which alphas slopes were asked."""
    asked = set()

    def slope(alpha, x):
        asked.add(alpha)
        return -math.tanh(x - math.log(best(alpha))) if best(alpha) > 0.0 else -1.0

    search = BestPenalty(1.0)
    return search.follow(alphas, slope, lambda alpha: best(alpha) <= 0.0), asked, search


def test_between_some_alphas_it_does_not_search():
    alphas = np.geomspace(0.1, 100.0, 200).tolist()
    found, asked, search = followed(lambda alpha: alpha**-2.0 / (1.0 + alpha), alphas)
    assert found == pytest.approx([alpha**-2.0 / (1.0 + alpha) for alpha in alphas], rel=1e-3)
    assert len(asked) < 60
    assert not search.ends


def test_where_the_best_becomes_none_it_follows():
    alphas = np.geomspace(0.1, 100.0, 200).tolist()
    found, asked, search = followed(lambda alpha: 1.0 - alpha / 10.03, alphas)
    exact = [max(1.0 - alpha / 10.03, 0.0) for alpha in alphas]
    assert found == pytest.approx(exact, rel=2e-3, abs=1e-6)
    assert [alpha for alpha, _ in search.ends] == [
        alpha for alpha, best in zip(alphas, exact, strict=True) if best == 0.0
    ]
    assert len(asked) < 45


def test_where_it_bends_it_searches():
    bent = [(1.0, 1.0), (1.1, 2.0), (1.2, 0.1), (1.3, 1.0)]
    assert between(bent, 1.15) is None
    assert between([(one, penalty) for one, penalty in bent if one < 1.25], 1.05) is None  # three do not tell
    assert between([(1.0, 1.0), (1.1, 0.0), (1.2, 0.0), (1.3, 0.0)], 1.05) is None
    assert between([(1.0, 1.0), (1.1, 0.0), (1.2, 0.0), (1.3, 0.0)], 1.15) == 0.0

    def best(alpha):
        return math.exp(math.sin(8.0 * math.log(alpha)))

    alphas = np.geomspace(1.0, 10.0, 90).tolist()
    found, *_ = followed(best, alphas)
    assert found == pytest.approx([best(alpha) for alpha in alphas], rel=5e-3)
