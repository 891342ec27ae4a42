"""Learners of all examples at once, simulated: each alpha is a fit of its own, to a prefix of the run's examples.

fitted.1   a run draws a teacher and alpha_max N examples; what is learnt at alpha are the first alpha N of them
fitted.2   what a fit is on fresh examples is measured on ``FRESH`` N others, or ``FEWEST_FRESH``, drawn for the run
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from rosenblatt.batch.offline_learner import FittedLearner, Rows
from rosenblatt.kernels.blas_threads import blas_limit
from rosenblatt.progress import progress as progress_bar
from rosenblatt.scenario import Scenario
from rosenblatt.scenario.scaled_channels import error_of_fields
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.simulation import Simulation, summary
from rosenblatt.simulation.students.vector import measures_of

METHOD = "fit"
FRESH, FEWEST_FRESH = 10, 1000
MOST_BYTES = 2e10
MOST_MULTIPLICATIONS = 1e17  # of all fits together, if each takes one product of its rows: some days
MEASURES = ("r", "q_norm", "overlap", "disagreement")


def simulate_fitted(
    learner: FittedLearner,
    scenario: Scenario,
    n: int,
    examples: np.ndarray,
    runs: int,
    seed: int,
    threads: int,
    progress: bool | None,
) -> Simulation:
    """Return means and standard errors of fits to so many examples, over the runs."""
    experiment = Experiment(rule=learner, n=n, scenario=scenario, readout=learner.readout().name)
    _check_scenario(learner, scenario)
    times, back = np.unique(examples, return_inverse=True)
    _check_size(learner, n, times, runs, threads)
    seeds, stop = np.random.SeedSequence(seed).spawn(runs), threading.Event()

    with progress_bar(f"{learner.name}, N = {n}", float(runs * times.sum()), progress) as report:

        def one(number: int) -> np.ndarray:
            rows = []
            run = FittedRun(learner, scenario, n, int(times[-1]), seeds[number])
            for time in times.tolist():
                if stop.is_set():
                    break
                rows.append(run.fitted(time))
                report(float(time))
            return np.array(rows)

        with ThreadPoolExecutor(max_workers=min(threads, runs)) as pool, blas_limit().held():
            try:
                measured = np.array(list(pool.map(one, range(runs))))
            finally:
                stop.set()
    names = (*MEASURES, "error", *learner.further_measures)
    samples = dict(zip(names, measured[:, back, :].transpose(2, 0, 1), strict=True))
    frame = summary(n, examples, samples, scenario.inputs)
    return Simulation(**vars(experiment), seed=seed, method=METHOD, frame=frame, samples=samples)


class FittedRun:
    """A teacher, its examples, and fits to them.  (fitted.1)"""

    def __init__(
        self, learner: FittedLearner, scenario: Scenario, n: int, examples: int, seed: np.random.SeedSequence
    ) -> None:
        self.learner, self.scenario, self.n = learner, scenario, n
        learnt, fresh = seed.spawn(2)
        random = np.random.default_rng(learnt)
        self.teacher = scenario.inputs.directed(scenario.teacher.draw(n, random))
        self.mean = scenario.inputs.mean(self.teacher, random)
        self.learnt = self._drawn(examples, random)
        self.fresh = Rows(self.learnt.x[:0], self.learnt.labels[:0])
        if learner.further_measures:
            self.fresh = self._drawn(max(FRESH * n, FEWEST_FRESH), np.random.default_rng(fresh))  # fitted.2

    def _drawn(self, count: int, random: np.random.Generator) -> Rows:
        """Return rows S/sqrt(N) as the student sees them, and their labels."""
        inputs, channel = self.scenario.inputs.draw(self.mean, count, random), self.scenario.channel
        labels = channel.draw(inputs @ self.teacher / np.sqrt(self.n), random)
        if channel.student_width > 0.0:
            inputs = inputs + channel.student_width * random.standard_normal(inputs.shape)
        return Rows(inputs / np.sqrt(self.n), labels)

    def fitted(self, examples: int) -> tuple[float, ...]:
        """Return what is measured of a fit to the first examples."""
        learnt = Rows(self.learnt.x[:examples], self.learnt.labels[:examples])
        weights = self.learner.fit(*learnt) if examples else np.zeros(self.n)
        r, q_norm, overlap, d, *of_fields = measures_of(self.scenario.inputs, weights, self.teacher, self.mean)
        channel = self.scenario.channel
        if of_fields:
            error = error_of_fields(self.learner, channel, d, *of_fields)
        else:
            error = float(self.learner.error(r, q_norm, d, channel))
        further: tuple[float, ...] = (np.nan,) * len(self.learner.further_measures)
        if examples:
            further = self.learner.measure(weights, learnt, self.fresh, channel)
        return (r, q_norm, overlap, d, error, *further)


def _check_scenario(learner: FittedLearner, scenario: Scenario) -> None:
    """Raise if examples do not come from one law and one teacher."""
    for name, value in (("drift", scenario.drift or None), ("start", scenario.start), ("queries", scenario.queries)):
        if value is not None:
            raise ValueError(
                f"{name} must be left out for {learner.name!r}, which sees all examples at once; got {value!r}. "
                "Take a rule that learns example by example."
            )


def _check_size(learner: FittedLearner, n: int, times: np.ndarray, runs: int, threads: int) -> None:
    """Raise if examples do not fit into memory, or nobody would wait for the fits."""
    rows = float(times[-1]) + (max(FRESH * n, FEWEST_FRESH) if learner.further_measures else 0)
    needed = 16.0 * rows * n * min(threads, runs)
    if needed > MOST_BYTES:
        raise ValueError(
            f"n and alpha must be such that all examples fit into memory; got n = {n} and {int(times[-1])} examples, "
            f"some {needed / 1e9:,.0f} GB. Take a smaller n: learning_curve is for n -> infinity."
        )
    work = runs * float(sum(float(time) * n * min(time, n) for time in times.tolist()))
    if work > MOST_MULTIPLICATIONS:
        raise ValueError(
            f"n, alpha and runs must be of a size that can be waited for; got {runs} runs of fits to "
            f"{int(times[-1])} examples of n = {n} weights. Take a smaller n: learning_curve is for n -> infinity."
        )
