"""River, or one sentence that it is not there."""

from __future__ import annotations

try:
    from river import base as base
except ImportError as problem:
    raise ImportError("rosenblatt.river needs the package river; install rosenblatt[river].") from problem
