"""A bank of Bayesian members that learn the same rows, mixed by how well they predict; one for each binary subproblem.

    bank-of-members.1   members: priors x drifts, see `rosenblatt.kernels.bank`; some estimate the noise, others
                        assume no noise. They see a row as it is, with a full covariance if there is room
                        and beside it with a diagonal one; or by curves, see `rosenblatt.kernels.bank.member_inputs`;
                        or, if there are not too many, by products of two features; or by cells and, of few features,
                        by waves, see `rosenblatt.kernels.bank.random_inputs`. One is no posterior, but trees over the
                        last rows, see `rosenblatt.kernels.bank.forest`
    bank-of-members.2   their probabilities are mixed, see `rosenblatt.kernels.bank.mixture`
    bank-of-members.3   a second layer: small Bayesian learners whose inputs are 1, the mixed field h, |h|, h^3 and the
                        fields of all members, and which start from the mixed field itself; they correct what the
                        mixture gets wrong all the time, its calibration among it, and are mixed with the mixture
    bank-of-members.4   half of them also see the last label and two running means of labels: in many streams labels
                        come in runs

Everything is predicted before it is learnt. A prediction is for the next row: the drift of one row is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.estimators.bayes.bound_bank import BoundBank
from rosenblatt.estimators.bayes.forest import Forest
from rosenblatt.estimators.bayes.member_inputs import (
    as_it_is,
    by_curves,
    by_products,
    curve_inputs,
    curve_sources,
    product_inputs,
    product_sources,
)
from rosenblatt.estimators.bayes.members import Axes, Known, Members, Predicted, Table
from rosenblatt.estimators.bayes.mixture import LABEL_KEEPS, Mixture, Recent
from rosenblatt.estimators.bayes.posteriors import BLOCK_FROM
from rosenblatt.estimators.bayes.random_views import Cells, Waves
from rosenblatt.estimators.bayes.tiled_members import TiledMembers
from rosenblatt.estimators.bayes.watching import BankWatch
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.model_files import part, prefixed
from rosenblatt.estimators.common.side_by_side import side_by_side
from rosenblatt.estimators.common.uninterrupted import make_calls
from rosenblatt.kernels.bank.member_inputs import MOST_MULTIPLIED
from rosenblatt.kernels.bank.mixture import SHAPES

# Prior variances and drifts of the members, of those that estimate the noise and of those that assume none.
NOISE_ESTIMATED: Axes = ((0.1, 1.0, 10.0, 100.0), (0.0, 1e-4, 1e-2))
NO_NOISE: Axes = ((0.1, 1.0, 10.0), (0.0, 1e-3))
NOISE_ESTIMATED_DIAGONAL: Axes = ((0.1, 1.0, 10.0), (0.0, 1e-3))
NOISE_ESTIMATED_CURVES: Axes = ((1.0, 10.0), (0.0, 1e-3))
NO_NOISE_CURVES: Axes = ((0.1, 1.0, 10.0), (0.0, 1e-4))
NOISE_ESTIMATED_PRODUCTS: Axes = ((0.1,), (0.0,))
NO_NOISE_PRODUCTS: Axes = ((0.1,), (0.0, 1e-3))
NOISE_ESTIMATED_CELLS: Axes = ((0.1,), (0.0, 1e-3))
NO_NOISE_CELLS: Axes = ((0.3,), (0.0,))
NOISE_ESTIMATED_WAVES: Axes = ((3.0,), (0.0,))
NO_NOISE_WAVES: Axes = ((10.0,), (1e-3,))
SHARES = np.array([1e-5, 1e-4, 1e-3, 1e-2])
TOP_DRIFTS, TOP_PRIOR, TOP_SHARES = (0.0, 1e-4, 1e-3), 0.1, np.array([1e-4, 1e-3])
LABELS_PRIOR = 1.0
ROWS_LEARNT, ROWS_ASKED = 64, 256  # of a block, learnt or asked for: members take turns while it is near
PRODUCTS_FROM = 80  # inputs from which matrix products predict faster than compiled loops


@dataclass
class Bank:
    """The members of one binary subproblem, their mixture, and the layer on top of it.

    That layer is ``top``, ``runs``, and their mixture, ``last``. ``members`` see rows as they are, and so do those
    ``beside`` full ones; ``curves`` and ``products`` do not.
    """

    members: Members
    mixture: Mixture
    beside: Members | None = None
    curves: Members | None = None
    products: Members | None = None
    cells: Cells | None = None
    waves: Waves | None = None
    forest: Forest | None = None
    top: Members | None = None
    runs: Members | None = None
    recent: Recent | None = None
    last: Mixture | None = None

    @classmethod
    def new(cls, inputs: int, known: Known, *, full: bool, sparse: bool, linear: bool, runs: bool) -> Bank:
        """Return a bank of all members that has learnt nothing; see `effort` for one of fewer."""
        members = Members.of_table(of_rows(known), inputs, full=full)
        return cls.around(members, known, None if linear else curve_table(known), sparse=sparse, runs=runs)

    @classmethod
    def around(cls, members: Members, known: Known, curves: Table | None, *, sparse: bool, runs: bool) -> Bank:
        """Return a bank that has learnt nothing, with these members that see rows as they are, and curves of a table.

        The last input is the intercept's, not stored in ``sparse`` rows.
        """
        if known.alone:
            return cls(members, Mixture.new(SHARES, 1))
        parts: dict[str, Any] = {}
        inputs, diagonal = members.means.shape[1], members.kind == "diagonal"
        if not diagonal:
            parts["beside"] = Members.of_table(known.table(NOISE_ESTIMATED_DIAGONAL), inputs, full=False)
        if curves is not None:
            parts["curves"] = Members.of_table(curves, curve_inputs(inputs, sparse=sparse), full=False)
        if curves is not None and not diagonal and 2 < inputs <= MOST_MULTIPLIED + 1:
            table = known.table(NOISE_ESTIMATED_PRODUCTS, NO_NOISE_PRODUCTS)
            parts["products"] = Members.of_table(table, product_inputs(inputs), full=False)
        if curves is not None and not diagonal:
            parts |= _that_look_closer(inputs - 1, known)
        experts = len(members) + sum(map(len, parts.values()))
        tops = len(TOP_DRIFTS)
        seen = np.full((tops, experts + SHAPES), TOP_PRIOR)
        seen[:, SHAPES : SHAPES + len(members)] *= len(of_rows(known)[0]) / len(members)  # few count as much as all
        grid = np.tile(known.noises, (tops, 1))
        parts["top"] = Members.new(np.array(TOP_DRIFTS), seen, grid, full=True)
        if runs:
            seen = np.hstack([seen, np.full((tops, len(LABEL_KEEPS)), LABELS_PRIOR)])
            parts["runs"] = Members.new(np.array(TOP_DRIFTS), seen, grid.copy(), full=True)
            parts["recent"] = Recent(np.zeros(len(LABEL_KEEPS)))
        last = Mixture.new(TOP_SHARES, (2 if runs else 1) * tops + 1)
        return cls(members, Mixture.new(SHARES, experts), last=last, **parts)

    def copy(self) -> Bank:
        """Return a bank that learns on its own."""
        parts: dict[str, Any] = {name: own if own is None else own.copy() for name, own in vars(self).items()}
        return Bank(**parts)

    def near(self) -> Bank:
        """Return the bank with all that it has learnt on this machine, for who only looks at it."""
        return replace(self, members=self.members.near())

    def with_inputs(self, source: np.ndarray, *, sparse: bool) -> Bank:
        """Return a bank whose inputs, but for the intercept's, are those at ``source``; -1 is a new one.

        Products keep to the first features, as many as may be multiplied.
        """
        parts = dict(vars(self.copy()))
        before = self.members.means.shape[1] - 1
        parts["members"] = self.members.with_inputs(source)
        if self.beside is not None:
            parts["beside"] = self.beside.with_inputs(source)
        if self.curves is not None:
            parts["curves"] = self.curves.with_inputs(curve_sources(source, sparse=sparse))
        if self.products is not None:
            parts["products"] = self.products.with_inputs(product_sources(source, before))
        for name in ("cells", "waves", "forest"):
            if parts[name] is not None:
                parts[name] = getattr(self, name).with_inputs(source)
        return Bank(**parts)

    @property
    def nbytes(self) -> int:
        """The size of what is learnt, most of it covariances."""
        return sum(own.nbytes for own in vars(self).values() if isinstance(own, (Members, Forest)))

    def groups(self) -> Iterator[tuple[str, Members | Forest, Any]]:
        """Yield all kinds of members in the order of the mixture: their name, they, and how they see rows."""
        yield "members", self.members, as_it_is
        if self.beside is not None:
            yield "beside", self.beside, as_it_is
        if self.curves is not None:
            yield "curves", self.curves, by_curves
        if self.products is not None:
            yield "products", self.products, by_products
        for name, own in (("cells", self.cells), ("waves", self.waves)):
            if own is not None:
                yield name, own, own.look.see
        if self.forest is not None:
            yield "forest", self.forest, self.forest.see

    def average(self, name: str) -> float:
        """Return the mean of a property of the members, as ``drifts`` or ``noises``, over the mixture."""
        return float(self.mixture.mean() @ np.concatenate([getattr(members, name) for _, members, _ in self.groups()]))

    def mean_weights(self) -> np.ndarray:
        """Return the mean weights over all members that see rows as they are, intercept last."""
        groups = [self.members.means, *([] if self.beside is None else [self.beside.means])]
        return self._shares(sum(map(len, groups))) @ np.concatenate(groups)

    def mean_covariance(self) -> np.ndarray:
        """Return the mean covariance of ``members``, intercept last; or the variances, if that is what they keep."""
        return self.members.mean_covariance(self._shares(len(self.members)))

    def table(self) -> pd.DataFrame:
        """Return a table of the members: kind, prior variance, drift, estimate of the noise, and weight."""
        frames = []
        for name, members, view in self.groups():
            kind = name if view is not as_it_is else members.kind
            columns = {"kind": kind, "prior": members.priors[:, 0], "drift": members.drifts, "noise": members.noises}
            frames.append(pd.DataFrame(columns))
        return pd.concat(frames, ignore_index=True).assign(weight=self.mixture.mean())

    def _shares(self, first: int) -> np.ndarray:
        """Return the weights of the first members, as if there were no others."""
        weights = self.mixture.mean()[:first]
        return weights / weights.sum()

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name of part and name."""
        parts = [prefixed(name, own.arrays()) for name, own in vars(self).items() if own is not None]
        return {name: array for own in parts for name, array in own.items()}

    @classmethod
    def of_arrays(cls, name: str, arrays: dict[str, np.ndarray], inputs: int, *, sparse: bool) -> Bank:
        """Return the bank whose `arrays` these are, once they have been checked.

        Which parts there are says what kind of bank it is, and that what else must be there.
        """
        own = {key: part(key, arrays) for key in dict.fromkeys(key.partition(".")[0] for key in arrays)}
        axes = own.get("members", {}).get("spreads", np.zeros(0)).ndim
        full = not sparse and ("beside" in own if "last" in own else axes > 2)
        kind = TiledMembers if axes > 3 else Members
        model_file_checks.check_keys(name, own, _parts(set(own), inputs, full=full))
        sees = {
            "members": inputs,
            "beside": inputs,
            "curves": curve_inputs(inputs, sparse=sparse),
            "products": product_inputs(inputs),
        }
        parts: dict[str, Any] = {
            key: (kind if full and key == "members" else Members).of_arrays(
                f"{name}.{key}", own[key], seen, full=full and key == "members"
            )
            for key, seen in sees.items()
            if key in own
        }
        closer: dict[str, Any] = {"cells": Cells.of_file, "waves": Waves.of_file, "forest": Forest.of_arrays}
        for key, of_file in closer.items():
            if key in own:
                parts[key] = of_file(f"{name}.{key}", own[key], inputs - 1)
        _check_even_priors(name, parts, {"curves", "cells"} | ({"members"} if sparse else set()))
        experts, above = sum(map(len, parts.values())), 1
        if "last" not in own and experts != 1:
            raise Damaged(f"{name} must have a second layer, or one member; got {experts}")
        parts["mixture"] = Mixture.of_arrays(f"{name}.mixture", own["mixture"], experts)
        for key, seen in (("top", experts + SHAPES), ("runs", experts + SHAPES + len(LABEL_KEEPS))):
            if key in own:
                parts[key] = Members.of_arrays(f"{name}.{key}", own[key], seen, full=True)
                above += len(parts[key])
        if "recent" in own:
            parts["recent"] = Recent.of_arrays(f"{name}.recent", own["recent"])
        if "last" in own:
            parts["last"] = Mixture.of_arrays(f"{name}.last", own["last"], above)
        return cls(**parts)

    def check_covariances(self, name: str) -> None:
        """Raise if a full covariance of some members is far from one."""
        for key, own in vars(self).items():
            if isinstance(own, (Members, Forest)):
                own.check_covariances(f"{name}.{key}")

    def learn(self, x: Any, labels: np.ndarray, weights: np.ndarray, watch: BankWatch | None = None) -> np.ndarray:
        """Predict rows and learn them; return the probabilities of +1, observed and clean, of shape (2, rows)."""
        return self._go_over(x, labels, weights, learn=True, watch=watch)

    def predict(self, x: Any) -> np.ndarray:
        """Return the probabilities of +1 of rows that come next, observed and clean."""
        nothing = np.zeros(x.shape[0])
        return self._go_over(x, nothing, nothing, learn=False)

    def is_compiled(self, *, learn: bool) -> bool:
        """Whether members are asked by compiled loops alone: matrix products are faster for many inputs."""
        few = self.members.means.shape[1] < (BLOCK_FROM if learn else PRODUCTS_FROM)
        return self.members.kind == "diagonal" or (self.members.full and few)

    def _go_over(
        self, x: Any, labels: np.ndarray, weights: np.ndarray, *, learn: bool, watch: BankWatch | None = None
    ) -> np.ndarray:
        """Return the probabilities of +1, observed and clean, of rows as they come; they are learnt if they are to."""
        out, dense = np.empty((2, len(labels))), isinstance(x, np.ndarray)
        most = (ROWS_LEARNT if learn else ROWS_ASKED) if dense and self.last is not None else len(labels)
        size, compiled, start = min(most, len(labels)), dense and self.is_compiled(learn=learn), 0
        bound = BoundBank(self, size, compiled=compiled)
        while start < len(labels):
            rows = slice(start, start + int(min(size, self.rows_to_come) if learn else size))
            near = (labels[rows], weights[rows])
            if not compiled:
                bound.take(Predicted.together(self._said(x[rows], *near, learn=learn)))
            elif learn and self.forest is not None and self.forest.make_room(len(near[0])):
                bound = BoundBank(self, size, compiled=True)
            beliefs = None if watch is None else watch.beliefs[:, rows]
            make_calls(bound.calls(x[rows], *near, learn=learn, beliefs=beliefs))
            out[:, rows] = bound.said(len(near[0]))
            if learn and self._notice(x[rows]):
                bound = BoundBank(self, size, compiled=compiled)
            start += len(near[0])
            if watch is not None:
                watch.report(len(near[0]))
        return out

    @property
    def rows_to_come(self) -> float:
        """How many rows there are yet to be seen before all members know at what they look."""
        return min((own.look.rows_to_come for own in (self.cells, self.waves) if own is not None), default=np.inf)

    def _notice(self, x: Any) -> bool:
        """Let members note which features vary; return whether some have begun to look at them."""
        waited = self.rows_to_come < np.inf
        for own in (self.cells, self.waves) if waited else ():
            if own is not None:
                own.look.notice(x)
        return waited and self.rows_to_come == np.inf

    def _said(self, x: Any, labels: np.ndarray, weights: np.ndarray, *, learn: bool) -> list[Predicted]:
        """Return what each kind of members says of rows, which they learn if they are to."""
        asked: list[Callable[[], Predicted]] = []
        for _, members, view in self.groups():
            asked.append(partial(_ask, members, view, x, *((labels, weights) if learn else ())))
        return side_by_side(asked) if self.members.far else [ask() for ask in asked]


