r"""A probability as point masses: Gauss's quadrature for its measure on boxes as wide as the blur.

    gauss_boxes.1   on a box, int (1 + P(b))/2 f(b) db = sum_j w_j f(b_j)   for polynomials f of degree below 2 n
    gauss_boxes.2   so < P(omega + s y) >_y, < P y > and < P (y^2 - 1) > are sums over the nodes of the boxes within
                    reach of omega, if these are no wider than WIDEST s: there a normal density is a polynomial to 1e-11
    gauss_boxes.3   the nodes of a box are those of its two halves, compressed; n nodes are the eigenvalues of Jacobi's
                    matrix, made by Stieltjes's procedure                                            (Golub, Welsch)

P may jump, bend or be steep inside a box: nothing need be cut there. (1 + P)/2 is never 0, so that there are n nodes.
"""

from __future__ import annotations

import numpy as np

NODES = 9  # of a box
WIDEST = 2.5  # of a box, in units of the blur: boxes are narrower by less than a factor of 2
FINEST, LEVELS = 768, 9  # boxes of the finest level; each further one has half as many
ALL = sum(FINEST >> level for level in range(LEVELS)) * NODES  # nodes

_GRID, _GRID_WEIGHTS = np.polynomial.legendre.leggauss(2 * NODES)
_LEGENDRE = np.polynomial.legendre.legvander(_GRID, 2 * NODES - 1)
# From values of Legendre's polynomials to those of Lagrange's at the grid: together exact below degree 2 n.
_LAGRANGE = _GRID_WEIGHTS[:, None] * _LEGENDRE * (np.arange(2 * NODES) + 0.5)


def on_grid(places: np.ndarray, masses: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Return masses on Legendre's nodes of each box that integrate polynomials as the given ones do.

    ``places`` in [-1, 1] and ``masses`` are those of all boxes in turn, and ``starts`` where each box begins.
    """
    moments = np.add.reduceat(masses[:, None] * np.polynomial.legendre.legvander(places, 2 * NODES - 1), starts)
    return moments @ _LAGRANGE.T


def compressed(places: np.ndarray, masses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return n nodes and weights for each row of masses.  (gauss_boxes.3)

    >>> nodes, weights = compressed(_GRID[None, :], _GRID_WEIGHTS[None, :])
    >>> bool(np.allclose(nodes[0], np.polynomial.legendre.leggauss(NODES)[0], atol=1e-13))
    True
    """
    total = masses.sum(axis=1)
    before, now, size = np.zeros_like(places), np.ones_like(places), total
    jacobi = np.zeros((len(places), NODES, NODES))
    beside = np.zeros(len(places))
    for k in range(NODES):
        middle = (masses * places * now * now).sum(axis=1) / size
        jacobi[:, k, k] = middle
        before, now = now, (places - middle[:, None]) * now - beside[:, None] * before
        grown = (masses * now * now).sum(axis=1)
        beside, size = grown / size, grown
        if k + 1 < NODES:
            jacobi[:, k, k + 1] = jacobi[:, k + 1, k] = np.sqrt(beside)
    nodes, vectors = np.linalg.eigh(jacobi)
    return nodes, total[:, None] * vectors[:, 0, :] ** 2


def levels_of(places: np.ndarray, masses: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes, in units of half a box from its middle, and weights of all boxes, the finest level first."""
    nodes, weights = compressed(np.broadcast_to(_GRID, (FINEST, 2 * NODES)), on_grid(places, masses, starts))
    found = [(nodes, weights)]
    for _ in range(LEVELS - 1):
        halves = nodes.reshape(-1, 2, NODES) / 2.0 + np.array([[-0.5], [0.5]])
        nodes, weights = compressed(halves.reshape(-1, 2 * NODES), weights.reshape(-1, 2 * NODES))
        found.append((nodes, weights))
    return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])
