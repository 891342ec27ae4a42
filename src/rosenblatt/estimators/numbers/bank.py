"""A bank of Bayesian members that predict numbers, mixed by the density that they gave to each target.

    bank-of-numbers.1   members: priors x drifts x noises, see `rosenblatt.kernels.bank.numbers`. They see a row as it
                        is, with a full covariance if there is room and beside it with a diagonal one; by curves; or,
                        if there are not too many features, by products; or by cells, waves of few features, and trees
                        over the last rows, see `closer`: as the members of the classifier's bank do
    bank-of-numbers.2   what they predict, Student's t each, is mixed as probabilities are, by densities in units of the
                        largest: see `rosenblatt.kernels.bank.mixture`
    bank-of-numbers.3   a second layer: small learners of the same kind. They start from the mixed mean h, and their
                        inputs are the means of all members less h; half of them also see three running means of the
                        errors y - h: in many streams errors come in runs. They are mixed with the mixture.

Everything is predicted before it is learnt. A prediction is for the next row: the drift of one row is in it. Targets
are in units of their own deviation, see `target_units`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import stdtr

from rosenblatt.estimators.bayes.bank import ROWS_ASKED, ROWS_LEARNT
from rosenblatt.estimators.bayes.member_inputs import (
    MOST_MULTIPLIED,
    as_it_is,
    by_curves,
    by_products,
    curve_inputs,
    curve_sources,
    product_inputs,
    product_sources,
)
from rosenblatt.estimators.bayes.mixture import Mixture
from rosenblatt.estimators.bayes.posteriors import LARGEST_MEAN
from rosenblatt.estimators.bayes.random_looks import MOST_WAVING, CellLook, RandomLook, WaveLook
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.estimators.common.model_files import part, prefixed
from rosenblatt.estimators.numbers.closer import LookingNumbers, TreeNumbers
from rosenblatt.estimators.numbers.members import Axes, KnownOfNumbers, Noise, NumberMembers
from rosenblatt.estimators.numbers.student_mixture import StudentMixture
from rosenblatt.kernels.bank.member_inputs import fill_label_means
from rosenblatt.kernels.bank.numbers import NumbersSaid

# Noises are pairs: how fast they are forgotten, and the tail, 1/(degrees of freedom).
NOISES: tuple[Noise, ...] = ((0.0, 0.0), (0.002, 0.25), (0.02, 0.1), (0.1, 0.4))
OF_ROWS: Axes = ((0.1, 3.0, 100.0), (0.0, 1e-4, 1e-2), NOISES)
BESIDE: Axes = ((1.0, 100.0), (0.0, 1e-3), ((0.002, 0.25),))
CURVES: Axes = ((1.0, 100.0), (0.0, 1e-3), ((0.0, 0.0), (0.02, 0.25)))
PRODUCTS: Axes = ((1.0,), (0.0, 1e-3), ((0.002, 0.25),))
CELLS: Axes = ((1.0,), (0.0, 1e-3), ((0.002, 0.25),))
WAVES: Axes = ((10.0, 300.0), (0.0,), ((0.002, 0.25),))
TREES: Axes = ((1.0,), (0.0, 1e-3), ((0.0, 0.0), (0.002, 0.25), (0.02, 0.1)))
TOP: Axes = ((0.1,), (0.0, 1e-3), ((0.002, 0.05), (0.02, 0.25), (0.1, 0.4)))
SHARES = np.array([1e-5, 1e-4, 1e-3, 1e-2])
TOP_SHARES = np.array([1e-4, 1e-3])
ERROR_KEEPS, ERRORS_PRIOR = np.array([0.0, 0.8, 0.97]), 10.0
MISTRUST = 1e-3  # weight of a learner of the second layer before any row, over that of the mixture: few rows mislead it
FARTHEST_APART = 3.0  # that the second layer sees of means and errors, in deviations of the targets


def by_themselves(x: Any) -> Any:
    """Return rows for members that look at them in a way of their own."""
    return x


VIEWS = {"members": as_it_is, "beside": as_it_is, "curves": by_curves, "products": by_products}
VIEWS |= dict.fromkeys(("cells", "waves", "forest"), by_themselves)
LOOKS: dict[str, type[RandomLook]] = {"cells": CellLook, "waves": WaveLook}

Report = Callable[[float], None]  # is told how many rows have been learnt, as they are


def nobody(rows: float) -> None:
    """Be told how many rows have been learnt, and do nothing."""


@dataclass
class Judged:
    """What experts said of rows whose targets are known: the logarithm of the density that they gave to the target,
    (experts, rows), and what is mixed alike, (what, experts, rows): their means and, if asked for, P(at most y)."""

    densities: np.ndarray
    others: np.ndarray

    @classmethod
    def of(cls, said: NumbersSaid, targets: np.ndarray, *, cdf: bool) -> Judged:
        """Return the judgement of what members said."""
        others = [said.centres]
        if cdf:
            others.append(stdtr(said.freedoms, (targets - said.centres) / said.scales))
        return cls(said.densities, np.stack(others))

    @classmethod
    def together(cls, parts: list[Judged]) -> Judged:
        """Return the judgement of several kinds of experts."""
        densities = np.concatenate([part.densities for part in parts])
        return cls(densities, np.concatenate([part.others for part in parts], axis=1))

    def mixed(self, mixture: Mixture, weights: np.ndarray) -> Judged:
        """Return the experts mixed, as one, by a mixture that learns each row.  (bank-of-numbers.2)"""
        best = self.densities.max(axis=0)
        ones = np.ones_like(weights)
        relative, others = mixture.mix(np.exp(self.densities - best), self.others, ones, weights)
        return Judged((np.log(relative) + best)[None], others[:, None])


@dataclass
class NumberBank:
    """The members, their mixture, and the layer on top of it.

    Attributes
    ----------
    groups : members by how they see rows, see `VIEWS`, in the order of the mixture.
    above : the second layer, "top" and "runs"; ``last`` mixes them with the mixture. Without it there is one member.
    errors : running means of the errors of the mixture, before the next row.
    """

    groups: dict[str, NumberMembers]
    mixture: Mixture
    above: dict[str, NumberMembers]
    errors: np.ndarray
    last: Mixture | None = None

    @classmethod
    def new(
        cls, inputs: int, known: KnownOfNumbers, *, full: bool, sparse: bool, linear: bool, runs: bool
    ) -> NumberBank:
        """Return a bank that has learnt nothing; the last input is the intercept's, not stored in ``sparse`` rows."""
        groups = {"members": NumberMembers.of_table(known.table(OF_ROWS), inputs, full=full)}
        if known.alone:
            return cls(groups, Mixture.new(SHARES, 1), {}, np.zeros(len(ERROR_KEEPS)))
        if full:
            groups["beside"] = NumberMembers.of_table(known.table(BESIDE), inputs, full=False)
        if not linear:
            seen = curve_inputs(inputs, sparse=sparse)
            groups["curves"] = NumberMembers.of_table(known.table(CURVES), seen, full=False)
        if not linear and full and 2 < inputs <= MOST_MULTIPLIED + 1:
            groups["products"] = NumberMembers.of_table(known.table(PRODUCTS), product_inputs(inputs), full=False)
        if not linear and full:
            groups |= _that_look_closer(inputs - 1, known)
        experts = sum(map(len, groups.values()))
        table = KnownOfNumbers().table(TOP)
        seen = np.repeat(table[:, :1], experts + 1, axis=1)
        above = {"top": NumberMembers.new(table, seen, full=True)}
        if runs:
            wider = np.insert(seen, [0] * len(ERROR_KEEPS), ERRORS_PRIOR, axis=1)
            above["runs"] = NumberMembers.new(table, wider, full=True)
        last = Mixture.new(TOP_SHARES, len(above) * len(table) + 1)
        last.weights[:, :-1] *= MISTRUST
        last.weights /= last.weights.sum(axis=1, keepdims=True)
        return cls(groups, Mixture.new(SHARES, experts), above, np.zeros(len(ERROR_KEEPS)), last)

    def copy(self) -> NumberBank:
        """Return a bank that learns on its own."""
        groups, above = ({name: own.copy() for name, own in part.items()} for part in (self.groups, self.above))
        last = None if self.last is None else self.last.copy()
        return NumberBank(groups, self.mixture.copy(), above, self.errors.copy(), last)

    @property
    def nbytes(self) -> int:
        """The size of what is learnt, most of it covariances."""
        return sum(own.nbytes for part in (self.groups, self.above) for own in part.values())

    def with_inputs(self, source: np.ndarray, *, sparse: bool) -> NumberBank:
        """Return a bank whose inputs, but for the intercept's, are those at ``source``; -1 is a new one.

        Products keep to the first features, as many as may be multiplied.
        """
        bank, before = self.copy(), self.groups["members"].means.shape[1] - 1
        sources = {"curves": curve_sources(source, sparse=sparse), "products": product_sources(source, before)}
        bank.groups = {name: own.with_inputs(sources.get(name, source)) for name, own in bank.groups.items()}
        return bank

    def average(self, name: str) -> float:
        """Return the mean of a property of the members, as ``drifts`` or ``noises``, over the mixture."""
        return float(self.mixture.mean() @ np.concatenate([getattr(own, name) for own in self.groups.values()]))

    def mean_weights(self) -> np.ndarray:
        """Return the mean weights over all members that see rows as they are, intercept last."""
        means = np.concatenate([own.means for name, own in self.groups.items() if VIEWS[name] is as_it_is])
        weights = self.mixture.mean()[: len(means)]
        return weights / weights.sum() @ means

    def table(self) -> pd.DataFrame:
        """Return a table of the members: kind, prior variance, drift, noise, forgetting, tail, and weight."""
        frames = []
        for name, own in self.groups.items():
            kind = name if VIEWS[name] is not as_it_is else "full" if own.full else "diagonal"
            columns = {"prior": own.priors[:, 0], "drift": own.drifts, "noise": own.noises}
            frames.append(pd.DataFrame({"kind": kind, **columns, "forgetting": own.forgettings, "tail": own.tails}))
        return pd.concat(frames, ignore_index=True).assign(weight=self.mixture.mean())

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name of part and name."""
        parts: dict[str, Any] = {**self.groups, "mixture": self.mixture, **self.above}
        parts |= {} if self.last is None else {"last": self.last}
        named = [prefixed(name, own.arrays()) for name, own in parts.items()]
        return {"errors": self.errors, **{name: array for own in named for name, array in own.items()}}

    @classmethod
    def of_arrays(cls, name: str, arrays: dict[str, np.ndarray], inputs: int, *, sparse: bool) -> NumberBank:
        """Return the bank whose `arrays` these are, once they have been checked.

        Which parts there are says what kind of bank it is, and that what else must be there.
        """
        own = {key: part(key, arrays) for key in dict.fromkeys(key.partition(".")[0] for key in arrays)}
        squares = own.get("members", {}).get("spreads", np.zeros(0)).ndim == 3
        full = not sparse and ("beside" in own if "last" in own else squares)
        model_file_checks.check_keys(name, own, _parts(set(own), inputs, full=full))
        model_file_checks.shape(f"{name}.errors", arrays["errors"], len(ERROR_KEEPS))
        model_file_checks.within(f"{name}.errors", arrays["errors"], -LARGEST_MEAN, LARGEST_MEAN)
        sees = {"curves": curve_inputs(inputs, sparse=sparse), "products": product_inputs(inputs)}
        groups = {
            key: _group_of_arrays(f"{name}.{key}", key, own[key], inputs, sees, full=full)
            for key in VIEWS
            if key in own
        }
        experts = sum(map(len, groups.values()))
        if "last" not in own and experts != 1:
            raise Damaged(f"{name} must have a second layer, or one member; got {experts}")
        mixture = Mixture.of_arrays(f"{name}.mixture", own["mixture"], experts)
        widths = {"top": experts + 1, "runs": experts + 1 + len(ERROR_KEEPS)}
        above = {
            key: NumberMembers.of_arrays(f"{name}.{key}", own[key], width, full=True)
            for key, width in widths.items()
            if key in own
        }
        above_all = sum(map(len, above.values())) + 1
        last = Mixture.of_arrays(f"{name}.last", own["last"], above_all) if "last" in own else None
        return cls(groups, mixture, above, arrays["errors"], last)

    def check_covariances(self, name: str) -> None:
        """Raise if a full covariance of some members is far from one."""
        for key, own in (*self.groups.items(), *self.above.items()):
            own.check_covariances(f"{name}.{key}")

    def in_units(self, ratio: float, shift: float) -> None:
        """See targets in other units from now on, y' = ratio y + shift."""
        for members in self.groups.values():
            members.in_units(ratio, shift, of_weights=ratio)
        for members in self.above.values():  # which learn errors, from means and errors in the same units
            members.in_units(ratio, 0.0, of_weights=1.0)
        self.errors *= ratio

    def learn(
        self, x: Any, targets: np.ndarray, weights: np.ndarray, *, cdf: bool = False, report: Report = nobody
    ) -> Judged:
        """Predict rows and learn them; return the judgement of the whole bank, as one expert."""
        parts = []
        for rows in self._blocks_to_learn(x):
            here, near, weight = x[rows], targets[rows], weights[rows]
            said = [own.learn(VIEWS[name](here), near, weight) for name, own in self.groups.items()]
            judged = Judged.together([Judged.of(own, near, cdf=cdf) for own in said])
            parts.append(self._learn_above(judged, near, weight, cdf=cdf))
            report(float(len(near)))
        return Judged(*(np.concatenate([getattr(part, name) for part in parts], axis=-1) for name in vars(parts[0])))

    def _learn_above(self, judged: Judged, targets: np.ndarray, weights: np.ndarray, *, cdf: bool) -> Judged:
        if self.last is None:
            return judged
        mixed = judged.mixed(self.mixture, weights)
        h = mixed.others[0, 0]
        recent = np.empty((len(h), len(ERROR_KEEPS)))
        fill_label_means(targets - h, ERROR_KEEPS, self.errors, recent)
        seen = self._seen_above(judged.others[0], h, recent)
        above = [own.learn(seen[name], targets, weights, h) for name, own in self.above.items()]
        experts = [*(Judged.of(own, targets, cdf=cdf) for own in above), mixed]
        return Judged.together(experts).mixed(self.last, weights)

    def predict(self, x: Any) -> StudentMixture:
        """Return what the bank says of rows that come next."""
        return StudentMixture.together([self._predict_block(x[rows]) for rows in self._blocks(x, ROWS_ASKED)])

    def _predict_block(self, x: Any) -> StudentMixture:
        said = [own.predict(VIEWS[name](x)) for name, own in self.groups.items()]
        weights = self.mixture.mean()
        if self.last is not None:
            centres = np.concatenate([own.centres for own in said])
            h, of_last = weights @ centres, self.last.mean()
            seen = self._seen_above(centres, h, np.broadcast_to(self.errors, (len(h), len(ERROR_KEEPS))))
            said += [own.predict(seen[name], h) for name, own in self.above.items()]
            weights = np.concatenate([of_last[-1] * weights, of_last[:-1]])
        components = [
            np.concatenate([getattr(own, name) for own in said]) for name in ("centres", "scales", "freedoms")
        ]
        return StudentMixture(np.repeat(weights[:, None], len(components[0][0]), axis=1), *components)

    def _seen_above(self, centres: np.ndarray, h: np.ndarray, recent: np.ndarray) -> dict[str, np.ndarray]:
        """Return what the second layer sees of rows.  (bank-of-numbers.3)"""
        apart = np.clip(centres - h, -FARTHEST_APART, FARTHEST_APART)
        top = np.vstack([apart, np.ones_like(h)]).T.copy()
        return {"top": top, "runs": np.hstack([np.clip(recent, -FARTHEST_APART, FARTHEST_APART), top])}

    def _most_rows(self) -> float:
        """Return how many rows may be learnt in one go."""
        every = [own for part in (self.groups, self.above) for own in part.values()]
        return min(min(own.most_rows, own.rows_to_come) for own in every)

    def _blocks_to_learn(self, x: Any) -> Iterator[slice]:
        """Yield some rows at a time, the next ones after those have been learnt."""
        start = 0
        while start == 0 or start < x.shape[0]:
            rows = slice(start, start + int(min(self._together(x, ROWS_LEARNT), self._most_rows())))
            yield rows
            start = rows.stop

    def _blocks(self, x: Any, size: int) -> Iterator[slice]:
        """Yield some rows at a time, that are asked for."""
        size = self._together(x, size)
        yield from (slice(start, start + size) for start in range(0, max(x.shape[0], 1), size))

    def _together(self, x: Any, size: int) -> int:
        """Return how many rows are taken at a time: sparse ones and those of a single member all at once."""
        return max(x.shape[0], 1) if self.last is None or not isinstance(x, np.ndarray) else size


