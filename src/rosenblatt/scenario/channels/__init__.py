"""Channels from the teacher's field to a label, one in each file; `channel` says what they have in common.

====================  =======================================================================================
`flips`               the sign of the field, flipped with a probability
`field_noise`         the sign after noise that grows with the field: flips again
`probit`              the sign after Gaussian noise on the field, and flips
`input_noise`         the sign, where teacher or student see inputs with noise: a probit for the student
`logistic`            +1 with the probability of logistic regression
`fading_flips`        flips that get rarer with the distance from the teacher's plane
`own_channel`         a user's probability of +1
`gaussian_noise`      the field itself, a number, with Gaussian noise
====================  =======================================================================================
"""

from rosenblatt.scenario.channels.channel import Channel, NumberChannel, SignChannel
from rosenblatt.scenario.channels.fading_flips import FadingFlips
from rosenblatt.scenario.channels.field_noise import FieldNoise
from rosenblatt.scenario.channels.flips import Flips
from rosenblatt.scenario.channels.gaussian_noise import GaussianNoise
from rosenblatt.scenario.channels.input_noise import InputNoise
from rosenblatt.scenario.channels.logistic import Logistic
from rosenblatt.scenario.channels.names import CHANNELS, resolve_channel
from rosenblatt.scenario.channels.own_channel import OwnChannel
from rosenblatt.scenario.channels.probit import Probit

__all__ = [
    "CHANNELS",
    "Channel",
    "FadingFlips",
    "FieldNoise",
    "Flips",
    "GaussianNoise",
    "InputNoise",
    "Logistic",
    "NumberChannel",
    "OwnChannel",
    "Probit",
    "SignChannel",
    "resolve_channel",
]
