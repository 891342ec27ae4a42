"""Every loop again, written plainly: the definition that the compiled ones are tested against.

Slow, and meant to be read. The chain is in the coordinates (R, Q) of the papers, not in those of
the compiled one. Random numbers come from the same functions in the same order, so that the two
must agree number by number, not only in law.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt import gaussian
from rosenblatt.kernels.inputs import draw_function
from rosenblatt.kernels.labels import label_slots
from rosenblatt.kernels.random import (
    URN,
    chi_square,
    chi_square_law,
    exponential,
    normal,
    uniform,
    uniform_and_sign,
)
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.rules.kinds.covariance import CovarianceRule
from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.rules.kinds.synaptic import IsotropicRule
from rosenblatt.scenario import Channel, Flips, NumberChannel, Scenario


def _label_of(channel: Channel) -> Callable[[float, np.ndarray], float]:
    """Return the function (field, state) -> label of a channel."""
    slots, numbers = label_slots(channel), channel.kernel_numbers
    if "chance" not in slots:
        return lambda field, state: slots["label_of"](field, numbers, state)
    return lambda field, state: 1.0 if uniform(state) < slots["chance"](field, numbers) else -1.0


def learn_rows(rule: CompiledRule, x: np.ndarray, labels: np.ndarray, synapses: np.ndarray, cell: Cell) -> np.ndarray:
    """Learn rows one by one, synapse by synapse; return the field before each.  (compiled.1 to compiled.3)"""
    learn, fields = rule.functions, []
    for row, label in zip(np.asarray(x, dtype=float), labels, strict=True):
        contributions = [learn.project(tuple(synapse), x_i) for synapse, x_i in zip(synapses.T, row, strict=True)]
        sums = tuple(math.fsum(parts) for parts in zip(*contributions, strict=True))
        fields.append(learn.field(sums, cell, *rule.parameters))
        cell.examples += 1
        signal = learn.respond(label, sums, cell, *rule.parameters)
        for i, x_i in enumerate(row):
            synapses[:, i] = learn.absorb(tuple(synapses[:, i]), x_i, signal)
    return np.array(fields)


def learn_covariance_rows(
    rule: CovarianceRule, x: np.ndarray, labels: np.ndarray, synapses: np.ndarray, cell: Cell, weights: np.ndarray
) -> np.ndarray:
    """Learn rows one by one with w and C; return the field before each.  (covariance.1 to covariance.3)"""
    fields, (w, covariance) = [], (synapses[0], synapses[1:])
    for row, label, weight in zip(np.asarray(x, dtype=float), labels.tolist(), weights.tolist(), strict=True):
        inputs = np.append(row, 1.0) if len(w) > len(row) else row  # the intercept's input is always 1
        fields.append(float(w @ inputs))
        cell.examples += 1
        seen = cell.scale * (covariance @ inputs)
        variance = cell.scale * float(seen @ inputs)
        if variance > 0.0:
            step, share = rule.response(label, cell.scale * fields[-1], variance, weight, *rule.parameters)
            w += step * seen
            covariance -= share * np.outer(seen, seen)
    return np.array(fields)


def hebbian_rows(
    rule: HebbianRule, x: np.ndarray, labels: np.ndarray, scale: float, weights: np.ndarray | None = None
) -> np.ndarray:
    """Return the weights of a Hebbian student after the rows, by the formula alone.  (hebbian.1)"""
    n = x.shape[1]
    raw, weights = np.zeros(n), np.ones(len(x)) if weights is None else weights
    for seen, (row, label, weight) in enumerate(zip(x, labels, weights, strict=True), start=1):
        raw = _hebbian_step(rule, row, label, raw, scale, seen, weight)
    return scale * raw


def _hebbian_step(
    rule: HebbianRule, x: np.ndarray, label: float, raw: np.ndarray, scale: float, seen: int, weight: float = 1.0
) -> np.ndarray:
    """Return J/scale after one example: in these units sums of signs stay whole, and a tie is a tie."""
    n = len(x)
    strength = rule.full_modulation(label, scale**2 * (raw @ x), seen / n, scale**2 * (raw @ raw) / n, rule.own)
    moved = (1.0 - rule.weight_decay / n) * raw + weight * strength * x
    if rule.normalised and moved.any():
        moved *= math.sqrt(n) / (scale * np.linalg.norm(moved))  # hebbian.3
    return moved


def ensemble(
    rule: HebbianRule,
    steps: int,
    scenario: Scenario,
    teacher: np.ndarray,
    mean: np.ndarray,
    state: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Return weights and teacher after so many examples.  (hebbian.1, channels.5, teachers.2)"""
    n, drift = len(teacher), scenario.drift
    draw, label_of = draw_function(scenario.inputs), _label_of(scenario.channel)
    noisy = scenario.channel.student_width > 0.0
    scale, raw, x = 1.0 / math.sqrt(n), rule.weights(*rule.start(n)) * math.sqrt(n), np.empty(n)
    for seen in range(1, steps + 1):
        draw(state, mean, x)
        label = label_of(scale * float(teacher @ x), state)
        if noisy:
            x += scenario.channel.student_width * np.array([normal(state) for _ in range(n)])
        raw = _hebbian_step(rule, x, label, raw, scale, seen)
        if drift > 0.0:
            wandering = np.array([normal(state) for _ in range(n)])
            teacher = (1.0 - drift / n) * teacher + math.sqrt(2.0 * drift / n) * wandering
            teacher *= math.sqrt(n) / np.linalg.norm(teacher)
    return scale * raw, teacher


