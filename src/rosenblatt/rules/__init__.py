"""Online learning rules: one file, one rule.

A rule is written once, as scalar functions (`base`), and everything else is made from them: the
learner that is fitted to data, the simulator, the learning curve. Most rules are Hebbian and give
only a modulation (`hebbian`); `custom` makes one of a user's function.

Where this contract departs from the first sketch (three functions of a synapse, an input and a
signal) it does so to serve all rules with one loop: the cell has a memory of its own, in which
``respond`` keeps whatever is global (a gain, a posterior variance, running averages), and
shrinking all weights is a gain in that memory, not a pass over the weights.
"""

from rosenblatt.rules.base import Rule
from rosenblatt.rules.custom import rule
from rosenblatt.rules.hebbian import HebbianRule
from rosenblatt.rules.registry import register, registered, resolve

__all__ = ["HebbianRule", "Rule", "register", "registered", "resolve", "rule"]
