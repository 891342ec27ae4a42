r"""Queries of a committee: an input is asked for where students drawn from the posterior disagree (Seung et al. 1992).

Clean labels of a spherical teacher; q is the overlap of two such students. An example that was asked for when the
overlap was q', and is read when it is q, has omega = h' + sqrt(q - q') z: each must be read anew at each q. With
lambda = 1 - q, h' = sqrt(1 - q') y and y by the law of the queries (`rosenblatt.scenario.queries`),

    committee-query.1   A(alpha) = int_0^alpha da I(q(alpha)|q(a)),   q = A/(1 + A)
    committee-query.2   I(q|q') = K(x, q')/lambda,   x = (1 - q')/(1 - q) >= 1,   K = E G(sqrt(x) y + sqrt(x - 1) z),
                        G(u) = phi(u)^2/(Phi(u) Phi(-u))
    committee-query.3   the information of a query  E h(Phi(y)),   h(p) = -p ln p - (1 - p) ln(1 - p),   in nats

In tau = -ln(lambda) the equation (1) is linear in v = d alpha/d tau, and so is its derivative, a Volterra equation of
the second kind with a smooth kernel, as in `rosenblatt.theory.full_covariance`:

    committee-query.4   v(tau) K(1) = exp(-tau) - int_0^tau d sigma v(sigma) K'(tau - sigma),   K' = dK/d ln(x)
    committee-query.5   dK/d ln(x) = E[ sqrt(x) y G'(u) + x G''(u) ]/2,   u = sqrt(x) y + sqrt(x - 1) z,   or by parts
                                   = E[ G(u) (z sqrt(x) y/sqrt(x - 1) + (z^2 - 1) x/(x - 1)) ]/2,   better for x > 2
    committee-query.6   alpha -> inf: v is constant, and  d -> C exp(-c alpha),  c = 1/(2 v): the information of a query

K depends on sigma by the law of y alone, so that K' is kept as a table of functions of y.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy.special import entr

from rosenblatt import gaussian
from rosenblatt.batch.offline_learner import OfflineLearner
from rosenblatt.obstacles import Obstacle
from rosenblatt.references import Reference
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import Flips, GaussianInputs, QueryLaw, Scenario
from rosenblatt.scenario.queries import DoubtfulQueries, PairQueries, resolve_queries
from rosenblatt.scenario.teachers import SphericalTeacher
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.panel_clock import NODES, TO_SERIES, WIDTH, PanelClock, W, X
from rosenblatt.theory.registry import NoTheory, Theory, theory

LONGEST = 48.0  # of tau: v is then constant to rounding
REACH = 8.5  # of y and of u: beyond it no label is in doubt
LARGEST_TAU = 1380.0  # d = 1e-300
_Y, _Z, _SERIES = 40, 48, 14  # nodes in y and z, and of each panel of ln(x)
_Y_NODES = 0.5 * REACH * (np.polynomial.legendre.leggauss(_Y)[0] + 1.0)
_Z_NODES, _Z_WEIGHTS = np.polynomial.legendre.leggauss(_Z)
_TO_POLYNOMIAL = np.linalg.inv(np.polynomial.legendre.legvander(2.0 * _Y_NODES / REACH - 1.0, _Y - 1))
_CHEBYSHEV = np.polynomial.chebyshev.chebpts1(_SERIES)
_TO_CHEBYSHEV = np.linalg.inv(np.polynomial.chebyshev.chebvander(_CHEBYSHEV, _SERIES - 1))


@dataclass(frozen=True)
class QueryByCommittee(OfflineLearner):
    """A student drawn from the posterior, of examples that a committee of such students asks for."""

    name = "query-by-committee"

    @property
    def reference(self) -> Reference:
        """SOS."""
        return Reference("seung-opper-sompolinsky-1992", "queries of the perceptron")


def doubt(u: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return G, G' and G''.  (committee-query.2)"""
    right, wrong = gaussian.inverse_mills(u), gaussian.inverse_mills(-u)
    g, lean = right * wrong, wrong - right - 2.0 * u
    bend = wrong * (wrong - u) + right * (right + u) - 2.0
    return g, g * lean, g * (lean * lean + bend)


