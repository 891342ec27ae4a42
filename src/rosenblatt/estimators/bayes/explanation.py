r"""Why a model says what it says: what each feature contributes to the log odds, over the whole bank.

    explanation.1   what members see goes on a straight line from the mean row to the row, s(t) = s_0 + t (s - s_0);
                    s_0 is 0, but for the hats of features that vary, of which the one in the middle is 1
    explanation.2   an input contributes  int_0^1 dt (dL/ds_i)(s_i - s_0i),  L the log odds (Aumann and Shapley)
    explanation.3   hats are of their feature; a product is by halves of its two
    explanation.4   the field of a member is h/sqrt(1 + v), h linear in t and v quadratic:  dL/ds_i =
                    sum_k g_k (m_ki/sqrt(1 + v_k) - h_k (C_k s(t))_i/(1 + v_k)^{3/2}),  g_k = dL/dfield_k

So the members are asked once, and only the layer above them at each node of the integral; those that see cells, waves
and trees are asked along the way, see `stages`. What the integral leaves, the kinks of that layer, is dealt out in
proportion to the size of the contributions: they add up to rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.layer_gradient import probability_and_gradient
from rosenblatt.estimators.bayes.member_inputs import MOST_MULTIPLIED, Stored, as_it_is, by_curves
from rosenblatt.estimators.bayes.members import Members
from rosenblatt.estimators.bayes.random_views import RandomView
from rosenblatt.estimators.bayes.stages import Stages
from rosenblatt.estimators.bayes.state import BankState
from rosenblatt.kernels.bank.member_inputs import KNOTS

BASE = "base"
PANELS, POINTS = 32, 2  # of the integral over the way: kinks are somewhere, so that many short panels are better
ROWS_TOGETHER = 64
LEAST = 1e-300  # probability


@dataclass
class Way:
    """The way of the inputs of some members, from the mean row to each row, and what they make of it.

    Attributes
    ----------
    members, view : whose way it is, and how they see rows.
    step : s - s_0, (rows, inputs), dense or (without the intercept) sparse.
    pulls, bends : C s_0, (members, inputs), and C (s - s_0), (members, rows, inputs); of sparse rows the variances.
    fields, spreads : h and v as coefficients of powers of t, (2, members, rows) and (3, members, rows).
    """

    members: Members
    view: Any
    step: Any
    pulls: np.ndarray
    bends: np.ndarray
    fields: np.ndarray
    spreads: np.ndarray

    @classmethod
    def of(cls, members: Members, view: Any, x: Any, varied: np.ndarray) -> Way:
        """Return the way to some rows; ``varied`` are the features that have a middle hat."""
        keep = 1.0 - members.drifts[:, None]
        means, fresh = keep * members.means, (1.0 - keep**2) * members.priors
        if not isinstance(x, np.ndarray):
            return cls._of_sparse(members, view, view(x), means, keep**2 * members.spreads + fresh)
        rows, start = _dense(view(x), members.means.shape[1]), np.zeros(members.means.shape[1])
        start[-1] = 1.0
        if view is by_curves:
            start[:-1].reshape(-1, KNOTS)[varied, KNOTS // 2] = 1.0  # explanation.1
        step = rows - start
        of_start, of_step = (members.covariances_times(s) for s in (start[None], step))
        pulls = (keep**2)[:, :, None] * of_start + fresh[:, None] * start
        bends = (keep**2)[:, :, None] * of_step + fresh[:, None] * step
        fields = np.stack([np.broadcast_to((means @ start)[:, None], (len(means), len(step))), means @ step.T])
        squares = (pulls[:, 0] @ start)[:, None], 2.0 * pulls[:, 0] @ step.T, np.einsum("kri,ri->kr", bends, step)
        return cls(members, view, step, pulls[:, 0], bends, fields, np.stack(np.broadcast_arrays(*squares)))

    @classmethod
    def _of_sparse(cls, members: Members, view: Any, rows: Stored, means: np.ndarray, variances: np.ndarray) -> Way:
        shape = (len(rows.starts) - 1, means.shape[1] - 1)
        step = sp.csr_matrix((rows.values, rows.columns.astype(np.int64), rows.starts), shape=shape)
        start = np.broadcast_to(means[:, -1:], (len(means), shape[0]))
        fields = np.stack([start, (step @ means[:, :-1].T).T])
        squares = variances[:, -1:], 0.0, (step.power(2) @ variances[:, :-1].T).T
        spreads = np.stack(np.broadcast_arrays(*squares))
        return cls(members, view, step, np.zeros_like(variances), variances, fields, spreads)

    def at(self, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return h and 1 + v at times, (members, rows, times)."""
        h = self.fields[0][..., None] + self.fields[1][..., None] * t
        v = (self.spreads[2][..., None] * t + self.spreads[1][..., None]) * t + self.spreads[0][..., None]
        return h, 1.0 + np.maximum(v, 0.0)

    def contributions(self, slopes: np.ndarray, t: np.ndarray, features: int) -> Any:
        """Return what features contribute, (rows, features); ``slopes`` are dL/dfield times the weights of the times.

        Those of the intercept, which does not move, are 0.
        """
        h, one_and_v = self.at(t)
        plain = (slopes / np.sqrt(one_and_v)).sum(axis=2)
        pulled = slopes * h / one_and_v**1.5
        parts = plain, pulled.sum(axis=2), (pulled * t).sum(axis=2)
        means = (1.0 - self.members.drifts[:, None]) * self.members.means
        if isinstance(self.step, np.ndarray):
            slope = parts[0].T @ means - parts[1].T @ self.pulls - np.einsum("kr,kri->ri", parts[2], self.bends)
            return _of_features((slope * self.step)[:, :-1], self.view, features)  # explanation.4
        row_of, column = np.repeat(np.arange(self.step.shape[0]), np.diff(self.step.indptr)), self.step.indices
        slope = (parts[0][:, row_of] * means[:, column]).sum(axis=0)
        slope -= self.step.data * (parts[2][:, row_of] * self.bends[:, column]).sum(axis=0)
        return sp.csr_matrix((slope * self.step.data, column, self.step.indptr), shape=self.step.shape)


