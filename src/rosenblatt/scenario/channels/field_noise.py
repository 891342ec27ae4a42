r"""The sign of a field with noise that grows with it.

field_noise.1   label = sgn(b (1 + sigma xi)),  xi ~ N(0, 1): the sign of b, flipped with probability Phi(-1/sigma)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rosenblatt import checks
from rosenblatt.gaussian import scalar_cdf
from rosenblatt.scenario.channels.flips import Flips


@dataclass(frozen=True)
class FieldNoise(Flips):
    """The sign of the field times 1 + ``width`` xi: flips, whatever the field.  (field_noise.1)

    >>> round(FieldNoise(0.5).noise, 6)
    0.02275
    """

    noise: float = field(default=0.0, init=False, repr=False)
    width: float = 1.0
    name = "field-noise"

    def __post_init__(self) -> None:
        width = checks.positive("width", self.width, "It is the deviation of the noise: without it use Flips.")
        object.__setattr__(self, "noise", scalar_cdf(-1.0 / width))
        super().__post_init__()
