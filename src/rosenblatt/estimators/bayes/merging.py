"""Two posteriors that learnt other rows, made one: what the rows said adds up, the prior counts once.

    merging.1   of a posterior N(m, C) with prior N(0, V) the rows said  L = C^-1 - V^-1  and  eta = C^-1 m
    merging.2   seen through other means and deviations, z' = N z, they would have said  N L N'  and  N eta
    merging.3   together  C^-1 = V^-1 + L_1 + L_2,   m = C (eta_1 + eta_2)
    merging.4   weights of experts, and of kappa: w ~ w_1 w_2/prior

A diagonal keeps the diagonal of all that, and tiles keep tiles; curves, products, cells and waves are of features as
each has seen them. Trees do not add up: those are kept that have seen more rows, and so are the cells and waves of one
model if those of the other are of other features. All else is exact if the statistics of the features stood still and
posteriors were Gaussian; rows that have drifted out of memory are as far out of it as they were.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from scipy.linalg import LinAlgError, block_diag, cho_factor, cho_solve

from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.feature_scaling import FeatureScaling
from rosenblatt.estimators.bayes.members import Members
from rosenblatt.estimators.bayes.mixture import Mixture
from rosenblatt.estimators.bayes.posteriors import Posteriors
from rosenblatt.estimators.bayes.random_views import RandomView
from rosenblatt.estimators.common.running_scaler import RunningScaler
from rosenblatt.kernels.bank.forest import SEEN
from rosenblatt.kernels.blas_threads import one_blas_thread

LEAST_SHARE = 1e-30  # that is left of a weight

Views = tuple[tuple[np.ndarray, np.ndarray], ...]  # of each model the change of its view, see `change_of_view`
AnyPosteriors = TypeVar("AnyPosteriors", bound=Posteriors)


def merge_feature_scalings(one: FeatureScaling, other: FeatureScaling) -> FeatureScaling:
    """Return the scaling that has seen the rows of both."""
    if one.scaler is not None and other.scaler is not None:
        return replace(one, scaler=merge_scalers(one.scaler, other.scaler))
    if one.numbers is not None and other.numbers is not None and one.sizes is not None and other.sizes is not None:
        numbers = one.numbers + other.numbers
        total = one.numbers * one.sizes + other.numbers * other.sizes
        return replace(
            one, numbers=numbers, sizes=np.divide(total, numbers, out=np.zeros_like(total), where=numbers > 0)
        )
    return one


def merge_scalers(one: RunningScaler, other: RunningScaler) -> RunningScaler:
    """Return the statistics of the rows of both."""
    smaller = np.minimum(one.units, other.units)
    units = np.where(smaller > 0.0, smaller, np.maximum(one.units, other.units))
    means, spreads = [], []
    for scaler in (one, other):
        change = np.divide(units, scaler.units, out=np.ones_like(units), where=scaler.units > 0.0)
        means.append(scaler.mean * change)
        spreads.append(scaler.spread * change**2)
    numbers = one.numbers + other.numbers
    apart = means[1] - means[0]
    part = other.numbers / np.maximum(numbers, 1.0)
    spread = spreads[0] + spreads[1] + apart**2 * one.numbers * part
    return RunningScaler(one.count + other.count, numbers, means[0] + part * apart, spread, units, one.raw * other.raw)


def change_of_view(old: FeatureScaling, new: FeatureScaling) -> tuple[np.ndarray, np.ndarray]:
    """Return the diagonal of N and its last column, but for their last entry: z' = diagonal z + column.  (merging.2)"""
    before, after = old.factor(), new.factor()
    diagonal = np.divide(after, before, out=np.zeros_like(after), where=before > 0.0)
    return diagonal, (old.centre() - new.centre()) * after


def same_views(members: Posteriors) -> Views:
    """Return the changes of view of members that see nothing through means and deviations: none."""
    inputs = members.means.shape[1] - 1
    same = (np.ones(inputs), np.zeros(inputs))
    return same, same


def merge_banks(one: Bank, other: Bank, views: Views) -> Bank:
    """Return the bank that has learnt the rows of both, the other's last; ``views`` are their changes of view."""
    one, other = one.near(), other.near()
    parts: dict[str, Any] = {"recent": deepcopy(other.recent)}
    for name in ("members", "beside", "curves", "products", "top", "runs"):
        both = getattr(one, name), getattr(other, name)
        if both[0] is not None and both[1] is not None:
            parts[name] = _merge_members(both, views if name in ("members", "beside") else same_views(both[0]))
    parts |= _merge_closer(one, other)
    for name in ("mixture", "last"):
        mixtures = getattr(one, name), getattr(other, name)
        if mixtures[0] is not None and mixtures[1] is not None:
            parts[name] = merge_mixtures(*mixtures)
    return Bank(**parts)