def _ask(members: Members | Forest, view: Any, x: Any, *learnt: np.ndarray) -> Predicted:
    """Return what members say of rows, which they learn if labels and weights are given."""
    return members.learn(view(x), *learnt) if learnt else members.predict(view(x))


def _that_look_closer(features: int, known: Known) -> dict[str, Members | Forest]:
    """Return the members that see cells, waves and trees, which know nothing of a given noise or drift."""
    parts: dict[str, Members | Forest] = {}
    parts["cells"] = Cells.of_features(known.table(NOISE_ESTIMATED_CELLS, NO_NOISE_CELLS), features)
    parts["waves"] = Waves.of_features(known.table(NOISE_ESTIMATED_WAVES, NO_NOISE_WAVES), features)
    if known.noise is None and known.drift is None:
        parts["forest"] = Forest.new(features)
    return parts


def of_rows(known: Known) -> Table:
    """Return the table of all members that see rows as they are."""
    return known.table(NOISE_ESTIMATED) if known.alone else known.table(NOISE_ESTIMATED, NO_NOISE)


def curve_table(known: Known) -> Table:
    """Return the table of the members that see rows by curves."""
    return known.table(NOISE_ESTIMATED_CURVES, NO_NOISE_CURVES)


def _check_even_priors(name: str, parts: dict[str, Any], which: set[str]) -> None:
    """Raise if members that see sparse rows have different priors for inputs other than the intercept's."""
    for key in which & set(parts):
        priors = parts[key].priors
        if not np.all(priors[:, :-1] == priors[:, :1]):
            raise Damaged(f"{name}.{key}.priors must be the same for all inputs but the last")


def _parts(found: set[str], inputs: int, *, full: bool) -> set[str]:
    """Return the parts of the bank that is most like one with the parts ``found``; see `Bank.new`."""
    if "last" not in found:
        return {"members", "mixture"}
    multiplied = full and inputs > 2 and "products" in found  # whether there are some was known by the first rows
    return {
        *("members", "mixture", "top", "last"),
        *(("beside",) if full else ()),
        *(("curves",) if "curves" in found else ()),
        *(("products",) if "curves" in found and multiplied else ()),
        *(found & {"cells", "waves", "forest"} if "curves" in found and full else ()),
        *(("runs", "recent") if "runs" in found else ()),
    }
