"""Ten rules at finite N: python -m benchmarks.finite_sizes [--images DIR] prints the tables of docs/finite-size.md.

The first has limits and coefficients of 1/N against theory; the second by what control variates divide the standard
error of the same runs; the third, of docs/rare-students.md, rare students of Hebb's rule against their exact law.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

import numpy as np
from scipy import special, stats

import rosenblatt as rb
from rosenblatt.markdown import table
from rosenblatt.plots import COLOURS, new_figure, picture
from rosenblatt.simulation.students.chain import ChainStudent
from rosenblatt.studies.shadowed_student import ShadowedStudent

# Rules, and what they need.
RULES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hebb", {}),
    ("rosenblatt", {}),
    ("normalised", {}),
    ("margin", {}),
    ("relative-margin", {}),
    ("adatron", {"start": 0.2}),
    ("adaline", {"noise": 0.1}),
    ("optimal-linear", {"noise": 0.1}),
    ("bayes-hebb", {}),
    ("clipped-hebb", {}),
)
SIZES, ALPHA, RUNS = [25, 51, 101, 201, 401, 801], 5.0, 4000
GAIN_SIZES = (10, 30, 100, 1000, 10_000)
EDGES = (0.77, 0.78, 0.8, 0.82, 0.84, 0.86)  # overlaps of Hebb's rule at N = 100, alpha = 10, 10 % of flipped labels


def limits() -> str:
    """Return the table of limits."""
    rows = []
    for rule, how in RULES:
        study = rb.finite_size(rule, alpha=ALPHA, n=SIZES, runs=RUNS, **how)
        row = study.frame.iloc[0]
        rows.append(
            [
                f"`{rule}`" + "".join(f", {name} {value:g}" for name, value in how.items()),
                f"{row['limit']:.5f} ∓ {row['limit_sem']:.5f}",
                f"{row['theory']:.5f}",
                f"{row['z']:.1f}",
                f"{row['slope']:.3f} ∓ {row['slope_sem']:.3f}",
                f"{row['curvature']:.1f}" if row["curvature"] else "",
                f"{row['p_value']:.2f}",
            ]
        )
    return table(["rule", "d, N → ∞", "theory", "z", "c₁", "c₂", "p of χ²"], rows)


def gains() -> str:
    """Return the table of control variates."""
    rows = []
    for rule, how in RULES[:-2]:
        cells = []
        for n in GAIN_SIZES:
            runs = 1000 if n < 10_000 else 100
            found = rb.simulate(rule, n=n, alpha=ALPHA, runs=runs, method=ShadowedStudent, **how)
            plain = found.samples["disagreement"]
            cells.append(f"{np.std(plain) / np.std(plain - found.samples['disagreement_control']):.1f}")
        rows.append([f"`{rule}`", *cells])
    return table(["rule", *(f"N = {n:,}" for n in GAIN_SIZES)], rows)


def hebb_below(overlap: float, n: int, examples: int, noise: float) -> float:
    """Return P(overlap of Hebb's rule < x): N R is a sum of numbers of one known law, R_perp^2 has chi^2's."""
    points, reach = 2**16, 14.0 * math.sqrt(examples)
    low, width = -reach, 2.0 * reach + examples * math.sqrt(2.0 / math.pi)
    k = 2.0 * math.pi * np.fft.fftfreq(points, d=width / points)
    positive = special.wofz(k / math.sqrt(2.0))  # the characteristic function of |b|
    power = ((1.0 - noise) * positive + noise * np.conj(positive)) ** examples
    density = np.fft.fft(power * np.exp(-1j * k * low)).real / points
    below = np.cumsum(density) - 0.5 * density
    squares = np.linspace(stats.chi2.ppf(1e-15, n - 1), stats.chi2.isf(1e-15, n - 1), 4001)
    weights = stats.chi2.pdf(squares, n - 1)
    edges = np.sqrt(examples * squares) * overlap / math.sqrt(1.0 - overlap**2)
    values = np.interp(edges, low + width / points * np.arange(points), below)
    return float(weights @ values / weights.sum())


def rare_students() -> tuple[str, rb.OverlapDistribution]:
    """Return the table of rare students, and their law."""
    law = rb.overlap_distribution("hebb", n=100, alpha=10, noise=0.1)
    rows = []
    for edge in EDGES:
        exact, (value, error) = hebb_below(edge, 100, 1000, 0.1), law.probability(overlap_below=edge)
        rows.append([f"{edge:g}", f"{value:.3g} ∓ {error:.1g}", f"{exact:.3g}", f"{(value - exact) / error:.1f}"])
    return table(["overlap below", "measured", "exact", "z"], rows), law


def draw(folder: Path, law: rb.OverlapDistribution) -> None:
    """Write the two pictures."""
    figure, ax = new_figure()
    rb.finite_size("rosenblatt", alpha=[1, 5, 20], n=SIZES, runs=RUNS).plot(ax)
    (folder / "finite-size.png").write_bytes(picture(figure, "png"))
    figure, ax = new_figure()
    others = [rb.overlap_distribution("hebb", n=n, alpha=10, noise=0.1) for n in (30, 300)]
    for colour, one in zip(COLOURS, (others[0], law, others[1]), strict=False):
        one.plot(ax, color=colour)
    plain = rb.simulate("hebb", n=100, alpha=10, noise=0.1, runs=20_000, method=ChainStudent).samples["overlap"][:, 0]
    counts, edges = np.histogram(plain, 25)
    middle = 0.5 * (edges[1:] + edges[:-1])
    ax.plot(middle, counts / len(plain) / np.diff(edges), "s", color="0.3", mfc="none", label="N = 100, plain runs")
    ax.set_ylim(1e-9, 1e2)
    ax.legend(frameon=False, fontsize=9)
    (folder / "rare-students.png").write_bytes(picture(figure, "png"))


def main() -> None:
    """Print the tables, and write the pictures if a folder is named."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--images", type=Path, help="a folder for the pictures")
    folder = parser.parse_args().images
    print(limits(), gains(), sep="\n\n", flush=True)
    rare, law = rare_students()
    print(f"\n{rare}")
    if folder is not None:
        draw(folder, law)


if __name__ == "__main__":
    main()