def chain(rule: HebbianRule, steps: int, n: int, scenario: Scenario, state: np.ndarray) -> tuple[float, float]:
    """Return R and Q after so many examples, by the papers' chain: h = sqrt(Q) x, b = rho x + sqrt(1-rho^2) y."""
    r, q_norm, law = 0.0, 0.0, chi_square_law(n - 2.0)
    label_of, drift = _label_of(scenario.channel.as_student_sees), scenario.drift
    stretch = math.hypot(1.0, scenario.channel.student_width)
    keep = 1.0 - rule.weight_decay / n
    urn: list[float] = []
    for step in range(steps):
        urn = urn if len(urn) >= 3 else [normal(state) for _ in range(URN)]
        b, c = urn.pop(0), urn.pop(0)
        overlap = max(-1.0, min(1.0, r / math.sqrt(q_norm))) if q_norm > 0.0 else 0.0
        x = overlap * b + math.sqrt(1.0 - overlap**2) * c  # the field of the student, by rotation in the plane
        label = label_of(b, state)
        h = stretch * math.sqrt(q_norm) * x
        strength = rule.full_modulation(label, h, (step + 1) / n, q_norm, rule.own)
        length = b * b + c * c + chi_square(urn.pop(0), state, law) if strength != 0.0 else 0.0  # |S|^2
        r = keep * r + stretch * strength * b / n
        q_norm = keep**2 * q_norm + 2.0 * keep * strength * h / n + (stretch * strength) ** 2 * length / n**2
        if rule.normalised and q_norm > 0.0:
            r, q_norm = r / math.sqrt(q_norm), 1.0
        if drift > 0.0:
            r = _wander(r, q_norm, n, drift, law, state)
    return r, q_norm


def _wander(r: float, q_norm: float, n: int, drift: float, law: tuple[float, float], state: np.ndarray) -> float:
    """Return R after the teacher has moved; Q does not change.  (teachers.2, with B along the first axis)"""
    along, across, rest = normal(state), normal(state), math.sqrt(chi_square(normal(state), state, law))
    start = np.array([math.sqrt(n), 0.0, 0.0])
    moved = (1.0 - drift / n) * start + math.sqrt(2.0 * drift / n) * np.array([along, across, rest])
    student = math.sqrt(n) * np.array([r, math.sqrt(max(q_norm - r * r, 0.0)), 0.0])
    return float(student @ moved) / (math.sqrt(n) * float(np.linalg.norm(moved)))


