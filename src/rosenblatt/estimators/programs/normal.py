r"""The normal law in steps of a program, to 1e-7 of the smaller of both tails.

normal.1   erfc(x) = t exp(-x^2 + p(t)), t = 1/(1 + x/2), x >= 0, p a polynomial of degree 9      (Numerical Recipes)
normal.2   u with Phi(u) = 1/(1 + exp(-log odds)): `rosenblatt.kernels.bank.label_trees.field_of_log_odds`
"""

from __future__ import annotations

import math

from rosenblatt.export.programs import Term
from rosenblatt.gaussian import SQRT_2, SQRT_2PI
from rosenblatt.kernels.bank.label_trees import FARTHEST_SUM

P = (
    *(-1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806),
    *(0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277),
)
FARTHEST = 36.0  # where the tail is 1e-284, of which a logarithm is a number


def lower_tail(size: Term) -> Term:
    """Return Phi(-size), size at least 0."""
    x = size.within(0.0, FARTHEST) / SQRT_2
    t = 1.0 / (1.0 + 0.5 * x)
    exponent = P[-1] * t
    for coefficient in P[-2:0:-1]:
        exponent = (exponent + coefficient) * t
    return 0.5 * t * _exp(exponent + P[0] - x * x)  # normal.1


def cdf(u: Term) -> Term:
    """Return Phi(u)."""
    tail = lower_tail(abs(u))
    return u.program.where(u > 0.0, 1.0 - tail, tail)


def field_of_log_odds(log_odds: Term) -> Term:
    """Return u with Phi(u) = 1/(1 + exp(-log odds)).  (normal.2)"""
    program = log_odds.program
    size = abs(log_odds).within(0.0, FARTHEST_SUM)
    log_rare = -program.call("log", 1.0 + _exp(size))
    near = 5.5556 * (1.0 - _exp(-0.1186 * size))
    far = program.call(
        "sqrt",
        2.0 * size.within(6.0, FARTHEST_SUM) - program.call("log", 4.0 * math.pi * size.within(6.0, FARTHEST_SUM)),
    )
    x = program.where(size > 6.0, far, near)
    for _ in range(2):
        tail = lower_tail(x)
        x = x + tail * (program.call("log", tail) - log_rare) * SQRT_2PI * _exp(0.5 * x * x)
    return program.where(log_odds > 0.0, x, -x)


def _exp(x: Term) -> Term:
    return x.program.call("exp", x)