def slope(log_x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return dK/d ln(x) before the average over y: a row for each ln(x), a column for each y.  (committee-query.5)"""
    x, y = np.exp(log_x)[:, None, None], y[None, :, None]
    spread, centre = np.sqrt(np.expm1(log_x))[:, None, None], np.sqrt(x) * y
    wide = np.maximum(spread, 1e-100)
    low = np.clip((-REACH - centre) / wide, -REACH, REACH)
    high = np.clip((REACH - centre) / wide, -REACH, REACH)
    z = 0.5 * (low + high) + 0.5 * (high - low) * _Z_NODES
    g, first, second = doubt(centre + spread * z)
    by_parts = g * (z * centre / wide + (z * z - 1.0) * x / wide**2)
    values = np.where(spread > 1.0, by_parts, centre * first + x * second)
    return 0.5 * (values * 0.5 * (high - low) * _Z_WEIGHTS * gaussian.pdf(z)).sum(axis=-1)


@dataclass(frozen=True)
class Committee(PanelClock):
    """The solution of (4) for one law of queries."""

    queries: DoubtfulQueries
    longest: float

    @cached_property
    def laws(self) -> np.ndarray:
        """For each node of tau the weights of `_Y_NODES` in an average over the queries that are asked there."""
        return np.array([self._law(tau) for tau in self.nodes.ravel().tolist()])

    def _law(self, tau: float) -> np.ndarray:
        y, weights = self.queries.doubts(1.0 / math.sqrt(math.expm1(tau)))
        places = 2.0 * np.minimum(np.abs(y), REACH) / REACH - 1.0
        return weights @ np.polynomial.legendre.legvander(places, _Y - 1) @ _TO_POLYNOMIAL

    @cached_property
    def _table(self) -> np.ndarray:
        """dK/d ln(x) at `_Y_NODES` as a Chebyshev series in ln(x) on each panel."""
        panels = int(self.longest / WIDTH) + 1
        log_x = WIDTH * (np.arange(panels)[:, None] + 0.5 * (_CHEBYSHEV + 1.0))
        values = np.array([slope(one, _Y_NODES) for one in log_x])
        return _TO_CHEBYSHEV @ values

    def kernel(self, log_x: np.ndarray, laws: np.ndarray) -> np.ndarray:
        """Return K' at each ln(x), for the laws of the queries that stand beside them."""
        panel = np.clip((log_x / WIDTH).astype(int), 0, len(self._table) - 1)
        basis = np.polynomial.chebyshev.chebvander(2.0 * (log_x / WIDTH - panel) - 1.0, _SERIES - 1)
        value = np.empty(log_x.shape)
        for one in np.unique(panel):
            here = panel == one
            value[here] = ((basis[here] @ self._table[one]) * np.broadcast_to(laws, (*log_x.shape, _Y))[here]).sum(-1)
        return value

    @cached_property
    def speed(self) -> np.ndarray:
        """v = d alpha/d tau at the nodes.  (committee-query.4)"""
        tau, laws = self.nodes, self.laws
        now = (laws @ doubt(_Y_NODES)[0]).reshape(tau.shape)
        inner = 0.5 * (X[:, None] + 1.0) * (X[None, :] + 1.0) - 1.0  # nodes between a panel's start and each node
        polynomials = np.polynomial.legendre.legvander(inner, NODES - 1) @ TO_SERIES
        parts = 0.25 * WIDTH * (X[:, None] + 1.0) * W  # their weights
        behind = 0.5 * WIDTH * (X[:, None] - inner)
        v = np.zeros(tau.shape)
        for panel in range(len(tau)):
            past = slice(0, panel * NODES)
            log_x = tau[panel][:, None] - tau.ravel()[None, past]
            known = 0.5 * WIDTH * np.tile(W, panel) * v[:panel].ravel()
            right = np.exp(-tau[panel]) - self.kernel(log_x, laws[past]) @ known
            here = polynomials @ laws[panel * NODES : (panel + 1) * NODES]
            kernel = parts * self.kernel(behind, here)
            v[panel] = np.linalg.solve(np.diag(now[panel]) + np.einsum("ik,ikj->ij", kernel, polynomials), right)
        return v

    @property
    def last_speed(self) -> float:
        """v for tau -> infinity.  (committee-query.6)"""
        return float(self.speed[-1, -1])

    def learnt(self, alpha: np.ndarray) -> np.ndarray:
        """Return tau at each alpha, however large."""
        last = float(self.alpha_edges[-1])
        beyond = np.maximum(alpha - last, 0.0) / self.last_speed
        return super().learnt(np.minimum(alpha, last)) + beyond


@lru_cache(maxsize=16)
def committee(queries: DoubtfulQueries) -> Committee:
    """Return the solution for a law of queries, remembered."""
    return Committee(queries, LONGEST)


def information(queries: DoubtfulQueries, tau: np.ndarray) -> np.ndarray:
    """Return what a query tells, in nats, where 1 - q is exp(-tau).  (committee-query.3)"""

    def told(one: float) -> float:
        grown = math.expm1(min(one, 600.0))
        y, weights = queries.doubts(1.0 / math.sqrt(grown) if grown > 0.0 else 1e150)
        likely, rest = gaussian.cdf(y), gaussian.cdf(-y)
        return float((entr(likely) + entr(rest)) @ weights)

    return np.array([told(one) for one in np.atleast_1d(tau).tolist()])


@dataclass(frozen=True)
class ExponentialLaw:
    """d -> ``prefactor`` exp(-``rate`` alpha): of a student drawn from the posterior, and of the mean over it."""

    rate: float
    prefactor: float

    @property
    def bayes_prefactor(self) -> float:
        """The prefactor of the mean over the posterior."""
        return self.prefactor / math.sqrt(2.0)


def query_by_committee_law(queries: str | QueryLaw = "pair") -> ExponentialLaw:
    """Return c and C of the law at large alpha.  (committee-query.6)

    >>> law = query_by_committee_law("pair")
    >>> round(law.rate, 6), round(law.prefactor, 3)
    (0.52255, 0.638)
    """
    law = resolve_queries(queries)
    if not isinstance(law, DoubtfulQueries):
        raise ValueError(f"queries must be 'pair' or 'zero-field' for an exponential law; got {queries!r}. Take one.")
    solution = committee(law)
    rate = 0.5 / solution.last_speed
    exponent = rate * float(solution.alpha_edges[-1]) - 0.5 * LONGEST
    return ExponentialLaw(rate, math.sqrt(2.0) / math.pi * math.exp(exponent))


def asked(scenario: Scenario) -> DoubtfulQueries:
    """Return the queries of a scenario, those of a pair if there are none."""
    queries = PairQueries() if scenario.queries is None else scenario.queries
    assert isinstance(queries, DoubtfulQueries)
    return queries


def with_pairs(scenario: Scenario) -> Scenario:
    """Return a scenario with the queries of a pair."""
    world = {"teacher": scenario.teacher, "inputs": scenario.inputs, "channel": scenario.channel}
    return Scenario(**world, start=scenario.start, queries=PairQueries())


@theory
class QueryByCommitteeTheory(Theory):
    """Of a spherical teacher without noise."""

    learners = (QueryByCommittee,)
    inputs = (GaussianInputs,)
    queries = DoubtfulQueries

    def obstacle(self, learner: QueryByCommittee, scenario: Scenario) -> Obstacle | None:
        """Return what prevents the theory; queries that are left out are those of a pair."""
        return super().obstacle(learner, scenario if scenario.queries is not None else with_pairs(scenario))

    def further_obstacle(self, learner: QueryByCommittee, scenario: Scenario) -> str:
        """Return that labels must be clean, and the teacher spherical and fixed."""
        if type(scenario.teacher) is not SphericalTeacher:
            return f"teacher must be 'spherical' for {learner.name!r}; got {scenario.teacher.name!r}"
        if scenario.channel != Flips():
            return f"channel must be without noise for {learner.name!r}; got {scenario.channel!r}"
        return ""

    def first_length(self, learner: QueryByCommittee) -> float:
        """Return the length of a teacher."""
        return 1.0

    def beginning(
        self, learner: QueryByCommittee, scenario: Scenario, readout: Readout, **options: object
    ) -> dict[str, float]:
        """Return the row at alpha = 0, where a label is a bit."""
        row = super().beginning(learner, scenario, readout)
        told = float(information(asked(scenario), np.zeros(1))[0])
        return {**row, "disagreement_gibbs": 0.5, "disagreement_bayes": 0.5, "information": told}

    def curve(self, learner: QueryByCommittee, scenario: Scenario, alpha: np.ndarray, readout: Readout) -> Curve:
        """Return the curve of a student drawn from the posterior, and what beside it is the best's."""
        queries = asked(scenario)
        solution = committee(queries)
        tau = solution.learnt(alpha)
        if tau.max() > LARGEST_TAU:
            last = solution.alpha_edges[-1] + (LARGEST_TAU - LONGEST) * solution.last_speed
            raise NoTheory(
                f"alpha must be at most {last:.4g} for {learner.name!r} with {queries}; got {alpha.max():g}. "
                "Beyond it d is below 1e-300: use rb.theory.query_by_committee_law."
            )
        root = np.exp(-0.5 * tau)
        gibbs, best = 2.0 * np.arcsin(math.sqrt(0.5) * root), np.arcsin(root)
        frame = frame_of(alpha, -np.expm1(-tau), np.ones(len(alpha)), gibbs, scenario.channel.student_error)
        frame["disagreement_gibbs"], frame["disagreement_bayes"] = gibbs / math.pi, best / math.pi
        frame["information"] = information(queries, tau)
        return Curve(learner, scenario, readout.name, frame, f"Volterra equation in ln(1 - q), {queries}")
