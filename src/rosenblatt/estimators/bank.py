"""A bank of Bayesian members that learn the same rows, mixed by how well they predict; one bank for each plane.

    bank-of-members.1   members: priors x drifts, see `rosenblatt.kernels.bank`; each finds its own noise
    bank-of-members.2   their probabilities are mixed, see `rosenblatt.kernels.mixture`
    bank-of-members.3   a second layer: small Bayesian learners whose inputs are 1, the mixed field and the fields of
                        all members, and which start from the mixed field itself; they correct what the mixture gets
                        wrong all the time, its calibration among it, and are mixed with the mixture
    bank-of-members.4   half of them also see the last label and two running means of labels: in many streams labels
                        come in runs

Everything is predicted before it is learnt. A prediction is for the next row: the drift of one row is in it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np
from scipy.linalg.blas import dsymm  # pyright: ignore[reportAttributeAccessIssue]

from rosenblatt import gaussian
from rosenblatt.kernels.bank import KAPPAS, bank_kernel
from rosenblatt.kernels.blocked import blocked_member
from rosenblatt.kernels.mixture import follow_labels, mixture_kernel, new_weights

PRIORS = (0.1, 1.0, 10.0, 100.0)
DRIFTS = (0.0, 1e-5, 1e-4, 1e-3, 1e-2)
INTERCEPT = 10.0  # times the prior variance of the weights
SHARES = np.array([1e-5, 1e-4, 1e-3, 1e-2])
TOP_DRIFTS, TOP_PRIOR, TOP_SHARES = (0.0, 1e-4, 1e-3), 0.1, np.array([1e-4, 1e-3])
RUNS, RUNS_PRIOR = np.array([0.0, 0.8, 0.97]), 1.0  # what running means of labels keep at each row
FARTHEST_FIELD = 6.0  # that the second layer sees
BLOCK_FROM = 400  # inputs from which matrix products are faster than one row after the other
ROWS = 64  # of a block: members take turns while it is near


@dataclass
class Members:
    """Members of one kind for one plane: posteriors N(m, C) with priors, drifts, and weights of kappa.

    Attributes
    ----------
    drifts, priors, grid : of the members, shapes (members,), (members, inputs), and where kappa is looked for.
    means, spreads, kappas : (members, inputs), (members, inputs, inputs) or the diagonal of it, (members, kappas).
    stamps : of a diagonal, the row up to which each weight has drifted.
    """

    drifts: np.ndarray
    priors: np.ndarray
    grid: np.ndarray
    means: np.ndarray
    spreads: np.ndarray
    kappas: np.ndarray
    stamps: np.ndarray

    @classmethod
    def new(cls, drifts: np.ndarray, priors: np.ndarray, grid: np.ndarray, *, full: bool) -> Members:
        """Return members that know nothing."""
        spreads = np.stack([np.diag(prior) for prior in priors]) if full else priors.copy()
        kappas = np.full((len(drifts), len(grid)), 1.0 / len(grid))
        stamps = np.zeros((0 if full else len(drifts), priors.shape[1]), dtype=np.int64)
        return cls(drifts, priors, grid, np.zeros_like(priors), spreads, kappas, stamps)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return dict(vars(self))

    @property
    def full(self) -> bool:
        """Whether whole covariances are kept."""
        return self.spreads.ndim == 3

    def copy(self) -> Members:
        """Return a copy that can go its own way."""
        return Members(**{name: value.copy() for name, value in self.arrays().items()})

    def learn(self, x: Any, labels: np.ndarray, weights: np.ndarray, clock: int, offsets: Any = None) -> Predicted:
        """Predict some rows, each after the ones before it have been learnt; ``clock`` is the number of rows before."""
        fields, noises, cleans = np.empty((3, len(self.drifts), len(labels)))
        state = (self.kappas, self.grid, fields, noises, cleans)
        if not isinstance(x, np.ndarray):
            bank_kernel("sparse")(
                *(x.data, x.indices.astype(np.int64), x.indptr.astype(np.int64), labels, weights, clock),
                *(self.drifts, self.priors, self.means, self.spreads, self.stamps, *state),
            )
        elif not self.full:
            self.settle(clock)
            bank_kernel("diagonal")(x, labels, weights, self.drifts, self.priors, self.means, self.spreads, *state)
            self.stamps[:] = clock + len(labels)
        else:
            offsets = np.zeros(len(labels)) if offsets is None else offsets
            self._learn_full(x, offsets, labels, weights, state)
        return Predicted(fields, noises, cleans)

    def _learn_full(
        self, x: np.ndarray, offsets: np.ndarray, labels: np.ndarray, weights: np.ndarray, state: tuple[Any, ...]
    ) -> None:
        if x.shape[1] < BLOCK_FROM:
            head = (x, offsets, labels, weights, self.drifts, self.priors, self.means, self.spreads)
            bank_kernel("full")(*head, *state)
            return
        kappas, grid, fields, noises, cleans = state
        for k, drift in enumerate(self.drifts.tolist()):
            head = (x, offsets, labels, weights, drift, self.priors[k], self.means[k], self.spreads[k])
            blocked_member(*head, kappas[k], grid, fields[k], noises[k], cleans[k])

    def settled(self, clock: int) -> tuple[np.ndarray, np.ndarray]:
        """Return means and spreads, of a diagonal with the drift of weights that have not been met for some rows."""
        if self.full or not (self.stamps < clock).any():
            return self.means, self.spreads
        kept = (1.0 - self.drifts[:, None]) ** (clock - self.stamps)
        return self.means * kept, self.spreads + (1.0 - kept**2) * (self.priors - self.spreads)

    def settle(self, clock: int) -> None:
        """Let all weights of a diagonal drift up to a row."""
        if not self.full:
            self.means, self.spreads = (np.ascontiguousarray(part) for part in self.settled(clock))
            self.stamps[:] = clock

    def predict(self, x: Any, clock: int, offsets: Any = 0.0) -> Predicted:
        """Return the fields of rows that come next, and what is known of the noise."""
        means, spreads = self.settled(clock)
        keep = 1.0 - self.drifts[:, None]
        h = offsets + keep * np.asarray((x @ means.T).T)
        squared = x**2 if isinstance(x, np.ndarray) else x.power(2)
        if self.full:
            learnt = np.stack([np.einsum("ij,ji->i", x, dsymm(1.0, c.T, x.T, lower=0)) for c in spreads])
        else:
            learnt = np.asarray((squared @ spreads.T).T)
        variance = keep**2 * learnt + (1.0 - keep**2) * np.asarray((squared @ self.priors.T).T)
        fields = h / np.sqrt(1.0 + np.maximum(variance, 0.0))
        noises = np.broadcast_to((self.kappas @ self.grid)[:, None], fields.shape)
        return Predicted(fields, noises, gaussian.cdf(fields))


@dataclass
class Predicted:
    """What members say of rows, (members, rows): fields in units of their spread, the share of flipped labels, and the
    probability of +1 without flips."""

    fields: np.ndarray
    noises: np.ndarray
    clean: np.ndarray

    def observed(self) -> np.ndarray:
        """Return the probability of +1 as it is observed."""
        return self.noises + (1.0 - 2.0 * self.noises) * self.clean


@dataclass
class Mixture:
    """Weights of experts, for several shares; see `rosenblatt.kernels.mixture`."""

    shares: np.ndarray
    weights: np.ndarray
    of_shares: np.ndarray

    @classmethod
    def new(cls, shares: np.ndarray, experts: int) -> Mixture:
        """Return a mixture that knows nothing."""
        return cls(shares, *new_weights(shares, experts))

    def copy(self) -> Mixture:
        """Return a copy that can go its own way."""
        return Mixture(self.shares, self.weights.copy(), self.of_shares.copy())

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return dict(vars(self))

    def mean(self) -> np.ndarray:
        """Return the weights of the experts."""
        return self.of_shares @ self.weights

    def mix(
        self, observed: np.ndarray, others: np.ndarray, labels: np.ndarray | None = None, emphasis: Any = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return mixed probabilities and others; learn the labels, row by row, if there are any."""
        rows = observed.shape[1]
        mixed, others_mixed = np.empty(rows), np.empty((len(others), rows))
        nothing = np.ones(rows)
        state = (self.weights, self.of_shares)
        if labels is None:  # who only asks changes nothing, and may ask of what cannot be changed
            labels, state, learn = nothing, (self.weights.copy(), self.of_shares.copy()), False
        else:
            learn = True
        mixture_kernel()(
            *(observed, np.ascontiguousarray(others), labels, nothing if emphasis is None else emphasis),
            *(self.shares, *state, learn, mixed, others_mixed),
        )
        return mixed, others_mixed


