"""How much a learner holds, for River's reports."""

from __future__ import annotations

import sys
from typing import Any


def learnt_bytes(learner: Any) -> int:
    """Return the bytes of everything that an estimator has learnt.

    River would follow all references, and from the kernels to which a learner is bound they lead into the compiler.
    """
    size = sys.getsizeof(learner)
    if hasattr(learner, "state_"):
        size += sum(array.nbytes for array in learner.state_.arrays().values())
        size += len(str(learner._columns_for_file()))
    return size