def _that_look_closer(features: int, known: KnownOfNumbers) -> dict[str, NumberMembers]:
    """Return the members that see cells, waves and trees; trees know nothing of a given drift."""
    tables = {"cells": known.table(CELLS), "waves": known.table(WAVES)}
    groups: dict[str, NumberMembers] = {
        name: LookingNumbers.of_look(table, LOOKS[name].new(features)) for name, table in tables.items()
    }
    if features > MOST_WAVING:
        del groups["waves"]
    if known.drift is None:
        groups["forest"] = TreeNumbers.of_features(known.table(TREES), features)
    return groups


def _group_of_arrays(
    name: str, key: str, arrays: dict[str, np.ndarray], inputs: int, sees: dict[str, int], *, full: bool
) -> NumberMembers:
    """Return some members of a file, once their arrays have been checked."""
    if key in LOOKS:
        return LookingNumbers.of_file(name, arrays, inputs - 1, LOOKS[key])
    if key == "forest":
        return TreeNumbers.of_file(name, arrays, inputs - 1)
    return NumberMembers.of_arrays(name, arrays, sees.get(key, inputs), full=full and key == "members")


def _parts(found: set[str], inputs: int, *, full: bool) -> set[str]:
    """Return the parts of the bank that is most like one with the parts ``found``; see `NumberBank.new`."""
    if "last" not in found:
        return {"members", "mixture", "errors"}
    multiplied = full and inputs > 2 and "products" in found  # whether there are some was known by the first rows
    return {
        *("members", "mixture", "errors", "top", "last"),
        *(("beside",) if full else ()),
        *(("curves",) if "curves" in found else ()),
        *(("products",) if "curves" in found and multiplied else ()),
        *(found & {"cells", "waves", "forest"} if "curves" in found and full else ()),
        *(("runs",) if "runs" in found else ()),
    }
