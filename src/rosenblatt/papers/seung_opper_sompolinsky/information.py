"""The information of a query, and the exponential law that it makes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import stats
from scipy.integrate import quad
from scipy.special import entr

from rosenblatt.papers.chance import over_allowed
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import called_with, times
from rosenblatt.simulation.query_by_committee import simulate_query_by_committee
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.query_by_committee import query_by_committee_law

PAIR_NATS = 0.522550
ALPHA = (1.0, 2.0)
SIZES = {8: 160, 16: 50}  # weights and runs


def nats_of_a_pair() -> float:
    """Return what a query of a pair tells in the end, by its own integrals."""

    def weight(y: float) -> float:
        return float(stats.norm.cdf(y) * stats.norm.cdf(-y))

    def told(y: float) -> float:
        p = float(stats.norm.cdf(y))
        return weight(y) * float(entr(p) + entr(1.0 - p))

    return quad(told, -9.0, 9.0, epsabs=1e-13)[0] / quad(weight, -9.0, 9.0, epsabs=1e-13)[0]


def _information(context: Context) -> Outcome:
    """The rate c of d -> C exp(-c alpha) by the integral equation, and the information of a query."""
    pair, zero = query_by_committee_law("pair"), query_by_committee_law("zero-field")
    nats = nats_of_a_pair()
    measured = {
        "pair: rate, information, bits": [pair.rate, nats, nats / math.log(2.0)],
        "zero field: rate, ln 2": [zero.rate, math.log(2.0)],
    }
    off = abs(pair.rate - nats), abs(zero.rate - math.log(2.0)), abs(nats - PAIR_NATS)
    return Outcome(measured, off[0] < 1e-7 and off[1] < 1e-7 and off[2] < 1e-6)


def _law(context: Context) -> Outcome:
    """Curves at alpha = 40 against the law; examples as they come fall as 1/alpha."""
    far, measured, worst = np.array([30.0, 40.0]), {}, 0.0
    for queries in ("pair", "zero-field"):
        law = query_by_committee_law(queries)
        d = learning_curve("query-by-committee", far, queries=queries).frame["disagreement"].to_numpy()
        rate = float(np.log(d[0] / d[1])) / 10.0
        measured[f"{queries}: rate from 30 to 40, d exp(c alpha) at 40"] = [rate, float(d[1] * np.exp(40.0 * law.rate))]
        expected = PAIR_NATS if queries == "pair" else math.log(2.0)
        worst = max(worst, abs(rate - expected))
    as_they_come = learning_curve("gibbs", far).frame["disagreement"].to_numpy() * far
    measured["as they come: alpha d"] = as_they_come.tolist()
    return Outcome(measured, worst < 1e-6 and abs(as_they_come[1] / as_they_come[0] - 1.0) < 0.01)


def committees(context: Context) -> dict[int, dict[str, list[float]]]:
    """Return what committees of two sizes know, from the ledger."""
    found = {}
    for n, runs in SIZES.items():
        runs = runs if context.quick else 4 * runs

        def experiment(n: int = n, runs: int = runs) -> dict[str, list[float]]:
            result = simulate_query_by_committee(n=n, alpha=ALPHA, runs=runs, seed=context.seed)
            apart = result.samples["disagreement"] - result.samples["mutual"]
            error = apart.std(axis=0, ddof=1) / math.sqrt(runs)
            kept = {str(c): result.frame[c].tolist() for c in ("disagreement", "disagreement_sem")}
            return {**kept, "apart": apart.mean(axis=0).tolist(), "apart_sem": error.tolist()}

        found[n] = context.result(f"committees, N = {n}", experiment, n=n, runs=runs)
    return found


def _simulated(context: Context) -> Outcome:
    """Hit-and-run in the version cone: the free test, and d with its part in 1/N taken away."""
    found = committees(context)
    exact = learning_curve("query-by-committee", ALPHA, queries="pair").frame["disagreement"]
    small, large = found.values()
    limit = 2.0 * np.array(large["disagreement"]) - small["disagreement"]
    error = np.hypot(2.0 * np.array(large["disagreement_sem"]), small["disagreement_sem"])
    fewest = min(SIZES.values())
    how: dict[str, Any] = {"tests": 6, "runs": fewest}
    parts = [over_allowed(limit, exact, error, bias=1.0 / 16**2, **how)]
    parts += [over_allowed(one["apart"], 0.0, np.array(one["apart_sem"]), **how) for one in found.values()]
    measured = {
        "d at N = 8, 16, limit, theory": [small["disagreement"], large["disagreement"], limit.tolist(), exact.tolist()],
        "difference to theory, and free tests, over what is allowed": parts,
    }
    return Outcome(measured, max(parts) < 1.0)


ROWS = (
    Row(
        "information",
        "a query of two students tells a finite amount in the end: 0.5226 nats, of a large committee ln 2",
        PAIR_NATS,
        _information,
        sabotages=(
            times("rosenblatt.theory.query_by_committee:slope", 1.0001),
            times("rosenblatt.gaussian:pdf", 1.0001),
        ),
    ),
    Row(
        "law",
        "the error falls exponentially, d -> C exp(-c alpha); of examples as they come as 1/alpha",
        "c = 0.52255, ln 2",
        _law,
        sabotages=(
            times("rosenblatt.theory.query_by_committee:slope", 1.0001),
            times("rosenblatt.gaussian:pdf", 1.0001),
        ),
    ),
    Row(
        "simulation",
        "committees of two in the version cone",
        "as in theory, and to each other as to the teacher",
        _simulated,
        sabotages=(
            called_with("rosenblatt.simulation.query_by_committee:simulate_query_by_committee", steps=1),
            times("rosenblatt.theory.query_by_committee:slope", 0.3),
        ),
    ),
)
