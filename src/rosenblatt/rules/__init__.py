"""Online learning rules: one file, one rule.

A rule is written once, as plain functions, and everything else is made from them: the learner that is fitted to data,
the simulator, the learning curve. `kinds` says what there is to subclass; most rules are Hebbian and give only a
modulation. `parts` has what rules are made of, `registry` finds them all.

The contract serves all rules with few loops: a cell has a memory of its own, in which ``respond`` keeps whatever is
global (a gain, a posterior variance, running averages), and shrinking all weights is a gain in that memory, not a pass
over the weights.
"""

from rosenblatt.rules.kinds.from_function import rule
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.registry import register, registered, resolve

__all__ = ["HebbianRule", "Rule", "register", "registered", "resolve", "rule"]
