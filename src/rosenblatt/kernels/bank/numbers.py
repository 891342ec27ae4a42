r"""Bayesian members whose targets are numbers: a posterior over the weights and over the variance of the noise each.

Given the variance s^2 of the noise the weights are N(m, s^2 C); s^2 itself is S/chi^2 with n degrees of freedom. A
member has what those of `members` have: prior variances V, here in units of s^2, and a drift (bank.1, bank.5). The
field of a row x has mean h = m.x and variance s^2 lambda, lambda = x.Cx; the target is y, its sample weight w:

    numbers.1   before each row  n <- n_0 + g (n - n_0),  S <- S n_after/n_before: the noise is forgotten at a rate
                1 - g of its own, its size is not
    numbers.2   y is Student's t with centre h, scale^2 = (S/n)(1 + lambda) and min(n, 1/tail) degrees of freedom
    numbers.3   omega = w (1 + tail)/(1 + tail z^2),  z = (y - h)/scale: noise with heavy tails, of 1/tail degrees of
                freedom, is normal noise whose variance is s^2/omega; tail = 0 is normal noise, omega = w
    numbers.4   m <- m + omega (y - h)/(1 + omega lambda) Cx,   C <- C - omega/(1 + omega lambda) Cx (Cx)'
    numbers.5   n <- n + w,   S <- S + omega (y - h)^2/(1 + omega lambda)

With tail = 0 and no drift this is the posterior of all rows at once, to rounding.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rosenblatt.kernels.bank.block_update import block_kernel
from rosenblatt.kernels.bank.members import CUBE, MATRIX, VECTOR
from rosenblatt.kernels.bank.number_loops import LOOPS, ROWS, writable
from rosenblatt.kernels.bank.sweep import WIDEST
from rosenblatt.kernels.compiler import Slot, inlined, named_tuple_type, pasted, specialise, template

MANY = 1e4  # degrees of freedom from which the ratio of two gamma functions is that of Stirling's series


class NumberMember(NamedTuple):
    """One member: delta, V, m, C or its diagonal; n_0, 1 - g, the tail; n and S, arrays of one number each."""

    drift: float
    prior: np.ndarray
    mean: np.ndarray
    spread: np.ndarray
    start: float
    forgetting: float
    tail: float
    degrees: np.ndarray
    squares: np.ndarray


class NumberStack(NamedTuple):
    """Several members: each array has one more axis than that of a `NumberMember`, the first."""

    drifts: np.ndarray
    priors: np.ndarray
    means: np.ndarray
    spreads: np.ndarray
    starts: np.ndarray
    forgettings: np.ndarray
    tails: np.ndarray
    degrees: np.ndarray
    squares: np.ndarray


class NumbersSaid(NamedTuple):
    """What is said of each row before it is learnt: Student's t, and the logarithm of its density at the target.

    Of a `NumberStack` each array has one more axis, the first.
    """

    centres: np.ndarray
    scales: np.ndarray
    freedoms: np.ndarray
    densities: np.ndarray


@template
def log_gamma_ratio(half):
    """Return ln Gamma(half + 1/2)/Gamma(half)."""
    if half > MANY:
        return 0.5 * math.log(half) - 0.125 / half
    return math.lgamma(half + 0.5) - math.lgamma(half)


@template
def log_student(square, scale, freedom):
    """Return the logarithm of the density of Student's t, ``square`` that of the deviation in units of the scale."""
    half = 0.5 * freedom
    norm = log_gamma_ratio(half) - 0.5 * math.log(math.pi * freedom) - math.log(scale)
    return norm - (half + 0.5) * math.log1p(square / freedom)


@inlined
@template
def learn_number(row, h, total, noise, batch, member, said):
    """Say what is to be said of a row with the mean field h and total = 1 + lambda, and learn the noise.

    Return the factor of Cx in numbers.4, that of Cx (Cx)', and ``noise``, which the loops hand on.
    """
    weight, error = batch.weights[row], batch.labels[row] - h
    before = member.degrees[0]
    degrees = before - member.forgetting * (before - member.start)  # numbers.1
    squares = member.squares[0] * degrees / before
    scale = math.sqrt(squares / degrees * total)
    freedom = degrees if member.tail * degrees < 1.0 else 1.0 / member.tail  # numbers.2
    square = (error / scale) ** 2
    said.centres[row], said.scales[row], said.freedoms[row] = h, scale, freedom
    said.densities[row] = log_student(square, scale, freedom)
    omega = weight * (1.0 + member.tail) / (1.0 + member.tail * square)  # numbers.3
    share = omega / (1.0 + omega * (total - 1.0))
    member.degrees[0] = degrees + weight
    member.squares[0] = squares + share * error * error  # numbers.5
    return share * error, share, noise


@template
def no_noise(member):
    """Return what the loops hand on from row to row: of numbers nothing, for the member keeps it."""
    return 0.0


OF_NUMBERS = {"learn_target": learn_number, "first_noise": no_noise}
learn_member = Slot("learn_member")


@pasted
def number_member_of(stack, k):
    """Return one member of several; its arrays are those of the stack."""
    return NumberMember(
        stack.drifts[k],
        stack.priors[k],
        stack.means[k],
        stack.spreads[k],
        stack.starts[k],
        stack.forgettings[k],
        stack.tails[k],
        stack.degrees[k],
        stack.squares[k],
    )


@pasted
def numbers_said_by(said, k):
    """Return where one member of several writes."""
    return NumbersSaid(said.centres[k], said.scales[k], said.freedoms[k], said.densities[k])


@template
def learn_number_members(batch, stack, said):
    for k in range(stack.drifts.size):
        learn_member(batch, number_member_of(stack, k), numbers_said_by(said, k))


@cache
def number_members_kernel(rows: type, axes: int) -> Any:
    """Return the compiled loop over members that see such rows, whose spreads have so many axes."""
    spreads, numbers = CUBE if axes == 3 else MATRIX, (VECTOR, VECTOR, VECTOR, MATRIX, MATRIX)
    stack = named_tuple_type(NumberStack, VECTOR, MATRIX, MATRIX, spreads, *numbers)
    said, loop = named_tuple_type(NumbersSaid, *[MATRIX] * 4), LOOPS[rows, axes]
    fillings = {"learn_member": loop, **OF_NUMBERS}
    return specialise(learn_number_members, loop.__name__, types.void(ROWS[rows], stack, said), fillings)


@cache
def number_block_kernel() -> Any:
    """Return the kernel with which `block_update.learn_by_blocks` teaches a member numbers."""
    number = types.float64
    member = named_tuple_type(NumberMember, number, MATRIX, MATRIX, CUBE, number, number, number, VECTOR, VECTOR)
    return block_kernel("blocked numbers", member, named_tuple_type(NumbersSaid, *[VECTOR] * 4), OF_NUMBERS)


def learn_numbers(batch: Any, stack: NumberStack, said: NumbersSaid) -> None:
    """Let members learn some rows, with the covariances or diagonals that they have, and fill ``said``."""
    assert stack.spreads.ndim == 2 or stack.means.shape[1] <= WIDEST
    number_members_kernel(type(batch), stack.spreads.ndim)(writable(batch), stack, said)