def explain(
    state: BankState,
    x: Any,
    which: int,
    *,
    names: Sequence[Any],
    index: Any = None,
    groups: Sequence[Any] | None = None,
) -> pd.DataFrame:
    """Return a table of what each feature contributes to the log odds of rows, and the base, that of the mean row.

    ``which`` is 0 for the observed label, 1 for the clean one; ``names`` are those of the inputs, and ``groups``, if
    several inputs belong together, those of the columns they are summed to. With more than two classes there is a row
    for each row and class: the log odds of the class against all others.
    """
    classes = state.classes.names()
    if len(state.classes.labels) < 2:
        known = state.classes.labels.tolist()
        raise ValueError(f"explain must have two classes to tell apart; got {known}. Learn rows of another one.")
    index = pd.RangeIndex(x.shape[0]) if index is None else index
    pieces, base = [], np.zeros(len(classes))
    for start in range(0, x.shape[0], ROWS_TOGETHER):
        found, base = _contributions(state, x[start : start + ROWS_TOGETHER], which)
        pieces.append(found)
    tables = [_table([piece[c] for piece in pieces], base[c], names, index, groups) for c in range(len(classes))]
    if len(tables) == 1:
        return tables[0]
    together = pd.concat(tables, keys=classes, names=["class"])
    return together.swaplevel().reindex(pd.MultiIndex.from_product([index, classes], names=[index.name, "class"]))


def _contributions(state: BankState, x: Any, which: int) -> tuple[list[Any], np.ndarray]:
    """Return what features contribute to the log odds of some rows, for each class, and the base of each."""
    scaling, banks = state.feature_scaling, state.chosen()
    seen, scaler = scaling.look(x), scaling.scaler
    varied = np.zeros(0, dtype=bool) if scaler is None else (scaler.raw == 0.0) & (scaler.factor() > 0.0)
    ways = [[_way_of(members, view, seen, varied) for _, members, view in bank.groups()] for bank in banks]
    times, shares = _times()
    told = [_along(bank, own, np.append(times, 0.0), clean=which == 1) for bank, own in zip(banks, ways, strict=True)]
    log_odds, to_banks = _log_odds(np.stack([own[0] for own in told]), np.stack([own[1] for own in told]))
    found = []
    for c, target in enumerate(_said(state, x, which)):
        total: Any = 0.0
        for own, of_bank, slopes in zip(told, ways, to_banks[c], strict=True):
            weighted, first = own[2][..., :-1] * (slopes[:, :-1] * shares), 0
            for way in of_bank:
                total = total + way.contributions(weighted[first : first + len(way.members)], times, scaling.features)
                first += len(way.members)
        found.append(_closed(total, target - log_odds[c, :, -1]))
    return found, log_odds[:, 0, -1]


def _way_of(members: Members | Forest, view: Any, seen: Any, varied: np.ndarray) -> Way | Stages:
    """Return the way of rows for some members."""
    if isinstance(members, (RandomView, Forest)):
        return Stages(members, view, seen)
    return Way.of(members, view, seen, varied)


