"""Query by committee: golden numbers, the equation itself, its limits, and what it refuses."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt import gaussian
from rosenblatt.scenario.queries import DoubtfulQueries, Orthogonal, PairQueries
from rosenblatt.theory.query_by_committee import Committee, QueryByCommittee, committee, doubt, information, slope

Z, DZ = np.polynomial.hermite_e.hermegauss(160)
DZ = DZ / DZ.sum()


def plain_k(x: float, grown: float, queries: DoubtfulQueries) -> float:
    """K of committee-query.2 as it is written: for x that is not large."""
    y, weights = queries.doubts(1.0 / math.sqrt(grown))
    u = math.sqrt(x) * y[:, None] + math.sqrt(x - 1.0) * Z
    return float(weights @ plain_g(u) @ DZ)


def plain_g(u: np.ndarray) -> np.ndarray:
    """G as it is written."""
    u = np.clip(u, -30.0, 30.0)
    return gaussian.pdf(u) ** 2 / (gaussian.cdf(u) * gaussian.cdf(-u))


@pytest.mark.parametrize(
    ("queries", "alpha", "gibbs", "bayes"),
    [
        ("pair", [1.0, 3.0], [0.33166, 0.13017], [0.24856, 0.09271]),
        ("zero-field", [2.0, 4.0], [0.17977, 0.04745], [0.12893, 0.03358]),
    ],
)
def test_golden_numbers(queries, alpha, gibbs, bayes):
    frame = rb.learning_curve("query-by-committee", alpha, queries=queries).frame
    assert frame["disagreement_gibbs"].tolist() == pytest.approx(gibbs, abs=6e-6)
    assert frame["disagreement_bayes"].tolist() == pytest.approx(bayes, abs=6e-6)
    assert frame["disagreement"].tolist() == frame["disagreement_gibbs"].tolist()


@pytest.mark.parametrize("queries", [PairQueries(), Orthogonal(), rb.ShrinkingQueries(0.7)], ids=repr)
def test_the_equation_holds_as_it_is_written(queries):
    solution, alpha = committee(queries), 2.5
    places, widths = np.polynomial.legendre.leggauss(30)
    asked = 0.5 * alpha * (places + 1.0)
    left = np.exp(-solution.learnt(np.append(asked, alpha)))
    k = [plain_k(then / left[-1], 1.0 / then - 1.0, queries) for then in left[:-1]]
    assert 1.0 - left[-1] == pytest.approx(0.5 * alpha * float(widths @ k), abs=1e-8)  # A = int I, times lambda


@dataclass(frozen=True)
class Unasked(DoubtfulQueries):
    """Inputs as they come."""

    def doubts(self, tangent):
        y = 4.25 * (np.polynomial.legendre.leggauss(60)[0][:, None] + [-1.0, 1.0]).ravel()
        weights = 4.25 * np.repeat(np.polynomial.legendre.leggauss(60)[1], 2)
        return y, weights * gaussian.pdf(y * tangent) * tangent  # beyond 8.5 no label is in doubt


def test_inputs_as_they_come_give_the_offline_curve():
    alpha = np.array([0.5, 2.0])
    exact = rb.learning_curve("gibbs", alpha).frame["r"].to_numpy()
    found = -np.expm1(-Committee(Unasked(), 6.0).learnt(alpha))
    assert found == pytest.approx(exact, abs=1e-7)


@pytest.mark.parametrize(("queries", "rate"), [("pair", 0.522550), ("zero-field", math.log(2.0))])
def test_what_is_learnt_in_the_end_is_what_queries_tell(queries, rate):
    law = rb.theory.query_by_committee_law(queries)
    assert law.rate == pytest.approx(rate, abs=1e-6)
    asked = rb.scenario.queries.resolve_queries(queries)
    assert information(asked, np.array([60.0]))[0] == pytest.approx(law.rate, abs=1e-8)  # the entropy is ln(1 - q)/2
    far = np.array([30.0, 300.0, 900.0])
    frame = rb.learning_curve("query-by-committee", far, queries=queries).frame
    assert frame["disagreement"].to_numpy() == pytest.approx(law.prefactor * np.exp(-law.rate * far), rel=1e-6)
    assert frame["disagreement_bayes"].iloc[-1] == pytest.approx(law.bayes_prefactor * math.exp(-law.rate * 900.0))
    assert law.prefactor == pytest.approx({"pair": 0.638, "zero-field": 0.762}[queries], abs=1e-3)


def test_the_law_at_large_alpha_by_its_integral():
    # c = 1/2 int dx/x K(x), to where K falls as 1/sqrt(x) with a prefactor that is then known.
    queries = PairQueries()
    places, widths = np.polynomial.legendre.leggauss(40)
    log_x = 1.5 * (places + 1.0)
    near = 1.5 * float(widths @ [plain_k(math.exp(one), 1e30, queries) for one in log_x])
    far = 0.0
    y, weights = queries.doubts(1e-15)
    u = np.linspace(-12.0, 12.0, 4001)
    for place, width in zip(places, widths, strict=True):
        x = math.exp(3.0 + 15.0 * (place + 1.0))
        law = gaussian.pdf((u - math.sqrt(x) * y[:, None]) / math.sqrt(x - 1.0)) / math.sqrt(x - 1.0)
        far += 15.0 * width * float(weights @ law @ plain_g(u)) * (u[1] - u[0])
    assert 0.5 * (near + far) == pytest.approx(rb.theory.query_by_committee_law("pair").rate, abs=1e-6)


def test_slopes():
    u, step = np.linspace(-6.0, 6.0, 13), 1e-4
    g, first, second = doubt(u)
    assert g == pytest.approx(plain_g(u))
    up, down = doubt(u + step), doubt(u - step)
    assert first == pytest.approx((up[0] - down[0]) / (2 * step), abs=1e-7)
    assert second == pytest.approx((up[1] - down[1]) / (2 * step), abs=1e-7)
    queries = PairQueries()
    y, weights = queries.doubts(1.0)
    for log_x in (0.3, 1.2):  # both forms of committee-query.5
        change = plain_k(math.exp(log_x + step), 1.0, queries) - plain_k(math.exp(log_x - step), 1.0, queries)
        assert float(slope(np.array([log_x]), y)[0] @ weights) == pytest.approx(change / (2 * step), abs=1e-7)


def test_it_begins_with_a_bit_a_query_and_no_knowledge():
    first = rb.learning_curve("query-by-committee", [0.0, 1.0], queries="pair").frame.iloc[0]
    assert first["disagreement"] == first["disagreement_bayes"] == 0.5
    assert first["information"] == pytest.approx(math.log(2.0))


def test_queries_that_are_left_out_are_those_of_a_pair():
    curve = rb.learning_curve("query-by-committee", [0.0, 1.0])
    assert curve.frame.equals(rb.learning_curve("query-by-committee", [0.0, 1.0], queries="pair").frame)
    assert curve.method.endswith("pair queries")


def test_what_it_refuses():
    for how, reason in (
        (dict(queries="pair", noise=0.1), "channel must be without noise"),
        (dict(queries="pair", teacher="binary"), "teacher must be 'spherical'"),
        (dict(queries=rb.Queries(0.5)), "queries must be left out"),
    ):
        with pytest.raises(NotImplementedError, match=reason):
            rb.learning_curve("query-by-committee", 1.0, **how)
    with pytest.raises(ValueError, match=r"alpha must be at most 13\d\d for 'query-by-committee' with pair queries"):
        rb.learning_curve("query-by-committee", 1e4, queries="pair")
    with pytest.raises(ValueError, match="queries must be 'pair' or 'zero-field' for an exponential law"):
        rb.theory.query_by_committee_law(rb.Queries(0.5))
    assert "Seung" in QueryByCommittee().citation()