@dataclass
class Recent:
    """Running means of the labels of a plane, +1 and -1, each before the next row."""

    means: np.ndarray

    def copy(self) -> Recent:
        """Return a copy that can go its own way."""
        return Recent(self.means.copy())

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name."""
        return dict(vars(self))

    def look(self, rows: int, labels: np.ndarray | None) -> np.ndarray:
        """Return the means before each row, (rows, means), and learn the labels, if there are any."""
        out = np.empty((rows, len(RUNS)))
        if labels is None:
            out[:] = self.means
        else:
            follow_labels(labels, RUNS, self.means, out)
        return out


@dataclass
class Bank:
    """The members of one plane, their mixture, and the layer on top of it: ``top``, ``runs`` and their mixture."""

    members: Members
    mixture: Mixture
    top: Members | None = None
    runs: Members | None = None
    recent: Recent | None = None
    last: Mixture | None = None

    @classmethod
    def new(
        cls,
        inputs: int,
        drifts: tuple[float, ...],
        priors: tuple[float, ...],
        grid: np.ndarray,
        *,
        full: bool,
        runs: bool = True,
    ) -> Bank:
        """Return a bank that knows nothing; the last input is the intercept's."""
        pairs = np.array([(prior, drift) for prior in priors for drift in drifts])
        variances = np.repeat(pairs[:, :1], inputs, axis=1)
        variances[:, -1] *= INTERCEPT
        members = Members.new(pairs[:, 1].copy(), variances, grid, full=full)
        mixture = Mixture.new(SHARES, len(pairs))
        if len(pairs) == 1:
            return cls(members, mixture)
        tops = len(TOP_DRIFTS)
        seen = np.full((tops, len(pairs) + 2), TOP_PRIOR)
        top = Members.new(np.array(TOP_DRIFTS), seen, grid, full=True)
        if not runs:
            return cls(members, mixture, top, last=Mixture.new(TOP_SHARES, tops + 1))
        recent = np.full((tops, len(RUNS)), RUNS_PRIOR)
        of_runs = Members.new(np.array(TOP_DRIFTS), np.hstack([seen, recent]), grid, full=True)
        last = Mixture.new(TOP_SHARES, 2 * tops + 1)
        return cls(members, mixture, top, of_runs, Recent(np.zeros(len(RUNS))), last)

    def copy(self) -> Bank:
        """Return a copy that can go its own way."""
        parts: dict[str, Any] = {name: part if part is None else part.copy() for name, part in vars(self).items()}
        return Bank(**parts)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name of part and name."""
        parts = {name: part for name, part in vars(self).items() if part is not None}
        return {f"{name}.{key}": value for name, part in parts.items() for key, value in part.arrays().items()}

    @classmethod
    def of_arrays(cls, arrays: dict[str, np.ndarray]) -> Bank:
        """Return the bank whose `arrays` these are."""

        def part(kind: Any, name: str) -> Any:
            found = {key.partition(".")[2]: value for key, value in arrays.items() if key.startswith(f"{name}.")}
            return kind(**found) if found else None

        kinds: dict[str, Any] = {"mixture": Mixture, "last": Mixture, "recent": Recent}
        parts: dict[str, Any] = {f.name: part(kinds.get(f.name, Members), f.name) for f in fields(cls)}
        return cls(**parts)

    def learn(self, x: Any, labels: np.ndarray, weights: np.ndarray, clock: int) -> np.ndarray:
        """Predict rows and learn them; return the probabilities of +1, observed and clean, of shape (2, rows)."""
        out = np.empty((2, len(labels)))
        size = ROWS if self.members.full else len(labels)
        for start in range(0, len(labels), size):
            rows = slice(start, start + size)
            said = self.members.learn(x[rows], labels[rows], weights[rows], clock + start)
            out[:, rows] = self._combine(said, clock + start, labels[rows], weights[rows])
        return out

    def predict(self, x: Any, clock: int) -> np.ndarray:
        """Return the probabilities of +1 of rows that come next, observed and clean."""
        return self._combine(self.members.predict(x, clock), clock)

    def _combine(
        self, said: Predicted, clock: int, labels: np.ndarray | None = None, weights: np.ndarray | None = None
    ) -> np.ndarray:
        if self.top is None or self.last is None:
            return np.concatenate([said.observed(), said.clean])
        fields = np.clip(said.fields, -FARTHEST_FIELD, FARTHEST_FIELD)
        mixed, (clean, field) = self.mixture.mix(said.observed(), np.stack([said.clean, fields]), labels, weights)
        inputs = np.vstack([np.ones_like(field), field, fields]).T.copy()
        above = [_ask(self.top, inputs, clock, field, labels, weights)]
        if self.runs is not None and self.recent is not None:
            recent = self.recent.look(len(field), labels)
            above.append(_ask(self.runs, np.hstack([inputs, recent]), clock, field, labels, weights))
        observed = np.vstack([*(part.observed() for part in above), mixed])
        final, others = self.last.mix(
            observed, np.vstack([*(part.clean for part in above), clean])[None], labels, weights
        )
        return np.stack([final, others[0]])


def _ask(
    members: Members,
    x: np.ndarray,
    clock: int,
    offsets: np.ndarray,
    labels: np.ndarray | None,
    weights: np.ndarray | None,
) -> Predicted:
    """Return what members say of rows, and let them learn the labels if there are any."""
    if labels is None or weights is None:
        return members.predict(x, clock, offsets)
    return members.learn(x, labels, weights, clock, offsets)


@cache
def noise_grid(noise: float | None) -> np.ndarray:
    """Return where kappa is looked for: everywhere, or at the one place where it is known to be."""
    return KAPPAS if noise is None else np.array([float(noise)])
