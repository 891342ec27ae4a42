"""Laws of queries: their nodes, their cells, and what is no law."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.gaussian import cdf
from rosenblatt.scenario.queries import resolve_queries


def triangle(x):
    return np.maximum(1.0 - np.abs(x - 0.5), 0.0)


LAWS = [rb.Orthogonal(), rb.Queries(0.5), rb.Queries([-1.0, 2.0], [0.75, 0.25]), rb.QueryDensity(triangle, (-0.5, 1.5))]


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_nodes_and_cells_are_one_law(law, random):
    x, weights = law.nodes(1.0, [0.3])
    low, width, until = law.cells()
    drawn = low + width * random.random(low.shape)
    chances = np.diff(until, prepend=0.0)
    assert weights.sum() == pytest.approx(1.0)
    assert until[-1] == pytest.approx(1.0)
    for power in (1, 2, 4):
        assert chances @ drawn**power == pytest.approx(weights @ x**power, abs=1e-3)


def test_nodes_of_a_density_are_exact_where_a_label_is_steep():
    law = rb.QueryDensity(lambda x: np.exp(-0.5 * (x - 1.0) ** 2))
    for tangent in (10.0, 0.1, 1e-3):
        x, weights = law.nodes(tangent)
        ours = float(weights @ np.exp(-((x / tangent) ** 2)))
        wide = 1.0 + 2.0 / tangent**2
        assert ours == pytest.approx(np.exp(-1.0 / (tangent**2 * wide)) / np.sqrt(wide), rel=1e-9)


def test_a_kink_at_a_cut_costs_no_digits():
    x, weights = rb.QueryDensity(triangle, (-0.5, 0.5, 1.5)).nodes(1.0, [0.25])
    assert weights @ np.abs(x - 0.25) == pytest.approx(weights @ x - 0.25 + 2 * 0.75**3 / 6, rel=1e-12)


def test_queries_that_shrink_are_in_units_of_the_tangent():
    x, weights = rb.ShrinkingQueries(0.5).nodes(-0.1)
    assert sorted(x) == pytest.approx([-0.05, 0.05])
    assert weights.tolist() == [0.5, 0.5]
    assert rb.ShrinkingQueries(0.5).missing(0.1) == ""
    assert "r > 0" in rb.ShrinkingQueries(0.5).missing(0.0)


def test_names():
    assert resolve_queries("orthogonal") == rb.Orthogonal()
    assert resolve_queries(None) is None
    assert rb.Scenario(queries="orthogonal") == rb.Scenario(queries=rb.Orthogonal())
    assert rb.Scenario(queries=rb.Queries(1.0)) != rb.Scenario()
    assert str(rb.Scenario(queries=rb.Queries(1.0))) == "queries at x = -1, 1"
    assert str(rb.Scenario(queries=rb.ShrinkingQueries(1.0))) == "queries at x = 1 tan(theta)"
    assert str(rb.QueryDensity(triangle)) == "queries with a density"
    assert rb.Scenario(queries="orthogonal").completed(rb.Hebb()).queries == rb.Orthogonal()


@pytest.mark.parametrize(
    ("make", "problem", "message"),
    [
        (lambda: rb.Queries(-1.0), ValueError, "fields must be at least 0; got -1.0"),
        (lambda: rb.Queries([1.0, np.nan]), ValueError, "fields must be finite numbers, at least one"),
        (lambda: rb.Queries([]), ValueError, "fields must be finite numbers, at least one"),
        (lambda: rb.Queries("a"), TypeError, "fields must be a number or a sequence of numbers; got 'a'"),
        (lambda: rb.Queries([1.0, 2.0], [0.5, 0.6]), ValueError, "weights must be the probabilities of 2 fields"),
        (lambda: rb.Queries([1.0, 2.0], [1.5, -0.5]), ValueError, "weights must be the probabilities of 2 fields"),
        (lambda: rb.Queries([1.0, 2.0], [1.0]), ValueError, "weights must be the probabilities of 2 fields"),
        (lambda: rb.ShrinkingQueries(-1.0), ValueError, "field must be at least 0"),
        (lambda: rb.QueryDensity(lambda x: x), ValueError, "density must return a number, 0 or more"),
        (lambda: rb.QueryDensity(lambda x: 1 / 0), ValueError, "got one that failed: division by zero"),
        (lambda: rb.QueryDensity(lambda x: 0.0 * x), ValueError, "density must have some probability"),
        (lambda: rb.Scenario(queries="ortogonal"), ValueError, "Did you mean 'orthogonal'"),
        (lambda: rb.Scenario(queries=0.5), TypeError, "Make one, for example rb.Queries"),
    ],
)
def test_what_is_no_law(make, problem, message):
    with pytest.raises(problem, match=message):
        make()


class TestPairs:
    """Inputs on which two students of the posterior disagree."""

    @pytest.mark.parametrize("tangent", [0.01, 0.5, 3.0])
    def test_both_sets_of_nodes_have_the_law_of_disagreement(self, tangent):
        law, x = rb.PairQueries(), np.linspace(-12.0, 12.0, 200_001)
        density = np.exp(-0.5 * x * x) * cdf(x / tangent) * cdf(-x / tangent)
        density /= density.sum()
        for power in (2, 4):
            exact = density @ (x / tangent) ** power
            y, weights = law.doubts(tangent)
            assert weights @ y**power == pytest.approx(exact, rel=1e-6)
            places, chances = law.nodes(tangent)
            assert chances @ (places / tangent) ** power == pytest.approx(exact, rel=1e-6)

    def test_who_knows_nothing_takes_inputs_as_they_come(self):
        x, weights = rb.PairQueries().nodes(math.inf)
        assert weights @ x**2 == pytest.approx(1.0)
        assert rb.PairQueries().doubts(math.inf)[0].tolist() == [0.0] * 64

    def test_online_students_ask_so_in_theory(self):
        alpha = [5.0]
        curves = [rb.learning_curve("bayes-hebb", alpha, queries=queries) for queries in (None, "pair", "zero-field")]
        d = [float(curve.frame["disagreement"][0]) for curve in curves]
        assert d[0] > d[1] > d[2]
        with pytest.raises(ValueError, match="queries are not known for 'hebb' here"):
            rb.simulate("hebb", n=50, alpha=1.0, runs=2, queries="pair")
        with pytest.raises(TypeError, match="queries must be one of orthogonal, pair, zero-field, or a law of fields"):
            rb.learning_curve("hebb", 1.0, queries=3)