def _times() -> tuple[np.ndarray, np.ndarray]:
    """Return times on the way, from 0 to 1, and their weights: Gauss's nodes in short panels."""
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    starts = np.arange(PANELS)[:, None]
    return ((starts + 0.5 * (nodes + 1.0)) / PANELS).ravel(), np.tile(0.5 * weights / PANELS, PANELS)


def _along(bank: Bank, ways: list[Way | Stages], times: np.ndarray, *, clean: bool) -> tuple[np.ndarray, ...]:
    """Return P(+1), P(-1), (rows, times), and dP(+1)/dfield, (members, rows, times), of a bank on the way."""
    parts = [way.at(times) for way in ways]
    fields = np.concatenate([h / np.sqrt(one_and_v) for h, one_and_v in parts])
    plus, minus, slopes = probability_and_gradient(bank, fields.reshape(len(fields), -1), clean=clean)
    return plus.reshape(fields.shape[1:]), minus.reshape(fields.shape[1:]), slopes.reshape(fields.shape)


def _log_odds(plus: np.ndarray, minus: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the log odds of the classes, (classes, ...), and how they change with P(+1) of the banks.

    Probabilities are (banks, ...); of several banks, the odds of a class are its P(+1) over that of all others.
    """
    plus, minus = np.maximum(plus, LEAST), np.maximum(minus, LEAST)
    if len(plus) == 1:
        return np.log(plus) - np.log(minus), (1.0 / plus + 1.0 / minus)[None]
    others = np.stack([np.delete(plus, c, axis=0).sum(axis=0) for c in range(len(plus))])
    slopes = np.repeat(-1.0 / others[:, None], len(plus), axis=1)
    slopes[np.diag_indices(len(plus))] = 1.0 / plus
    return np.log(plus) - np.log(others), slopes


def _said(state: BankState, x: Any, which: int) -> np.ndarray:
    """Return the log odds that the probabilities of the model have, (classes, rows)."""
    p = np.maximum(state.predict(x)[which].T, LEAST)
    if len(p) == 2:
        return np.log(p[1:]) - np.log(p[:1])
    return np.stack([np.log(p[c]) - np.log(np.delete(p, c, axis=0).sum(axis=0)) for c in range(len(p))])


def _closed(found: Any, difference: np.ndarray) -> Any:
    """Return contributions that add up to the difference from the base, what lacks dealt out by their size."""
    sizes = abs(found)
    lacking = difference - np.asarray(found.sum(axis=1)).ravel()
    share = lacking / np.maximum(np.asarray(sizes.sum(axis=1)).ravel(), LEAST)
    dealt = sizes * share[:, None] if isinstance(found, np.ndarray) else sp.diags_array(share) @ sizes
    return found + dealt


def _dense(rows: Any, inputs: int) -> np.ndarray:
    """Return rows as members see them, as an array that ends with the 1 of the intercept."""
    if isinstance(rows, np.ndarray):
        return rows
    shape = (len(rows.starts) - 1, inputs - 1)
    own = sp.csr_matrix((rows.values, rows.columns.astype(np.int64), rows.starts), shape=shape).toarray()
    return np.hstack([own, np.ones((len(own), 1))])


def _of_features(of_inputs: np.ndarray, view: Any, features: int) -> np.ndarray:
    """Return what features contribute from what inputs do, the intercept's left out.  (explanation.3)"""
    if view is as_it_is:
        return of_inputs
    if view is by_curves:
        return of_inputs.reshape(len(of_inputs), features, KNOTS).sum(axis=2)
    multiplied = min(features, MOST_MULTIPLIED)
    pairs = multiplied * (multiplied - 1) // 2
    found = np.zeros((len(of_inputs), features))
    found[:, :multiplied] = of_inputs[:, pairs:]
    for side in np.triu_indices(multiplied, 1):
        places = sp.csr_array((np.full(pairs, 0.5), (np.arange(pairs), side)), shape=(pairs, features))
        found += of_inputs[:, :pairs] @ places
    return found


def _table(pieces: list[Any], base: float, names: Sequence[Any], index: Any, groups: Any) -> pd.DataFrame:
    """Return contributions as a table, the base last; inputs of one group summed."""
    if all(isinstance(piece, np.ndarray) for piece in pieces):
        table = pd.DataFrame(np.concatenate([np.zeros((0, len(names))), *pieces]), index=index, columns=list(names))
    else:
        table = pd.DataFrame.sparse.from_spmatrix(sp.vstack(pieces, format="csr"), index=index, columns=list(names))
    if groups is not None:
        table = table.T.groupby(list(groups), sort=False).sum().T
    table.insert(table.shape[1], BASE, base, allow_duplicates=True)  # a feature may have that name
    return table
