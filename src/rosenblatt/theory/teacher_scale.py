r"""Averages over one example where the teacher's field has the variance M^, by those of a unit field.

teacher-scale.1   signs: b = sqrt(M^) (unit field), and the label is that of a scaled channel of the unit field
teacher-scale.2   numbers: F(label, h) = F(m label', m h'),  m = sqrt(M^),  h' = h/m:  a modulation of its own
                  if F(m label', m h') = m F(label', h'), as for all that is linear: m times the averages
"""

from __future__ import annotations

import copy
import math

from rosenblatt.rules.kinds.hebbian import Averages, HebbianRule
from rosenblatt.scenario import NumberChannel, Scenario
from rosenblatt.scenario.scaled_channels import scaled_channel
from rosenblatt.theory.hebbian import HebbianTheory, averages_of, declared_averages, quadrature
from rosenblatt.theory.length_and_angle import AveragesOf

PROBES = ((1.0, 0.3), (-0.4, 2.0), (0.7, -1.1), (-2.0, -0.1))  # labels and fields


def averages_obstacle(rule: HebbianRule, scenario: Scenario) -> str:
    """Return why the averages of a rule are not known in a channel; empty if they are."""
    if scenario.channel.student_width > 0.0:
        return f"inputs of the student must have no noise of their own beside a covariance; got {scenario.channel!r}"
    return HebbianTheory().further_obstacle(rule, scenario)


def declares(rule: HebbianRule, scenario: Scenario, m_hat: float) -> bool:
    """Return whether a rule has its averages in closed form for a teacher's field of variance ``m_hat``."""
    return declared_averages(rule, scenario) is not None and (
        m_hat == 1.0 or not _numbers(scenario) or _homogeneous(rule)
    )


def averages_on_fields(rule: HebbianRule, scenario: Scenario, m_hat: float, level: int) -> AveragesOf:
    """Return <F b>, <F c> and <F^2> at (G, s, alpha), where h = G b + s c with unit normals b and c.

    ``level`` says how fine the panels are, if there is no closed form.
    """
    size = math.sqrt(m_hat)
    channel = scaled_channel(scenario.channel, size)
    unit = Scenario(channel=channel)
    if not _numbers(scenario) or m_hat == 1.0:
        return _averages(rule, unit, level)
    if declared_averages(rule, unit) is not None and _homogeneous(rule):
        return _stretched(averages_of(rule, unit), size)
    averages = quadrature(_with_scaled_labels(rule, size), unit, level)
    return lambda r, r_perp, alpha: averages(r / size, r_perp / size, alpha)  # teacher-scale.2


def _numbers(scenario: Scenario) -> bool:
    return isinstance(scenario.channel, NumberChannel)


def _averages(rule: HebbianRule, scenario: Scenario, level: int) -> AveragesOf:
    declared = declared_averages(rule, scenario) is not None
    return averages_of(rule, scenario) if declared else quadrature(rule, scenario, level)


def _homogeneous(rule: HebbianRule) -> bool:
    """Return whether a modulation of numbers grows as its label and its field do."""

    def strength(size: float, label: float, field: float) -> float:
        return rule.full_modulation(size * label, size * field, 1.0, 1.0, rule.own)

    return all(
        math.isclose(strength(size, *place), size * strength(1.0, *place), rel_tol=1e-12, abs_tol=1e-15)
        for size in (0.1, 7.0)
        for place in PROBES
    )


def _stretched(averages: AveragesOf, size: float) -> AveragesOf:
    """Return the averages of a modulation that grows as its label and its field do.  (teacher-scale.2)"""

    def stretched(r: float, r_perp: float, alpha: float) -> Averages:
        toward, across, squared = averages(r / size, r_perp / size, alpha)
        return size * toward, size * across, size * size * squared

    return stretched


def _with_scaled_labels(rule: HebbianRule, size: float) -> HebbianRule:
    """Return a rule whose modulation is that of labels and fields ``size`` times larger; size is its last number."""
    scaled, plain = copy.copy(rule), rule.full_modulation

    def modulation(label, field, alpha, q_norm, own):
        return plain(own[-1] * label, own[-1] * field, alpha, q_norm, own[:-1])

    kinks = tuple(kink / size for kink in rule.kink_fields())
    vars(scaled).update(full_modulation=modulation, own=(*rule.own, size), kink_fields=lambda *context: kinks)
    return scaled
