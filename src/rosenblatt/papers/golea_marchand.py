"""GM: perceptrons with binary weights. The average case of sec. 5.

Secs. 2 to 4 are in `golea_marchand_pac`, the learners on data in `golea_marchand_data`.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import plots, signs
from rosenblatt.papers import golea_marchand_data as data
from rosenblatt.papers import golea_marchand_pac as pac
from rosenblatt.papers.claims import Z_LIMIT, Context, Outcome, PaperPlan, Row
from rosenblatt.planning import plan, sample_sizes
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory import clipped_hebb
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KEY = "golea-marchand-1992"
RULE = "clipped-hebb"
SIZES, NOISES = (50, 100, 500), (0.0, 0.1, 0.2, 0.3, 0.4)
ALPHA = (0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 15.0)
RUNS = 50  # of GM's figures; rows that are judged by standard errors take more
FOOLED = (30, 100, 200, 300, 500, 700, 1000, 2000, 5000, 10_000, 30_000)


def simulated(context: Context, n: int, noise: float, runs: int) -> pd.DataFrame:
    """Return the simulation of n weights: means, standard errors and standard deviations over the runs."""

    def compute() -> dict[str, list[float]]:
        result = simulate(RULE, n=n, alpha=ALPHA, noise=noise, runs=runs, seed=context.seed)
        columns = ["alpha", "overlap", "overlap_sem", "disagreement", "disagreement_sem", "disagreement_of_overlap"]
        frame = result.frame[columns].copy()
        for name in ("overlap", "disagreement"):
            frame[f"{name}_std"] = result.samples[name].std(axis=0, ddof=1)
        return {str(column): frame[column].tolist() for column in frame}

    return pd.DataFrame(context.result(KEY, f"n = {n}, noise {noise:g}", compute, runs=runs))


def side_by_side(context: Context, n: int, noise: float, runs: int) -> pd.DataFrame:
    """Return simulation and theory, for n weights and for many, at the same numbers of examples."""
    frame = simulated(context, n, noise, runs)
    exact = learning_curve(RULE, frame["alpha"], noise=noise, n=n).frame
    limit = learning_curve(RULE, frame["alpha"], noise=noise).frame
    return pd.DataFrame(
        {
            "n": n,
            "noise": noise,
            "alpha": frame["alpha"],
            "overlap": frame["overlap"],
            "overlap_std": frame["overlap_std"],
            "overlap_sem": frame["overlap_sem"],
            "overlap, theory at n": exact["overlap"],
            "overlap, GM 28 and 33": limit["overlap"],
            "mean of G": 1.0 - frame["disagreement"],
            "G_std": frame["disagreement_std"],
            "G_sem": frame["disagreement_sem"],
            "mean of G, theory at n": 1.0 - exact["disagreement"],
            "G of the mean overlap": 1.0 - frame["disagreement_of_overlap"],
            "G, GM 29 and 34": 1.0 - limit["disagreement"],
        }
    )


def _agreement_of_signs(context: Context) -> Outcome:
    """G of two sign vectors by exact sums, against 1 - arccos(rho)/pi."""
    off = {}
    for n in (51, 101, 501):
        differences = []
        for k in (n // 10, n // 4, n // 2):
            other = np.where(np.arange(n) < k, -1, 1)
            exact = 1.0 - signs.disagreement(np.full(n, 0.5), np.ones(n), 0, other, 0)
            differences.append(abs(exact - (1.0 - math.acos(1.0 - 2.0 * k / n) / math.pi)))
        off[n] = max(differences)
    measured = {f"largest difference, n = {n}": value for n, value in off.items()}
    return Outcome(measured, off[501] < 0.002 and 0.3 < (off[501] * 501) / (off[51] * 51) < 3.0)


def _vote(context: Context) -> Outcome:
    worst = 0.0
    for n in (3, 5, 7, 9, 11, 13):
        x = np.array(list(itertools.product((-1, 1), repeat=n)))
        counted = float(np.mean(x[:, 0] * np.where(x.sum(axis=1) > 0, 1, -1) > 0))
        worst = max(worst, abs(clipped_hebb.vote_probability(n) - counted))
    far = (clipped_hebb.vote_probability(10**7 + 1) - 0.5) * math.sqrt(2.0 * math.pi * 1e7)
    return Outcome(
        {"largest difference": worst, "(q - 1/2) sqrt(2 pi n), n = 10^7": far}, worst < 1e-12 and abs(far - 1.0) < 1e-6
    )


def _noisy_vote(context: Context) -> Outcome:
    n, off = 10**7 + 1, 0.0
    for noise in NOISES:
        lean = (clipped_hebb.vote_probability(n, noise) - 0.5) * math.sqrt(2.0 * math.pi * n)
        off = max(off, abs(lean - (1.0 - 2.0 * noise)))
    return Outcome({"largest difference from 1 - 2 sigma": off}, off < 1e-6)


def _finite(n: int, noise: float):
    """The mean overlap of n weights against its exact value: standard errors alone, no allowance for n.

    They are the theory's: where a run has less than one wrong weight, a sample's deviation is often too small.
    """

    def compute(context: Context) -> Outcome:
        runs = context.runs(400)
        frame = side_by_side(context, n, noise, runs)
        error = clipped_hebb.overlap_deviation(n, frame["alpha"].to_numpy(), noise) / math.sqrt(runs)
        z = (frame["overlap"] - frame["overlap, theory at n"]) / error
        return Outcome({"largest |z|": float(z.abs().max()), "points": len(frame)}, bool(z.abs().max() <= Z_LIMIT))

    return compute


def _limit(context: Context) -> Outcome:
    """N = 501 against N -> infinity: 4 standard errors + c/N, c from the exact means at other sizes."""
    frame = side_by_side(context, 501, 0.0, context.runs(400))
    sizes = (101, 201)
    means = [learning_curve(RULE, frame["alpha"], n=n).frame["overlap"].to_numpy() for n in sizes]
    constant = np.abs(means[0] - means[1]) / (1.0 / sizes[0] - 1.0 / sizes[1])
    allowed = Z_LIMIT * frame["overlap_sem"] + constant / 501
    off = ((frame["overlap"] - frame["overlap, GM 28 and 33"]).abs() / allowed).max()
    return Outcome({"largest difference/allowed": float(off), "largest c": float(constant.max())}, bool(off <= 1.0))


def _numbers(context: Context) -> Outcome:
    d = learning_curve(RULE, [1.0, 5.0, 10.0]).frame["disagreement"]
    alpha = plan(RULE, n=501, disagreement=0.05, runs=20).alpha
    measured = {"d at alpha = 1, 5, 10": [round(float(value), 4) for value in d], "alpha at d = 0.05": round(alpha, 2)}
    return Outcome(measured, measured == {"d at alpha = 1, 5, 10": [0.3050, 0.1236, 0.0486], "alpha at d = 0.05": 9.84})


def _two_means(context: Context) -> Outcome:
    """How far the mean of G, and G of the mean overlap, are from the limit."""
    measured, holds = {}, True
    for n in SIZES:
        frame = side_by_side(context, n, 0.0, context.runs(400))
        of_g = float((frame["mean of G"] - frame["G, GM 29 and 34"]).abs().max())
        of_mean = float((frame["G of the mean overlap"] - frame["G, GM 29 and 34"]).abs().max())
        measured[f"n = {n}"] = {"mean of G": of_g, "G of the mean": of_mean}
        holds &= of_g > of_mean
    return Outcome(measured, holds)


def _mean_of_g(context: Context) -> Outcome:
    worst, runs = 0.0, context.runs(400)
    for n in (*SIZES, 501):
        frame = side_by_side(context, n, 0.0, runs)
        error = clipped_hebb.disagreement_deviation(n, frame["alpha"].to_numpy()) / math.sqrt(runs)
        worst = max(worst, float(((frame["mean of G"] - frame["mean of G, theory at n"]) / error).abs().max()))
    return Outcome({"largest |z|": worst}, worst <= Z_LIMIT)


def _deviation(context: Context) -> Outcome:
    worst, runs = 0.0, context.runs(400)
    for n in SIZES:
        frame = side_by_side(context, n, 0.0, runs)
        rare = n * (1.0 - frame["overlap, theory at n"]) < 4.0  # fewer than two wrong weights: no normal law
        ratio = frame["overlap_std"] / clipped_hebb.overlap_deviation(n, frame["alpha"].to_numpy())
        worst = max(worst, float((ratio[~rare] - 1.0).abs().max()))
    allowed = Z_LIMIT * 1.2 / math.sqrt(2.0 * runs) + 2.0 / min(SIZES)
    return Outcome({"largest relative difference": worst}, worst <= allowed)


def _bound(context: Context) -> Outcome:
    alpha = np.geomspace(1e-6, 1e3, 400)
    ratio = 0.0
    for noise in NOISES:
        d = learning_curve(RULE, alpha, noise=noise).frame["disagreement"].to_numpy()
        bound = clipped_hebb.disagreement_bound(alpha, noise)
        ratio = max(ratio, float((d / np.maximum(bound, 1e-300)).max()))
    measured = {"largest d/bound, with 1/2": ratio, "without": ratio / 2.0}
    return Outcome(measured, 0.99 < ratio < 1.0)


def _complexity(context: Context) -> Outcome:
    alpha = [plan(RULE, n=50, disagreement=d, runs=20).alpha for d in (1e-9, 1e-10)]
    slope = (alpha[1] - alpha[0]) / math.log(10.0)
    return Outcome(
        {"d alpha/d ln(1/epsilon) at 1e-10": slope, "2 pi": 2.0 * math.pi}, abs(slope / (2.0 * math.pi) - 1.0) < 0.02
    )


def _rate(context: Context) -> Outcome:
    measured = {}
    for noise in NOISES:
        signal = (1.0 - 2.0 * noise) ** 2
        ends = np.array([300.0, 600.0]) / signal
        d = learning_curve(RULE, ends, noise=noise).frame["disagreement"].to_numpy()
        measured[f"sigma = {noise:g}"] = float(-np.diff(np.log(d))[0] / np.diff(ends)[0] / (signal / (2.0 * math.pi)))
    return Outcome(measured, all(abs(value - 1.0) < 0.02 for value in measured.values()))


def _points(ax: Axes, frame: pd.DataFrame, column: str, error: str, **style: Any) -> None:
    ax.errorbar(
        frame["alpha"],
        frame[column],
        yerr=frame[error] if error else None,
        linestyle="none",
        markersize=4,
        capsize=2,
        **style,
    )


def figure_2(column: str, std: str, label: str):
    """Figure 2: theory as a line, simulations of three sizes as points with their standard deviations."""

    def draw(context: Context) -> Figure:
        figure, ax = plots.new_figure()
        grid = np.linspace(0.01, 15.5, 300)
        limit = learning_curve(RULE, grid).frame
        values = limit["overlap"] if column == "overlap" else 1.0 - limit["disagreement"]
        ax.plot(grid, values, color="black", label=r"theory, $n \to \infty$")
        for colour, marker, n in zip(plots.COLOURS, "os^", SIZES, strict=False):
            exact = learning_curve(RULE, grid[grid * n >= 1.0], n=n).frame
            odd = np.rint(exact["alpha"] * n) % 2 == 1  # an even number of examples has ties: a comb
            shown = exact["overlap"] if column == "overlap" else 1.0 - exact["disagreement"]
            ax.plot(
                exact["alpha"][odd], shown[odd], color=colour, linewidth=1, linestyle="--", label=f"theory, n = {n}"
            )
            frame = side_by_side(context, n, 0.0, context.runs(RUNS))
            _points(ax, frame, column, std, color=colour, marker=marker, markerfacecolor="white", label=f"n = {n}")
        ax.set_xlabel(r"examples per weight $\alpha = m/n$")
        ax.set_ylabel(label)
        ax.legend(frameon=False, loc="lower right", fontsize=9)
        return figure

    return draw


def figure_3(context: Context) -> Figure:
    """Figure 3: five noise levels at n = 100; error bars at the largest only, as GM have it."""
    figure, ax = plots.new_figure()
    grid = np.linspace(0.01, 15.5, 300)
    for colour, noise in zip(plots.COLOURS, NOISES, strict=False):
        curve = learning_curve(RULE, grid, noise=noise).frame
        ax.plot(grid, 1.0 - curve["disagreement"], color=colour, label=rf"$\sigma = {noise:g}$")
        frame = side_by_side(context, 100, noise, context.runs(RUNS))
        bars = "G_std" if noise == NOISES[-1] else ""
        _points(ax, frame, "mean of G", bars, color=colour, marker="o", markerfacecolor="white")
    ax.set_xlabel(r"examples per weight $\alpha = m/n$")
    ax.set_ylabel(r"generalisation rate $\langle\langle G \rangle\rangle$")
    ax.legend(frameon=False, loc="lower right", fontsize=9)
    return figure


def figure_fooled(context: Context) -> Figure:
    """The malicious distribution: clipped Hebb stays wrong, the influence learner gets it right."""
    runs = context.runs(20)
    errors = context.result(KEY, "fooled", lambda: data.fooled_errors(context.seed, FOOLED, runs=runs), runs=runs)
    figure, ax = plots.new_figure()
    for colour, marker, (name, values) in zip(plots.COLOURS[1::-1], "so", errors.items(), strict=True):
        ax.plot(FOOLED, values, color=colour, marker=marker, markersize=4, label=name)
    ax.axhline(0.4, color="0.6", linestyle=":", label="$P(g = -1)$: always answering $+1$")
    ax.set_xscale("log")
    ax.set_xlabel("examples")
    ax.set_ylabel("exact error")
    ax.legend(frameon=False)
    return figure


def table_sizes(context: Context) -> pd.DataFrame:
    """Theorem 1's m beside the average case."""
    records = context.result(
        KEY, "sample sizes", lambda: sample_sizes(seed=context.seed, progress=False).to_dict("records")
    )
    return pd.DataFrame(records)