def linear_shadow(
    rule: HebbianRule, steps: int, n: int, scenario: Scenario, path: np.ndarray, state: np.ndarray
) -> np.ndarray:
    """Return the shadow after so many examples of a student that starts at J = 0.  (linear-shadow.1 to 5)"""
    y, z, law = np.zeros(2), np.zeros(2), chi_square_law(n - 2.0)
    label_of, drift = _label_of(scenario.channel.as_student_sees), scenario.drift
    stretch = math.hypot(1.0, scenario.channel.student_width)
    urn: list[float] = []
    for seen in range(1, steps + 1):
        urn = urn if len(urn) >= 3 else [normal(state) for _ in range(URN)]
        fields = np.array([urn.pop(0), urn.pop(0)])
        label = label_of(float(fields[0]), state)
        strength = rule.full_modulation(label, stretch * float(y @ fields), seen / n, float(y @ y), rule.own)
        _, alpha, r, r_perp, toward, across, squared, *slopes, taken_up = path[path[:, 0] >= seen][0]
        at = np.array([r, r_perp])
        other = stretch * rule.full_modulation(label, stretch * float(at @ fields), alpha, float(at @ at), rule.own)
        e = other * fields - [toward, across] + np.array([0.0, (other**2 - squared) / (2.0 * r_perp)])
        y = (1.0 - rule.weight_decay / n) * y
        if strength != 0.0:
            step = stretch * strength / n
            y = y + step * fields
            y[1] = math.hypot(y[1], step * math.sqrt(chi_square(urn.pop(0), state, law)))
        if rule.normalised:
            e = e - (at @ e) / (at @ at) * at
            y = y / np.linalg.norm(y)
        if drift > 0.0:
            ahead = state.copy()  # the teacher's step draws the same numbers again
            moved = _wander(float(y[0]), float(y @ y), n, drift, law, state)
            _, aside = normal(ahead), normal(ahead)
            y = np.array([moved, math.sqrt(max(float(y @ y) - moved**2, 0.0))])
            e = e + math.sqrt(2.0 * drift) * aside * np.array([r_perp, -r])
        z = z + (np.array(slopes).reshape(2, 2) @ z + taken_up * e) / n
    return z


def shifted_chain(
    rule: HebbianRule, steps: int, n: int, scenario: Scenario, centre: np.ndarray, start: np.ndarray, state: np.ndarray
) -> np.ndarray:
    """Return the student's components after so many examples, as vectors in four dimensions.  (shifted-chain.1 to 5)"""
    student, law = np.append(start[:3], 0.0), chi_square_law(n - 3.0)
    label_of = _label_of(scenario.channel)
    for seen in range(1, steps + 1):
        x = np.array([*centre, 0.0, 0.0]) + np.array([normal(state), normal(state), normal(state), 0.0])
        label = label_of(float(x[0]), state)
        strength = rule.full_modulation(label, float(student @ x), seen / n, float(student @ student), rule.own)
        student = (1.0 - rule.weight_decay / n) * student
        if strength != 0.0:
            x[3] = math.sqrt(chi_square(normal(state), state, law))
            student = student + strength * x / n
            student = np.array([student[0], student[1], math.hypot(student[2], student[3]), 0.0])
            student = student / np.linalg.norm(student) if rule.normalised else student
    return student[:3]


def gram_chain(
    rule: IsotropicRule, steps: int, n: int, scenario: Scenario, centre: np.ndarray, state: np.ndarray
) -> tuple[np.ndarray, Cell]:
    """Return the vectors of a student as a triangle, and its cell, without drift.  (gram-chain.1 to gram-chain.3)"""
    axes = 3 + len(rule.synapse)
    synapses, cell = rule.start(axes, scale=1.0 / math.sqrt(n))
    cell.n = n
    law, label_of = chi_square_law(float(n - axes + 1)), _label_of(scenario.channel.as_student_sees)
    stretch = math.hypot(1.0, scenario.channel.student_width)
    for _ in range(steps):
        x = np.array([*(normal(state) for _ in range(axes - 1)), 0.0])
        x[:2] += centre
        x[-1] = math.sqrt(chi_square(normal(state), state, law))
        learn_rows(rule, stretch * x[None], np.array([label_of(float(x[0]), state)]), synapses, cell)
        triangle = np.linalg.qr(synapses[::-1, 2:].T).R  # from the last vector on, beyond the plane
        triangle *= np.where(np.diag(triangle) < 0.0, -1.0, 1.0)[:, None]
        synapses[::-1, 2:-1], synapses[:, -1] = triangle.T, 0.0
    return synapses, cell


