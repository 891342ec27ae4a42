r"""A few nodes in place of many eigenvalues: Gauss's quadrature for the measure of a spectrum.

    nodes.1   sum_k W_k f(lambda_k) = sum_j V_j f(x_j)   for polynomials f of degree below 2 m, with m nodes x_j
    nodes.2   x_j are the eigenvalues of the tridiagonal matrix that Lanczos's algorithm makes of diag(lambda) and the
              start sqrt(W), and V_j = (first component of the eigenvector)^2 sum_k W_k                 (Golub, Welsch)

What a learning curve needs of a spectrum are sums of functions like exp(-t lambda), which are smooth.
"""

from __future__ import annotations

import numpy as np

EXHAUSTED = 1e-13  # what is left of a vector, over the largest eigenvalue: there are no more nodes to be had


def gauss_nodes(values: np.ndarray, weights: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights that stand for a spectrum; the spectrum itself if it has no more than ``most`` values.

    >>> nodes, weights = gauss_nodes(np.linspace(0.0, 2.0, 1000), np.full(1000, 1e-3), 10)
    >>> len(nodes), bool(np.isclose(weights @ np.exp(-nodes), np.exp(-np.linspace(0.0, 2.0, 1000)).mean(), rtol=1e-14))
    (10, True)
    """
    if len(values) <= most:
        return values, weights
    total, scale = float(weights.sum()), float(values.max())
    basis = [np.sqrt(weights / total)]
    diagonal, beside = [], []
    for _ in range(most):
        vector = values * basis[-1]
        diagonal.append(float(basis[-1] @ vector))
        for _ in range(2):  # orthogonal to all before, twice: else rounding brings nodes back
            for known in basis:
                vector = vector - (known @ vector) * known
        length = float(np.linalg.norm(vector))
        if length <= EXHAUSTED * scale:
            break
        beside.append(length)
        basis.append(vector / length)
    off = np.array(beside[: len(diagonal) - 1])
    nodes, vectors = np.linalg.eigh(np.diag(diagonal) + np.diag(off, 1) + np.diag(off, -1))
    return np.maximum(nodes, 0.0), total * vectors[0] ** 2  # nodes.2
