"""Learners of all examples at once, as students: each alpha is a fit of its own, to a prefix of the run's examples.

fitted.1   a run draws a teacher and examples in blocks, whatever the alphas; what is learnt at alpha are the first
           alpha N of them
fitted.2   what a fit is on fresh examples is measured on ``FRESH`` N others, or ``FEWEST_FRESH``, drawn for the run
"""

from __future__ import annotations

import numpy as np

from rosenblatt.batch.offline_learner import FittedLearner, Rows
from rosenblatt.rules.parts.updates import EachExample, Update
from rosenblatt.scenario import Inputs, Scenario
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import Kernel, Measures, Student
from rosenblatt.simulation.students.vector import measures_of

FRESH, FEWEST_FRESH = 10, 1000
SMALLEST_BLOCK = 64  # examples
PRODUCTS_OF_A_PIECE = 8e10  # multiplications, if a fit takes one product of its rows


class FittedStudent(Student):
    """A teacher, its examples, and fits to them.  (fitted.1)"""

    method = "fit"
    rules = (FittedLearner,)
    inputs = (Inputs,)
    updates = (Update,)
    piece = 2**62  # nothing is learnt before it is measured

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.experiment, scenario, n = experiment, experiment.scenario, experiment.n
        own, learnt, fresh = seed.spawn(3)
        random = np.random.default_rng(own)
        self.teacher = scenario.inputs.directed(scenario.teacher.draw(n, random))
        self.mean = scenario.inputs.mean(self.teacher, random)
        self._source, self._block = np.random.default_rng(learnt), max(n, SMALLEST_BLOCK)
        self._seen, self._drawn = 0, _rows(scenario, self.teacher, self.mean, 0, self._source)
        self.fresh = self._drawn
        if experiment.rule.further_measures:
            self.fresh = _rows(scenario, self.teacher, self.mean, _fresh(n), np.random.default_rng(fresh))
        self._weights = np.zeros(n)

    @classmethod
    def further_names(cls, experiment: Experiment) -> tuple[str, ...]:
        return experiment.rule.further_measures

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        scenario, update = experiment.scenario, experiment.update
        asked = {"a drift": scenario.drift > 0.0, "a start": scenario.start is not None}
        asked[str(update)] = not isinstance(update, EachExample)
        for what, is_asked in asked.items():
            if is_asked:
                return f"{what} is not known for {experiment.rule.name!r}, which sees all examples at once"
        return ""

    @classmethod
    def pieces(cls, experiment: Experiment, examples: int) -> float:
        return float(examples) * experiment.n * min(examples, experiment.n) / PRODUCTS_OF_A_PIECE

    @classmethod
    def bytes_of_a_run(cls, experiment: Experiment, examples: int) -> float:
        fresh = _fresh(experiment.n) if experiment.rule.further_measures else 0
        return 16.0 * (examples + fresh) * experiment.n

    def advance(self, steps: int) -> int:
        """Let so many examples more be learnt; the fit is made when it is measured."""
        self._seen += steps
        missing = self._seen - len(self._drawn.labels)
        if missing > 0:
            world = (self.experiment.scenario, self.teacher, self.mean, self._block, self._source)
            blocks = [self._drawn, *(_rows(*world) for _ in range(-(-missing // self._block)))]
            self._drawn = Rows(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))
        return -1

    def measure(self) -> Measures:
        if self._seen:
            self._weights = self.experiment.rule.fit(*self.learnt)
        return measures_of(self.experiment, self._weights, self.teacher, self.mean)

    def measure_further(self) -> tuple[float, ...]:
        """Return what the learner tells of the last fit; nothing is known of one to no examples."""
        rule, channel = self.experiment.rule, self.experiment.scenario.channel
        if not self._seen:
            return (np.nan,) * len(rule.further_measures)
        return rule.measure(self._weights, self.learnt, self.fresh, channel)

    @property
    def learnt(self) -> Rows:
        """The examples that were learnt."""
        return Rows(self._drawn.x[: self._seen], self._drawn.labels[: self._seen])


def _fresh(n: int) -> int:
    """Return how many fresh examples there are.  (fitted.2)"""
    return max(FRESH * n, FEWEST_FRESH)


def _rows(scenario: Scenario, teacher: np.ndarray, mean: np.ndarray, count: int, random: np.random.Generator) -> Rows:
    """Return rows S/sqrt(N) as the student sees them, and their labels."""
    inputs, channel, scale = scenario.inputs.draw(mean, count, random), scenario.channel, np.sqrt(len(teacher))
    labels = channel.draw(inputs @ teacher / scale, random)
    if channel.student_width > 0.0:
        inputs = inputs + channel.student_width * random.standard_normal(inputs.shape)
    return Rows(inputs / scale, labels)