def table_points(context: Context) -> pd.DataFrame:
    """All points of figures 2 and 3."""
    cases = [*((n, 0.0) for n in SIZES), *((100, noise) for noise in NOISES[1:])]
    return pd.concat([side_by_side(context, n, noise, context.runs(RUNS)) for n, noise in cases], ignore_index=True)


PLAN = PaperPlan(
    key=KEY,
    rows=(
        *pac.ROWS,
        *data.ROWS,
        Row(
            "eq. 12-19",
            "G = 1 - arccos(rho)/pi for many weights: exact sums differ by O(1/n)",
            "O(1/n)",
            _agreement_of_signs,
        ),
        Row("eq. 25", "q = 1/2 + binom(n-1, (n-1)/2)/2^n -> 1/2 + 1/sqrt(2 pi n)", 1.0, _vote),
        *(
            Row(
                f"eq. 20-24, n = {n}",
                f"mean overlap of n = {n} simulated against its exact value",
                "|z| <= 4",
                _finite(n, 0.0),
            )
            for n in (*SIZES, 501)
        ),
        Row(
            "eq. 26-28, fig. 2b",
            "mean overlap erf(sqrt(alpha/pi)): n = 501 within 4 standard errors + c/n",
            "<= 1",
            _limit,
        ),
        Row("eq. 29", "d = arccos(erf(sqrt(alpha/pi)))/pi", "0.3050, 0.1236, 0.0486; 9.84", _numbers),
        Row(
            "fig. 2, text",
            "the agreement is better for rho than for G: <G(rho)> and G(<rho>) differ",
            "further off",
            _two_means,
        ),
        Row(
            "beyond: fig. 2a at n",
            "<G(rho)> as if n weights erred independently (some 1 % off at 50)",
            "|z| <= 4",
            _mean_of_g,
        ),
        Row("beyond: error bars", "standard deviation of rho for many weights", "4 sigma", _deviation),
        Row(
            "eq. 30",
            "the error is below an exponential of -alpha/(2 pi)",
            "< 1",
            _bound,
            errata="GM print it without the factor 1/2, which is the best constant: d = 1/2 at alpha = 0",
        ),
        Row("sec. 5.1, abstract", "O(n ln(1/epsilon)) examples are enough on average", 2.0 * math.pi, _complexity),
        Row("eq. 31, 32", "q' = 1/2 + (1 - 2 sigma)/sqrt(2 pi n) with label noise", 0.0, _noisy_vote),
        *(
            Row(
                f"eq. 33, 34, fig. 3, sigma = {noise:g}",
                "mean overlap of n = 100 against its exact value",
                "|z| <= 4",
                _finite(100, noise),
            )
            for noise in NOISES[1:]
        ),
        Row("sec. 5.2", "exponential for every sigma < 1/2: the rate over (1 - 2 sigma)^2/(2 pi)", 1.0, _rate),
    ),
    figures={
        "figure-2a": (
            "GM figure 2a: generalisation rate, 50 samples of each size with their standard deviations. "
            "Dashed: theory of n weights.",
            figure_2("mean of G", "G_std", r"generalisation rate $\langle\langle G \rangle\rangle$"),
        ),
        "figure-2b": (
            "GM figure 2b: normalised overlap, the same samples.",
            figure_2("overlap", "overlap_std", r"overlap $\langle\langle \rho \rangle\rangle$"),
        ),
        "figure-3": ("GM figure 3: n = 100, noise levels from 0 to 0.4; bars at 0.4 only.", figure_3),
        "fooled": (
            "A product distribution that fools the clipped Hebb rule (n = 100, weights +1, threshold 0).",
            figure_fooled,
        ),
    },
    tables={
        "sample-sizes": ("How many examples: GM's guarantee beside the average case.", table_sizes),
        "figures-2-and-3": ("All points of figures 2 and 3: <G(rho)> and G(<rho>) apart.", table_points),
    },
)
