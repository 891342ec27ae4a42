"""The learners of streams with River's interface, for its pipelines, metrics and `progressive_val_score`.

    >>> import rosenblatt as rb
    >>> "BayesClassifier" in dir(rb.river)
    True

River itself is imported when one of them is first used; ``pip install 'rosenblatt[river]'`` brings it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rosenblatt.river.classifier import BayesClassifier as BayesClassifier
    from rosenblatt.river.regressor import BayesRegressor as BayesRegressor
else:
    from rosenblatt.lazy_names import lazily

    __all__, __getattr__, __dir__ = lazily(__name__)
