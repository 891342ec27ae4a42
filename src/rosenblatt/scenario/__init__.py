"""What is to be learnt: teachers and their priors, laws of inputs, channels of labels, and `Scenario`, all of it.

`teachers` draw the rule, `priors` say what theory knows of its weights, `inputs` and
`correlated_inputs` draw examples, `queries` say which ones a student asks for, `channels` make labels.
"""

from rosenblatt.scenario.channels import (
    CHANNELS,
    Channel,
    FadingFlips,
    FieldNoise,
    Flips,
    GaussianNoise,
    InputNoise,
    Logistic,
    NumberChannel,
    OwnChannel,
    Probit,
    SignChannel,
    resolve_channel,
)
from rosenblatt.scenario.correlated_inputs import Covariance
from rosenblatt.scenario.inputs import (
    INPUTS,
    BinaryInputs,
    BooleanInputs,
    CentredInputs,
    GaussianInputs,
    Inputs,
    NonNegativeInputs,
    ProductInputs,
    ShiftedInputs,
    resolve_inputs,
)
from rosenblatt.scenario.queries import Orthogonal, PairQueries, Queries, QueryDensity, QueryLaw, ShrinkingQueries
from rosenblatt.scenario.scenario import InScenario, Scenario, Start, channel_of_noise, resolve_scenario
from rosenblatt.scenario.teachers import (
    TEACHERS,
    BinaryTeacher,
    DriftingTeacher,
    GaussBernoulli,
    IndependentTeacher,
    SphericalTeacher,
    Teacher,
    Ternary,
    resolve_teacher,
)

__all__ = [
    "CHANNELS",
    "INPUTS",
    "TEACHERS",
    "BinaryInputs",
    "BinaryTeacher",
    "BooleanInputs",
    "CentredInputs",
    "Channel",
    "Covariance",
    "DriftingTeacher",
    "FadingFlips",
    "FieldNoise",
    "Flips",
    "GaussBernoulli",
    "GaussianInputs",
    "GaussianNoise",
    "InScenario",
    "IndependentTeacher",
    "InputNoise",
    "Inputs",
    "Logistic",
    "NonNegativeInputs",
    "NumberChannel",
    "Orthogonal",
    "OwnChannel",
    "PairQueries",
    "Probit",
    "ProductInputs",
    "Queries",
    "QueryDensity",
    "QueryLaw",
    "Scenario",
    "ShiftedInputs",
    "ShrinkingQueries",
    "SignChannel",
    "SphericalTeacher",
    "Start",
    "Teacher",
    "Ternary",
    "channel_of_noise",
    "resolve_channel",
    "resolve_inputs",
    "resolve_scenario",
    "resolve_teacher",
]
