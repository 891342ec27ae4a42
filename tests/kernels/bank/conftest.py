"""Rows, and members that know nothing of them yet."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.bank.members import KAPPAS, Batch, Said, Stack

# Drifts, and grids of kappa: members that estimate the noise, that know it, and that assume none.
CASES = [
    (0.0, KAPPAS),
    (1e-3, KAPPAS),
    (0.05, KAPPAS),
    (0.0, np.array([0.0])),
    (0.01, np.array([0.2])),
    (1e-3, np.zeros(5)),
]


@pytest.fixture
def batch(random) -> Batch:
    x = np.column_stack([random.standard_normal((150, 11)), np.ones(150)])
    labels = np.where(x @ random.standard_normal(12) + random.standard_normal(150) > 0.0, 1.0, -1.0)
    return Batch(x, 0.1 * random.standard_normal(150), labels, random.choice([0.5, 1.0, 1.0, 3.0], 150))


@pytest.fixture
def prior(random) -> np.ndarray:
    return random.choice([0.1, 1.0, 50.0], 12)


@pytest.fixture
def new_stack():
    """Members of one prior that know nothing, with the diagonal of their covariance or all of it."""

    def new(prior: np.ndarray, drifts: list[float], grids: np.ndarray, *, full: bool) -> Stack:
        k = len(drifts)
        spread = np.diag(prior) if full else prior
        return Stack(
            drifts=np.array(drifts),
            priors=np.tile(prior, (k, 1)),
            means=np.zeros((k, len(prior))),
            spreads=np.stack([spread] * k),
            kappas=np.full((k, grids.shape[-1]), 1.0 / grids.shape[-1]),
            grids=np.array(np.broadcast_to(grids, (k, grids.shape[-1]))),
        )

    return new


@pytest.fixture
def new_said():
    """Room for what members say of rows; without a number of members, for what one says."""

    def new(*shape: int) -> Said:
        return Said(*np.full((3, *shape), np.nan))

    return new


@pytest.fixture
def check_member():
    """Whether a member and what it said are those of the plain loop; of a covariance only the lower triangle counts."""

    def check(member, said, plain, *, rel: float, abs: float = 1e-13) -> None:
        exact, exactly_said = plain
        lower = np.tril if exact.spread.ndim == 2 else np.asarray
        assert member.mean == pytest.approx(exact.mean, rel=rel, abs=abs)
        assert lower(member.spread) == pytest.approx(lower(exact.spread), rel=rel, abs=abs)
        assert member.kappas == pytest.approx(exact.kappas, rel=10.0 * rel)
        for ours, theirs in zip(said, exactly_said, strict=True):
            assert ours == pytest.approx(theirs, rel=rel, abs=abs)

    return check
