"""Every loop of the bank again, written plainly: the definition that the compiled ones are tested against.

Slow, and meant to be read. Each function bears the name of the compiled loop; `learn_member` is that of a member with a
full covariance, learnt row by row or by blocks, and of one with a diagonal, dense or sparse.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rosenblatt.gaussian import scalar_cdf
from rosenblatt.kernels.bank.member_inputs import FARTHEST_FEATURE, KNOTS, LAST_KNOT, STEP
from rosenblatt.kernels.bank.members import FARTHEST_MISTAKE, KAPPA_SHARE, ROUNDING, UNLIKELIEST, Batch, Member, Said
from rosenblatt.kernels.bank.mixture import CERTAIN, LONG, SHARE_OF_SHARES
from rosenblatt.rules.parts.evidence import surprise, weighted


class Experts(NamedTuple):
    """What experts say of rows: P_k(+1), (experts, rows), and numbers to be mixed alike, (what, experts, rows)."""

    observed: np.ndarray
    others: np.ndarray


class MixtureWeights(NamedTuple):
    """The shares s, the weights w of the experts for each, (shares, experts), and those of the shares."""

    shares: np.ndarray
    of_experts: np.ndarray
    of_shares: np.ndarray


class Mixed(NamedTuple):
    """The mixed P(+1) of rows, and the mixed other numbers, (what, rows)."""

    observed: np.ndarray
    others: np.ndarray


def learn_member(batch: Batch, member: Member) -> tuple[Member, Said]:
    """Return a member after some rows, and what it said of each before it learnt it.  (bank.1 to bank.5)"""
    drift, prior, mean, spread, kappas, grid = member
    full, keep, said = spread.ndim == 2, 1.0 - drift, []
    covariance = spread if full else np.diag(spread)
    for z, offset, label, weight in zip(batch.x, *(part.tolist() for part in batch[1:]), strict=True):
        kept = np.where(full | (z != 0.0), keep, 1.0)
        mean, covariance = kept * mean, np.outer(kept, kept) * covariance + np.diag((1.0 - kept**2) * prior)  # bank.1
        seen, kappa = covariance @ z, float(kappas @ grid)
        total = 1.0 + float(z @ seen)
        field = (offset + float(mean @ z)) / math.sqrt(total)
        said.append((field, kappa, scalar_cdf(field)))
        g, taken = weighted(*surprise(max(label * field, -FARTHEST_MISTAKE), kappa), weight)  # bank.2
        if full and total - 1.0 <= ROUNDING * float(z @ (prior * z)):  # bank.5
            g, taken = 0.0, 0.0
        mean = mean + label * g / math.sqrt(total) * seen  # bank.3
        covariance = covariance - taken / total * np.outer(seen, seen)
        covariance = covariance if full else np.diag(np.diag(covariance))
        likelihood = grid + (1.0 - 2.0 * grid) * scalar_cdf(label * field)
        kappas = kappas * np.maximum(likelihood**weight, UNLIKELIEST)  # bank.4
        kappas = (1.0 - KAPPA_SHARE) * kappas / kappas.sum() + KAPPA_SHARE / len(grid)
    after = Member(drift, prior, mean, covariance if full else np.diag(covariance), kappas, grid)
    return after, Said(*np.array(said).T)


def mix_rows(experts: Experts, of_experts: np.ndarray, of_shares: np.ndarray) -> Mixed:
    """Return what experts say of rows, mixed.  (mixture.1 and mixture.2)"""
    together = of_shares @ of_experts
    return Mixed(together @ np.clip(experts.observed, CERTAIN, 1.0 - CERTAIN), together @ experts.others)


def mix_and_learn_rows(
    experts: Experts, labels: np.ndarray, sample_weights: np.ndarray, weights: MixtureWeights
) -> tuple[Mixed, MixtureWeights]:
    """Return what experts say of rows, mixed by weights that have learnt the rows before, and the weights after all."""
    shares, of_experts, of_shares = weights
    parts = []
    for row, (label, weight) in enumerate(zip(labels, sample_weights, strict=True)):
        here = Experts(*(part[..., row : row + 1] for part in experts))
        parts.append(mix_rows(here, of_experts, of_shares))
        observed = np.clip(here.observed[:, 0], CERTAIN, 1.0 - CERTAIN)
        likely = observed if label > 0.0 else 1.0 - observed
        of_shares = of_shares * np.maximum((of_experts @ likely) ** weight, UNLIKELIEST)
        of_shares = (1.0 - SHARE_OF_SHARES) * of_shares / of_shares.sum() + SHARE_OF_SHARES / len(shares)  # mixture.2
        of_experts = of_experts * np.maximum(likely**weight, UNLIKELIEST)
        of_experts = of_experts / of_experts.sum(axis=1, keepdims=True)
        of_experts = (1.0 - shares[:, None]) * of_experts + shares[:, None] / of_experts.shape[1]  # mixture.1
    mixed = Mixed(*(np.concatenate(pieces, axis=-1) for pieces in zip(*parts, strict=True)))
    return mixed, MixtureWeights(shares, of_experts, of_shares)


def follow_errors(errors: np.ndarray, mean: float, clock: int) -> float:
    """Return the running mean of errors: the plain mean at first, and then one that forgets a thousandth a row."""
    for row, error in enumerate(errors.tolist()):
        part = 1.0 / min(clock + row + 1, LONG)
        mean = (1.0 - part) * mean + part * error
    return mean


def fill_label_means(labels: np.ndarray, keep: np.ndarray, means: np.ndarray) -> np.ndarray:
    """Return the running means of labels before each row and, as the last row, after all.  (labels.1)"""
    rows = [means]
    for label in labels.tolist():
        rows.append(keep * rows[-1] + (1.0 - keep) * label)
    return np.array(rows)


def fill_hats(z: np.ndarray) -> np.ndarray:
    """Return the hats of rows, all of them, (rows, features x knots).  (curves.1)"""
    knots = STEP * np.arange(KNOTS) - LAST_KNOT
    inside = np.clip(z, -LAST_KNOT, LAST_KNOT)[:, :, None]
    hats = np.maximum(0.0, 1.0 - np.abs(inside - knots) / STEP) * (z != 0.0)[:, :, None]
    return hats.reshape(len(z), -1)


def fill_products(z: np.ndarray) -> np.ndarray:
    """Return products, features and ones.  (products.1)"""
    inside = np.clip(z, -FARTHEST_FEATURE, FARTHEST_FEATURE)
    first, second = np.triu_indices(z.shape[1], 1)
    return np.column_stack([inside[:, first] * inside[:, second], inside, np.ones(len(z))])
