"""Learning curves of rules one after the other: a switch is a restart where the rule before has led.

rule-sequence.1   R and Q are all there is to know of a Hebbian student: the next rule goes on from there, at that alpha
"""

from __future__ import annotations

from functools import partial

import numpy as np

from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.sequence import RuleSequence
from rosenblatt.rules.parts.readouts import Readout
from rosenblatt.scenario import Scenario
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.hebbian import HebbianTheory, averages_method, order_parameters
from rosenblatt.theory.length_and_angle import Begin
from rosenblatt.theory.registry import theory


@theory
class RuleSequenceTheory(HebbianTheory):
    """One curve after the other."""

    learners = (RuleSequence,)

    def curve(
        self, learner: HebbianRule, scenario: Scenario, alpha: np.ndarray, readout: Readout, *, averages: str = "auto"
    ) -> Curve:
        """Return the curve; ``averages`` as for a single rule."""
        assert isinstance(learner, RuleSequence)
        begin, done, methods, pieces = None, 0.0, [], []
        for rule, end in learner.phases():
            asked = alpha[(alpha > done) & (alpha <= end)]
            if len(asked) == 0 and alpha[-1] <= done:
                break
            last = min(end, float(alpha[-1]))
            times = asked if len(asked) and asked[-1] == last else np.append(asked, last)
            methods.append(averages_method(rule, scenario, averages))
            r, r_perp = order_parameters(rule, times, scenario, methods[-1], begin)
            pieces.append((r[: len(asked)], r_perp[: len(asked)]))
            begin, done = Begin(last, float(r[-1]), float(r_perp[-1])), end  # rule-sequence.1
        r, r_perp = (np.concatenate(parts) for parts in zip(*pieces, strict=True))
        student = readout.read(r, r_perp, scenario.teacher)
        frame = frame_of(alpha, *student, partial(learner.error, channel=scenario.channel))
        return Curve(learner, scenario, readout.name, frame, ", then ".join(methods))