def _merge_closer(one: Bank, other: Bank) -> dict[str, Any]:
    """Return the merged members that see cells, waves and trees."""
    longer = max(one, other, key=lambda bank: 0 if bank.forest is None else bank.forest.counts[SEEN])
    parts: dict[str, Any] = {}
    for name in ("cells", "waves", "forest"):
        both = getattr(one, name), getattr(other, name)
        if isinstance(both[0], RandomView) and isinstance(both[1], RandomView) and both[0].look.is_like(both[1].look):
            parts[name] = _merge_members(both, same_views(both[0]))
        elif getattr(longer, name) is not None:
            parts[name] = getattr(longer, name).copy()
    return parts


def _merge_members(both: tuple[Members, Members], views: Views) -> Members:
    merged = merge_posteriors(both, views)
    merged.kappas = product_of_weights(both[0].kappas, both[1].kappas)
    return merged


def merge_posteriors(both: tuple[AnyPosteriors, AnyPosteriors], views: Views) -> AnyPosteriors:
    """Return a copy of the first members with the means and spreads of both.  (merging.3)"""
    merged = deepcopy(both[0])
    work = _merge_diagonal if merged.kind == "diagonal" else _merge_tiles
    with one_blas_thread(merged.spreads.size * merged.spreads.shape[-1]):
        for k in range(len(merged.drifts)):
            merged.means[k], merged.spreads[k] = work(both, views, k)
    return merged


def _merge_tiles(both: tuple[Posteriors, Posteriors], views: Views, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Merge tile by tile; a full covariance is one. The intercept is in the last, and in the view of all."""
    prior, spread = both[0].priors[k], both[0].spreads[k].copy()
    mean, places = np.empty_like(prior), both[0].tiles()
    merged = spread.reshape(len(places), *spread.shape[-2:])
    said = [
        [_said(tile, members.means[k, here], prior[here]) for tile, here in members.tiles_of(k)] for members in both
    ]
    for i, here in enumerate(places):
        size = len(prior[here])
        precision, eta = np.diag(1.0 / prior[here]), np.zeros(size)
        for own, (diagonal, column) in zip(said, views, strict=True):
            block, direction = own[i]
            if i < len(places) - 1:
                last, of_last = own[-1]
                block = np.asarray(block_diag(block, last[-1:, -1:]))
                direction = np.append(direction, of_last[-1])
            block, direction = _seen_anew(block, direction, (diagonal[here], column[here]))
            precision += block[:size, :size]
            eta += direction[:size]
        mean[here], merged[i, :size, :size] = _posterior(precision, eta, prior[here])
    return mean, spread


def _seen_anew(
    said: np.ndarray, direction: np.ndarray, view: tuple[np.ndarray, np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Return N L N' and N eta, of inputs of which the last is the intercept's.  (merging.2)"""
    diagonal, column = view
    change = np.diag(np.append(diagonal, 1.0))
    change[:-1, -1] = column
    return change @ said @ change.T, change @ direction


def _posterior(precision: np.ndarray, eta: np.ndarray, prior: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and covariance.  (merging.3)"""
    try:
        factor = cho_factor(precision, lower=True)
    except (
        LinAlgError
    ):  # noise that widened a posterior can take more than the prior has: what was said is no less than 0
        values, vectors = np.linalg.eigh(precision)
        factor = cho_factor((vectors * np.maximum(values, 1.0 / prior.max())) @ vectors.T, lower=True)
    return cho_solve(factor, eta), cho_solve(factor, np.eye(len(prior)))


def _said(lower: np.ndarray, mean: np.ndarray, prior: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return L and eta of a posterior of which the lower triangle of C is given.  (merging.1)"""
    factor = cho_factor(lower, lower=True)
    return cho_solve(factor, np.eye(len(prior))) - np.diag(1.0 / prior), cho_solve(factor, mean)


def _merge_diagonal(both: tuple[Posteriors, Posteriors], views: Views, k: int) -> tuple[np.ndarray, np.ndarray]:
    prior = both[0].priors[k]
    precision, eta = 1.0 / prior, np.zeros(len(prior))
    for members, (diagonal, column) in zip(both, views, strict=True):
        said = 1.0 / members.spreads[k] - 1.0 / prior
        direction = members.means[k] / members.spreads[k]
        precision += np.append(diagonal**2 * said[:-1] + column**2 * said[-1], said[-1])
        eta += np.append(diagonal * direction[:-1] + column * direction[-1], direction[-1])
    return eta / precision, 1.0 / precision


def merge_mixtures(one: Mixture, other: Mixture) -> Mixture:
    """Return the weights that experts have after the rows of both.  (merging.4)"""
    weights = product_of_weights(one.weights, other.weights)
    return Mixture(one.shares, weights, product_of_weights(one.of_shares, other.of_shares))


def product_of_weights(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the normalised product of weights whose prior is even; no weight is 0 for ever.  (merging.4)"""
    product = np.maximum(one * other, 1e-290)
    product = np.maximum(product / product.sum(axis=-1, keepdims=True), LEAST_SHARE)
    return product / product.sum(axis=-1, keepdims=True)
