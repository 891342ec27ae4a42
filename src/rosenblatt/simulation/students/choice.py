"""Which class of students follows an experiment, by the method that is asked for or by the best there is."""

from __future__ import annotations

from rosenblatt import checks
from rosenblatt.obstacles import nearest
from rosenblatt.scenario import Flips
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.block_chain import BlockChainStudent
from rosenblatt.simulation.students.chain import ChainStudent
from rosenblatt.simulation.students.device import WEIGHT_STEPS, DeviceCovarianceStudent, DeviceStudent, OnDevice
from rosenblatt.simulation.students.events import EventStudent
from rosenblatt.simulation.students.fitted import FittedStudent
from rosenblatt.simulation.students.gram_chain import GramChainStudent
from rosenblatt.simulation.students.mini_batches import BatchChainStudent, BatchVectorStudent
from rosenblatt.simulation.students.momentum import MomentumChainStudent, MomentumVectorStudent
from rosenblatt.simulation.students.query_chain import QueryChainStudent
from rosenblatt.simulation.students.query_vector import QueryEnsembleStudent, QueryVectorStudent
from rosenblatt.simulation.students.shifted_chain import ShiftedChainStudent
from rosenblatt.simulation.students.student import Student
from rosenblatt.simulation.students.vector import VectorStudent
from rosenblatt.simulation.students.vector_rule import VectorRuleStudent

# The fastest first.
STUDENTS: tuple[type[Student], ...] = (
    EventStudent,
    ChainStudent,
    ShiftedChainStudent,
    BlockChainStudent,
    GramChainStudent,
    BatchChainStudent,
    MomentumChainStudent,
    VectorStudent,
    BatchVectorStudent,
    MomentumVectorStudent,
    VectorRuleStudent,
    QueryChainStudent,
    QueryVectorStudent,
    QueryEnsembleStudent,
    FittedStudent,
)
ON_DEVICE: tuple[type[OnDevice], ...] = (DeviceStudent, DeviceCovarianceStudent)
METHODS = ("vector", "chain", "events", "fit")
BACKENDS = ("cpu", "gpu", "auto")

# Events pay per mistake, the chain per example: mistakes must be rare over most of the run.
RARE_AFTER, RARE_NOISE = 100.0, 0.02


def choose_student(method: str | type[Student], experiment: Experiment, last_alpha: float) -> type[Student]:
    """Return the class of students to use, or raise if the method that is asked for cannot follow this experiment.

    A class of students that is not in the list here is asked for by itself.
    """
    if isinstance(method, type):
        obstacle = method.obstacle(experiment)
        if obstacle is not None:
            raise ValueError(
                f"experiment must be one that the {method.method} can follow; got one in which {obstacle.reason}. "
                "Change the rule or the scenario."
            )
        return method
    checks.one_of("method", method, ("auto", *METHODS, OnDevice.method))
    able = able_students(experiment)
    if method == OnDevice.method:
        return _device_student(experiment)
    if method == "auto":
        rare = last_alpha >= RARE_AFTER and _flips(experiment) <= RARE_NOISE
        able = [student for student in able if rare or student is not EventStudent]
    else:
        able = [student for student in able if student.method == method]
    if able:
        return able[0]
    raise ValueError(_cannot(method, experiment))


def choose_on(
    backend: str, method: str | type[Student], experiment: Experiment, last_alpha: float, runs: int
) -> type[Student]:
    """Return the class of students to use on a backend, or raise if it cannot follow this experiment.

    "auto" takes a GPU where vectors would be followed, one is there, and there is enough to do for it.
    """
    checks.one_of("backend", backend, BACKENDS)
    if backend == "gpu":
        if method not in ("auto", "vector", OnDevice.method):
            raise ValueError(
                f"method must be 'vector' with backend='gpu', which follows all weights; got {method!r}. "
                "Leave it out, or use backend='cpu'."
            )
        return _device_student(experiment)
    follow = choose_student(method, experiment, last_alpha)
    able = [student for student in ON_DEVICE if student.obstacle(experiment) is None]
    if backend == "cpu" or follow is not VectorStudent or not able:
        return follow
    enough = runs * last_alpha * experiment.n * experiment.rule.student_size(experiment.n) >= WEIGHT_STEPS
    return able[0] if enough and not OnDevice.missing() else follow


def _device_student(experiment: Experiment) -> type[Student]:
    """Return the students of a GPU, or raise if they cannot follow an experiment."""
    obstacles = [student.obstacle(experiment) for student in ON_DEVICE]
    if None in obstacles:
        return ON_DEVICE[obstacles.index(None)]
    reason = nearest(obstacle for obstacle in obstacles if obstacle is not None)
    raise ValueError(f"backend must be able to follow the experiment; got 'gpu', but {reason}. Use backend='cpu'.")


def able_students(experiment: Experiment) -> list[type[Student]]:
    """Return the classes of students that can follow an experiment, the fastest first."""
    return [student for student in STUDENTS if student.obstacle(experiment) is None]


def _flips(experiment: Experiment) -> float:
    """Return how many labels are flipped; another channel is never without mistakes."""
    return experiment.scenario.noise if isinstance(experiment.scenario.channel, Flips) else 0.5


def _cannot(method: str, experiment: Experiment) -> str:
    """Say what prevents a method, and the best one that works instead."""
    asked = [student for student in STUDENTS if method in ("auto", student.method)]
    reason = nearest(obstacle for student in asked if (obstacle := student.obstacle(experiment)) is not None)
    others = [student.method for student in able_students(experiment)]
    remedy = f"Use method={others[0]!r}" if others else "Change the scenario"
    return f"method must be able to follow the experiment; got {method!r}, but {reason}. {remedy}."
