"""`Scenario`: what is to be learnt, as one object that theory, simulation, plans and papers share."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Protocol

from rosenblatt import checks
from rosenblatt.scenario.channels import Channel, Flips, GaussianNoise, NumberChannel, resolve_channel
from rosenblatt.scenario.inputs import INPUTS, GaussianInputs, Inputs, resolve_inputs
from rosenblatt.scenario.queries import QueryLaw, resolve_queries
from rosenblatt.scenario.teachers import DriftingTeacher, SphericalTeacher, Teacher, resolve_teacher

LAWS = {type(law) for law in INPUTS.values()}
CLEAN = Flips()


@dataclass(frozen=True)
class Start:
    """Where a student starts: R = ``r`` and Q = ``q_norm``, in a direction that is random otherwise.

    ``variance`` is what a rule that keeps one starts with: it defaults to the rule's own, and is refused by others.

    >>> Start(0.3, 0.5, variance=0.2)
    Start(r=0.3, q_norm=0.5, variance=0.2)
    """

    r: float
    q_norm: float = 1.0
    variance: float | None = None

    def __post_init__(self) -> None:
        r, q_norm = checks.moderate("start", self.r), checks.positive("start", self.q_norm, "Q is a squared length.")
        checks.moderate("start", q_norm)
        if self.variance is not None:
            checks.positive("variance of start", self.variance, "It is what is not known of a weight.")
        if r * r > q_norm:
            raise ValueError(f"start must have r^2 <= q_norm; got r = {r!r} and q_norm = {q_norm!r}. Take a smaller r.")

    def __str__(self) -> str:
        """Return the start in words.

        >>> str(Start(0.3, 0.5, 0.2))
        'start R = 0.3, Q = 0.5, variance 0.2'
        """
        kept = "" if self.variance is None else f", variance {self.variance:g}"
        return f"start R = {self.r:g}, Q = {self.q_norm:g}{kept}"


class Learner(Protocol):
    """What a scenario asks of who learns in it: the scenario that is the learner's own.

    ``own_channel`` is a channel that it has been given; the usual one of its kind of ``labels`` if that is None.
    """

    name: ClassVar[str]
    teacher: ClassVar[Teacher]
    inputs: ClassVar[Inputs]
    labels: ClassVar[type[Channel]]

    @property
    def own_channel(self) -> Channel | None: ...
    def accepts(self, channel: Channel) -> bool: ...


@dataclass(frozen=True, init=False)
class Scenario:
    """A teacher, a law of inputs, a channel of labels, a drift, a start, and queries.

    Parameters
    ----------
    teacher, inputs : objects or names; default to the learner's own: for most a spherical teacher, Gaussian inputs.
    channel : an object such as ``rb.Flips(0.1)`` or ``rb.Logistic(2)``, or a name; defaults to labels without noise, of
        the kind that the learner learns.
    drift : the rate per alpha at which the teacher wanders; the same as ``teacher=rb.DriftingTeacher(drift)``.
    start : ``(r0, q0)``, or ``r0`` with q0 = 1, or ``rb.Start(r0, q0, variance)`` for a rule that keeps a variance;
        defaults to a student that knows nothing.
    queries : "orthogonal", or a law of fields such as ``rb.Queries(0.5)``; defaults to inputs as they come.

    >>> Scenario(channel=Flips(0.1), drift=0.5).teacher
    DriftingTeacher(drift=0.5)
    """

    teacher: Teacher
    inputs: Inputs
    channel: Channel
    start: Start | None
    queries: QueryLaw | None
    noise: float = field(repr=False, compare=False)  # of the channel, as one number; NaN if it is not one
    drift: float = field(repr=False, compare=False)  # of the teacher
    left_open: frozenset[str] = field(repr=False)  # what was not given: a learner fills it with its own

    def __init__(
        self,
        *,
        teacher: str | Teacher | None = None,
        inputs: str | Inputs | None = None,
        channel: str | Channel | None = None,
        drift: float | None = None,
        start: Start | float | tuple[float, float] | None = None,
        queries: str | QueryLaw | None = None,
    ) -> None:
        begin = _start(start)
        who = SphericalTeacher() if teacher is None else teacher
        who = who if isinstance(who, Teacher) else resolve_teacher(who)
        who = who if drift is None else _drifting(who, drift)
        law = GaussianInputs() if inputs is None else inputs
        law = law if type(law) in LAWS else resolve_inputs(law)
        said = CLEAN if channel is None else channel
        said = said if isinstance(said, Channel) else resolve_channel(said)
        if queries is not None and said.student_width > 0.0:
            raise ValueError(
                f"queries must be of inputs that the student sees as they are; got {said!r}. Leave one of the two out."
            )
        given = {"teacher": teacher if drift is None else drift, "inputs": inputs, "channel": channel}
        left_open = frozenset(name for name, value in given.items() if value is None)
        asked = None if queries is None else resolve_queries(queries)
        values = (who, law, said, begin, asked, said.level, who.drift, left_open)
        for name, value in zip((f.name for f in fields(self)), values, strict=True):
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        """Return what differs from clean labels of a spherical teacher on Gaussian inputs, in words.

        >>> str(Scenario(channel=Flips(0.1), teacher="binary")), str(Scenario())
        ('noise 0.1, binary teacher', '')
        """
        usual = isinstance(self.channel, (Flips, GaussianNoise))
        words = [f"noise {self.noise:g}" if self.noise else ""] if usual else [repr(self.channel)]
        words += [f"drift {self.drift:g}" if self.drift else ""]
        plain = isinstance(self.teacher, (SphericalTeacher, DriftingTeacher))
        words += ["" if plain else str(self.teacher)]
        words += ["" if isinstance(self.inputs, GaussianInputs) else f"{self.inputs.name} inputs"]
        words += [str(self.start) if self.start else ""]
        words += [str(self.queries) if self.queries else ""]
        return ", ".join(filter(None, words))

    @property
    def missing_for_queries(self) -> str:
        """What a Hebbian student lacks at its start to ask as the scenario says; empty if it lacks nothing."""
        return "" if self.queries is None else self.queries.missing(0.0 if self.start is None else self.start.r)

    def completed(self, learner: Learner, noise: float = 0.0) -> Scenario:
        """Return the scenario with what was left open filled by the learner's own, or raise if the labels differ.

        ``noise`` is that of the labels, if their channel was left open.
        """
        channel = self.channel
        if "channel" in self.left_open:
            given = None if noise else learner.own_channel
            channel = channel_of_noise(learner.labels, noise) if given is None else given
        elif not learner.accepts(channel):
            raise ValueError(
                f"channel must be one that {learner.name!r} can learn from; got {self.channel!r}. "
                "Learners of classes take signs, such as rb.Flips(0.1), those of numbers rb.GaussianNoise(0.1)."
            )
        return Scenario(
            teacher=learner.teacher if "teacher" in self.left_open else self.teacher,
            inputs=learner.inputs if "inputs" in self.left_open else self.inputs,
            channel=channel,
            start=self.start,
            queries=self.queries,
        )


class InScenario:
    """What happens in a scenario, and so has its noise, its teacher and its inputs."""

    scenario: Scenario

    @property
    def noise(self) -> float:
        """The noise of the labels."""
        return self.scenario.noise

    @property
    def teacher(self) -> Teacher:
        """The teacher of the scenario."""
        return self.scenario.teacher

    @property
    def inputs(self) -> Inputs:
        """The inputs of the scenario."""
        return self.scenario.inputs


def resolve_scenario(
    learner: Learner,
    *,
    scenario: Scenario | None = None,
    noise: float = 0.0,
    teacher: str | Teacher | None = None,
    inputs: str | Inputs | None = None,
    channel: str | Channel | None = None,
    drift: float | None = None,
    start: Start | float | tuple[float, float] | None = None,
    queries: str | QueryLaw | None = None,
) -> Scenario:
    """Return the scenario of a learner from an object or from its keywords, which are shorthand for one."""
    keywords: dict[str, Any] = {"teacher": teacher, "inputs": inputs, "channel": channel}
    keywords |= {"drift": drift, "start": start, "queries": queries}
    given = [name for name, value in {**keywords, "noise": noise or None}.items() if value is not None]
    if scenario is not None and given:
        raise TypeError(f"scenario must be given alone; got it with {', '.join(given)}. Put these into the scenario.")
    if noise and channel is not None:
        raise TypeError(
            f"noise must be left out with a channel; got {noise!r} and {channel!r}. Put it into the channel."
        )
    return Scenario(**keywords).completed(learner, noise) if scenario is None else scenario.completed(learner)


def channel_of_noise(kind: type[Channel], noise: float) -> Channel:
    """Return the usual channel of a kind for the keyword ``noise``: flips, or Gaussian noise of that variance.

    >>> channel_of_noise(NumberChannel, 0.1)
    GaussianNoise(variance=0.1)
    """
    if issubclass(kind, NumberChannel):
        return GaussianNoise(checks.not_negative("noise", noise, "It is the variance of the labels."))
    return Flips(noise)


def _drifting(teacher: Teacher, drift: float) -> Teacher:
    """Return the teacher with its drift."""
    drift = checks.not_negative("drift", drift, "It is the rate at which the overlap with the past decays.")
    if type(teacher) is SphericalTeacher:  # one that draws otherwise would be lost
        return DriftingTeacher(drift)
    raise ValueError(f"drift must go with a spherical teacher; got {teacher.name!r}. Leave out one of the two.")


def _start(start: Any) -> Start | None:
    if start is None or isinstance(start, Start):
        return start
    if isinstance(start, (tuple, list)):
        if len(start) != 2:
            raise ValueError(f"start must be (r0, q0) or r0; got {start!r}. Give two numbers.")
        return Start(float(start[0]), float(start[1]))
    return Start(checks.number("start", start))