def events(rule: HebbianRule, steps: int, n: int, noise: float, state: np.ndarray) -> tuple[float, float, int]:
    """Return R, Q and the number of mistakes after so many examples, from mistake to mistake."""
    r, q_norm, law, seen, mistakes = 0.0, 0.0, chi_square_law(n - 2.0), 0, 0
    keep = 1.0 - rule.weight_decay / n
    urn: list[float] = []
    while True:
        r_perp = math.sqrt(max(q_norm - r * r, 0.0))
        angle = math.atan2(r_perp, r)
        error = noise + (1.0 - 2.0 * noise) * angle / math.pi
        # P(wait > k) = (1 - error)^k, so the wait is an exponential time rounded up.
        wait = 1 + math.floor(exponential(state) / -math.log1p(-error)) if q_norm > 0.0 else 1
        if seen + wait > steps:
            return r * keep ** (steps - seen), q_norm * keep ** (2 * (steps - seen)), mistakes
        seen += wait
        mistakes += 1
        if q_norm > 0.0:
            radius, (place, s) = math.sqrt(2.0 * exponential(state)), uniform_and_sign(state)
            kept, flipped = (1.0 - noise) * angle / math.pi, noise * (1.0 - angle / math.pi)
            flip = noise > 0.0 and uniform(state) < flipped / (kept + flipped)
            v = angle + (math.pi - angle) * place if flip else angle * place
            b, c, label = s * radius * math.sin(v), -s * radius * math.cos(v), -s if flip else s
        else:
            b, c = normal(state), normal(state)
            label = _label_of(Flips(noise))(b, state)
        r, q_norm, r_perp = (value * keep ** (wait - 1) for value in (r, q_norm * keep ** (wait - 1), r_perp))
        h = r * b + r_perp * c
        strength = rule.full_modulation(label, h, seen / n, q_norm, rule.own)
        urn = urn or [normal(state) for _ in range(URN)]
        length = b * b + c * c + chi_square(urn.pop(0), state, law)
        r = keep * r + strength * b / n
        q_norm = keep**2 * q_norm + 2.0 * keep * strength * h / n + strength**2 * length / n**2
        if rule.normalised:
            r, q_norm = r / math.sqrt(q_norm), 1.0


def averages(rule: HebbianRule, r: float, r_perp: float, alpha: float, channel: Channel) -> Averages:
    """Return <F b>, <F c>, <F^2> for inputs of variance 1.  (averages.1 to averages.4)"""
    if issubclass(rule.labels, NumberChannel):
        return _linear_averages(rule, r, r_perp, alpha, channel.level)
    seen: Any = channel  # whose labels are signs
    angle, length = math.atan2(r_perp, r), math.hypot(r, r_perp)
    cosine, sine = math.cos(angle), math.sin(angle)
    steep = [sign * k * r_perp / abs(r) for k in (2.0, 5.0, 10.0, 40.0) for sign in (-1.0, 1.0)] if r else []
    near = [sign * field / length for field in (1.0, 3.0, 10.0) for sign in (-1.0, 1.0)]
    splits = [*steep, *near, *(kink / length for kink in rule.kink_fields(alpha, length**2))]

    def over_labels(integrand):
        def function(x: np.ndarray) -> np.ndarray:
            total = np.zeros_like(x)
            for label in (-1.0, 1.0):
                up, slope = seen.evidence(cosine * x, sine)
                share, lean = up if label > 0.0 else 1.0 - up, label * sine * slope
                strength = np.array(
                    [rule.full_modulation(label, length * node, alpha, length**2, rule.own) for node in x]
                )
                total += integrand(x, strength, share, lean)
            return total

        return gaussian.average(function, splits)

    return (
        over_labels(lambda x, strength, share, lean: strength * (cosine * x * share + sine * lean)),
        over_labels(lambda x, strength, share, lean: strength * (sine * x * share - cosine * lean)),
        over_labels(lambda x, strength, share, lean: strength**2 * share),
    )


def _linear_averages(rule: HebbianRule, r: float, r_perp: float, alpha: float, noise: float) -> Averages:
    """Return the same for labels that are numbers, over b, c and the noise of the label, each by itself."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(24)
    weights = weights / weights.sum()
    total = np.zeros(3)
    for (b, of_b), (c, of_c), (z, of_z) in itertools.product(zip(nodes, weights, strict=True), repeat=3):
        field = r * b + r_perp * c
        strength = rule.full_modulation(b + math.sqrt(noise) * z, field, alpha, r * r + r_perp * r_perp, rule.own)
        total += of_b * of_c * of_z * strength * np.array([b, c, strength])
    return float(total[0]), float(total[1]), float(total[2])
