"""The averages that drive the learning curve of a Hebbian rule, for any modulation.

With h = sqrt(Q) x, rho = cos(theta), gamma = cot(theta), and J = R B + R_perp C as in `chain`:

    averages.1   Z = P(label|x)          = E_y P(label|b = cos(theta) x + sin(theta) y),   D = its slope in cos(theta) x
    averages.2   E[b 1(label)|x]         = cos(theta) x Z + sin^2(theta) D                               (Stein's lemma)
    averages.3   E[c 1(label)|x]         = sin(theta) x Z - sin(theta) cos(theta) D
    averages.4   <F b>, <F c>, <F^2>     = sum over labels of int Dx F {averages.2}, {averages.3}, F Z
    averages.7   a student that sees inputs of variance v: F has h = sqrt(v) length x, b and c are those of unit inputs

Flips with probability kappa have Z = kappa + (1 - 2 kappa) Phi(label gamma x) and sin(theta) D = (1 - 2 kappa) label
phi(gamma x); other channels their own `likelihood`.

For labels that are numbers, label = b + s z, all that matters is a plane: with T = sqrt(1 + s^2), label = T u and
h = (R/T) u + sigma v, sigma^2 = Q - R^2/T^2, u and v unit normals,

    averages.5   E[b|u, v] = u/T + (R s^2/(T^2 sigma)) v,   E[c|u, v] = (R_perp/sigma) v
    averages.6   label - h is proportional to a unit normal p; u and v are p and another one, q, turned

and what bends does so where label - h has some value: kinks are values of that, and panels of p are cut there.

For signs the integral is split at the kinks of F and, because a label that jumps with b has a Z that becomes a step as
theta -> 0, at 2, 5, 10 and 40 widths of that step, for each of the channel's features, but not more densely than Z, a
probability blurred by sin(theta), can vary: 32 Gauss-Legendre nodes a
panel are then exact to rounding if F is constant or linear between its kinks (level 0). A modulation that varies on the
scale of its own field is narrow in x for a long student: from level 1 on there are panels at fields of 1, 3, 10 and 30
too (at such values of label - h, for labels that are numbers), and each further level halves all of them.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numba import types

from rosenblatt.gaussian import LEGENDRE_NODES, LEGENDRE_WEIGHTS, PANEL, REACH, scalar_pdf
from rosenblatt.kernels.compiler import Slot, specialise, template, type_of_numbers
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Channel, NumberChannel, SignChannel

modulation, likelihood = Slot("modulation"), Slot("likelihood")
NUMBER, VECTOR, TABLE = types.float64, types.float64[::1], types.float64[:, ::1]

STEEP = np.array([2.0, 5.0, 10.0, 40.0])  # in widths of a step: beyond the last one it is constant
FEWEST_PANELS = 4  # panels of each normal, for labels that are numbers
FEW_NODES, FEW_WEIGHTS = np.polynomial.legendre.leggauss(20)
BLURRED, WIDEST_GAP = 4.9, 2.0  # deviations of the blur of Z, or fields, in which 32 nodes are enough for any channel
NEGLIGIBLE = 1e-20  # of a node's weight times F, over the largest
NEAR = np.array([1.0, 3.0, 10.0, 30.0])  # fields, or values of label - field


@template
def averages(r, r_perp, alpha, channel, stretch, edges, own, result):
    cosine, sine, length = cosine_sine_length(r, r_perp)
    forces = forces_on_panels(edges, stretch * length, alpha, length * length, own)
    least, least_squared = NEGLIGIBLE * largest(forces, 1), NEGLIGIBLE * largest(forces, 2)
    toward, across, squared = 0.0, 0.0, 0.0
    for k in range(forces.shape[0]):
        x, weight, up, down = forces[k, 0], forces[k, 1], forces[k, 2], forces[k, 3]
        most = abs(up) + abs(down)  # NaN, if one of them is
        if weight * most <= least and weight * most * most <= least_squared:
            continue
        share_up, share_down, slope, _ = likelihood(cosine * x, sine, channel)  # averages.1
        mean = up * share_up + down * share_down
        lean = (up - down) * sine * slope
        toward += weight * (cosine * x * mean + sine * lean)  # averages.2
        across += weight * (sine * x * mean - cosine * lean)  # averages.3
        squared += weight * (up * up * share_up + down * down * share_down)
    result[0], result[1], result[2] = toward, across, squared


@template
def cosine_sine_length(r, r_perp):
    angle = math.atan2(r_perp, r)
    return math.cos(angle), max(math.sin(angle), 1e-300), math.hypot(r, r_perp)


@template
def forces_on_panels(edges, length, alpha, q_norm, own):
    """Return x, its weight, and F of the labels +1 and -1 at each node."""
    nodes = LEGENDRE_NODES.size
    forces = np.zeros(((edges.size - 1) * nodes, 4))
    for panel in range(edges.size - 1):
        half, middle = 0.5 * (edges[panel + 1] - edges[panel]), 0.5 * (edges[panel + 1] + edges[panel])
        if half == 0.0:
            continue
        for k in range(nodes):
            x = middle + half * LEGENDRE_NODES[k]
            at = forces[panel * nodes + k]
            at[0], at[1] = x, half * LEGENDRE_WEIGHTS[k] * scalar_pdf(x)
            at[2], at[3] = (
                modulation(1.0, length * x, alpha, q_norm, own),
                modulation(-1.0, length * x, alpha, q_norm, own),
            )
    return forces


@template
def largest(forces, power):
    """Return the largest weight times a power of |F| that is finite."""
    found = 0.0
    for k in range(forces.shape[0]):
        size = forces[k, 1] * (abs(forces[k, 2]) + abs(forces[k, 3])) ** power
        if found < size < math.inf:
            found = size
    return found


@template
def linear_averages(r, r_perp, alpha, channel, features, stretch, kinks, level, own, result):
    """The same for labels that are numbers, on panels of p and q.  (averages.5, averages.6)"""
    noise = channel[0]
    total = 1.0 + noise
    root = math.sqrt(total)
    spread = math.sqrt(r_perp * r_perp + r * r * noise / total)
    length = r * r + r_perp * r_perp
    lean = r * noise / (total * spread) if spread > 0.0 else 0.0
    across = r_perp / spread if spread > 0.0 else 1.0
    cosine, sine, size = root - r / root, -spread, math.hypot(root - r / root, spread)
    cosine, sine = (cosine / size, sine / size) if size > 0.0 else (1.0, 0.0)
    edges = error_edges(kinks, size, FEWEST_PANELS * 2**level, level)
    half_q = REACH / (FEWEST_PANELS * 2**level)
    sums = np.zeros(3)
    for panel in range(edges.size - 1):
        half, middle = 0.5 * (edges[panel + 1] - edges[panel]), 0.5 * (edges[panel + 1] + edges[panel])
        if half == 0.0:
            continue
        for i in range(FEW_NODES.size):
            p = middle + half * FEW_NODES[i]
            of_p = half * FEW_WEIGHTS[i] * scalar_pdf(p)
            for second in range(FEWEST_PANELS * 2**level):
                for j in range(FEW_NODES.size):
                    q = -REACH + half_q * (2 * second + 1 + FEW_NODES[j])
                    weight = of_p * half_q * FEW_WEIGHTS[j] * scalar_pdf(q)
                    u, v = cosine * p - sine * q, sine * p + cosine * q  # averages.6
                    strength = modulation(root * u, r / root * u + spread * v, alpha, length, own)
                    sums[0] += weight * strength * (u / root + lean * v)
                    sums[1] += weight * strength * across * v
                    sums[2] += weight * strength * strength
    result[0], result[1], result[2] = sums[0], sums[1], sums[2]


@template
def error_edges(kinks, size, parts, level):
    """Return the ends of the panels of p, in order: equal parts, the kinks, and small errors from level 1 on."""
    near = NEAR.size if level > 0 else 0
    edges = np.empty(parts + 1 + kinks.size + 2 * near)
    for k in range(parts + 1):
        edges[k] = REACH * (2.0 * k / parts - 1.0)
    place = parts + 1
    for k in range(kinks.size):
        edges[place] = min(max(kinks[k] / max(size, 1e-300), -REACH), REACH)
        place += 1
    for k in range(near):
        edge = min(NEAR[k] / max(size, 1e-300), REACH)
        edges[place], edges[place + 1] = -edge, edge
        place += 2
    sort_few(edges)
    return edges


@template
def panel_edges(r, r_perp, features, stretch, kinks, level):
    """Return the ends of the panels in x, in order; panels of no width are harmless."""
    cosine, sine, length = cosine_sine_length(r, r_perp)
    length *= stretch
    plain = int(2.0 * REACH / PANEL) + 1
    near = NEAR.size if level > 0 else 0
    steep = plain + 2 * STEEP.size * features.shape[0]
    edges = np.empty(steep + 2 * near + kinks.size)
    for k in range(plain):
        edges[k] = -REACH + PANEL * k
    place = plain
    scale = max(abs(cosine), 1e-300)
    for feature in range(features.shape[0]):
        middle = math.copysign(features[feature, 0] / scale, features[feature, 0] * cosine)
        width = math.hypot(sine, features[feature, 1]) / scale
        for k in range(STEEP.size):
            edges[place] = min(max(middle - STEEP[k] * width, -REACH), REACH)
            edges[place + 1] = min(max(middle + STEEP[k] * width, -REACH), REACH)
            place += 2
    thin_out(edges[:steep], min(BLURRED * sine / scale, WIDEST_GAP))
    for k in range(near):
        edge = min(NEAR[k] / max(length, 1e-300), REACH)
        edges[place], edges[place + 1] = -edge, edge
        place += 2
    for k in range(kinks.size):
        edges[place] = min(max(kinks[k] / max(length, 1e-300), -REACH), REACH)
        place += 1
    sort_few(edges)
    parts = 2 ** max(level - 1, 0)
    finer = np.empty((edges.size - 1) * parts + 1)
    for k in range(edges.size - 1):
        for part in range(parts):
            finer[k * parts + part] = edges[k] + (edges[k + 1] - edges[k]) * part / parts
    finer[-1] = edges[-1]
    return finer


@template
def thin_out(edges, gap):
    """Sort edges and put each that is nearer than ``gap`` to the one before on top of it, all but the last."""
    sort_few(edges)
    for k in range(1, edges.size - 1):
        if edges[k] - edges[k - 1] < gap:
            edges[k] = edges[k - 1]


@template
def sort_few(edges):
    """Sort a few numbers: code of Numba that sorts takes longer to compile than all the rest here."""
    for k in range(1, edges.size):
        edge, place = edges[k], k
        while place > 0 and edges[place - 1] > edge:
            edges[place] = edges[place - 1]
            place -= 1
        edges[place] = edge


# By the kind of labels; a level makes averages in one dimension twice as dear, and those in a plane four times.
LEVELS: dict[type[Channel], int] = {SignChannel: 7, NumberChannel: 4}


def evaluations(rule: HebbianRule, level: int) -> int:
    """Return how often the averages of a rule evaluate its modulation at a level, roughly."""
    kinks = len(rule.kink_fields())
    if issubclass(rule.labels, NumberChannel):
        parts = FEWEST_PANELS * 2**level
        return (parts + kinks + 2 * NEAR.size * (level > 0)) * parts * FEW_NODES.size**2
    panels = int(2.0 * REACH / PANEL) + 2 * (STEEP.size + NEAR.size) + kinks  # for a channel with one feature
    return 2 * panels * 2 ** max(level - 1, 0) * LEGENDRE_NODES.size


def averages_kernel(rule: HebbianRule, channel: Channel) -> Any:
    """Return the compiled averages of a rule in a channel, as the student sees it.

    It is called with (r, r_perp, alpha, channel, features, stretch, kinks, level, own, result), where ``channel`` are
    the numbers of the channel, and writes <F b>, <F c> and <F^2> into ``result``. If a higher ``level`` changes the
    result, it was not right before.
    """
    title, own = f"{rule.kernel_title}_{channel.name}", type_of_numbers(rule.own)
    if issubclass(rule.labels, NumberChannel):
        signature = types.void(NUMBER, NUMBER, NUMBER, VECTOR, TABLE, NUMBER, VECTOR, types.int64, own, VECTOR)
        return specialise(linear_averages, title, signature, {"modulation": rule.full_modulation})
    assert isinstance(channel, SignChannel)
    signature = types.void(NUMBER, NUMBER, NUMBER, VECTOR, NUMBER, VECTOR, own, VECTOR)
    slots = {"modulation": rule.full_modulation, "likelihood": type(channel).likelihood}
    return _on_panels(panel_edges_kernel(), specialise(averages, title, signature, slots))


@cache
def panel_edges_kernel() -> Any:
    """Return the compiled ends of the panels, which are the same function for all rules and channels."""
    signature = VECTOR(NUMBER, NUMBER, TABLE, NUMBER, VECTOR, types.int64)
    return specialise(panel_edges, "signs", signature, {})


def _on_panels(edges_of: Any, kernel: Any) -> Any:
    """Return a kernel of labels that are signs as one call: it takes long to compile, and less without its panels."""

    def averages(r, r_perp, alpha, channel, features, stretch, kinks, level, own, result) -> None:
        kernel(r, r_perp, alpha, channel, stretch, edges_of(r, r_perp, features, stretch, kinks, level), own, result)

    return averages
