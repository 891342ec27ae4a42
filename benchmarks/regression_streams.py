"""Numbers on streams: python -m benchmarks.regression_streams --data DIR [--rows N] [--only NAME ...] [--no-peers].

Every row is predicted, then learnt. The first tables say how often the intervals of `BayesRegressor` and of
`OnlineRegressor` cover the targets, on whole streams (at most --coverage-rows). The last has errors on the first --rows
rows, RMSE and MAE in units of the deviation of the targets: of `BayesRegressor` and `OnlineRegressor` as they come, and
of others, each at its best setting in hindsight, by RMSE. Others see features standardised as ours are; settings are
tried with and without the last target as a further feature. Models that do not learn row by row are refitted to all
rows so far, or to the last.

DIR holds elec2.parquet, covtype.parquet and bank_marketing.parquet; four small streams come with River, if it is there,
and so do three of its generators.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype
from sklearn.datasets import load_diabetes, make_friedman1, make_friedman2, make_friedman3
from sklearn.linear_model import SGDRegressor

import rosenblatt as rb
from benchmarks.regression import load as load_demand
from rosenblatt.estimators.common.running_scaler import RunningScaler

Stream = tuple[np.ndarray, np.ndarray]
ORDERS = 10  # in which the rows of a small set that is no stream are taken
REFIT, FIRST_REFIT = 500, 50
KNOWN = 100  # rows before `OnlineRegressor` is asked for intervals
RATES = (1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1)
RIDGES, WINDOWS = (0.1, 10.0, 1000.0), (None, 2000)


def price(folder: Path) -> Stream:
    """Return elec2: the price half an hour later, from all columns."""
    frame = pd.read_parquet(folder / "elec2.parquet").drop(columns="label").astype(float)
    return frame.to_numpy()[:-1], frame["nswprice"].to_numpy()[1:]


def column(folder: Path, file: str, name: str) -> Stream:
    """Return one column of a file, from all others but the label."""
    frame = pd.read_parquet(folder / f"{file}.parquet").drop(columns="label").astype(float)
    return frame.drop(columns=name).to_numpy(), frame[name].to_numpy()


def diabetes() -> Stream:
    """Return scikit-learn's diabetes: how far the illness has gone a year later."""
    data: Any = load_diabetes()
    return data.data, data.target


def drifting(rows: int = 20_000, features: int = 8) -> Stream:
    """Return a linear rule whose weights walk at random, with noise of variance 1."""
    random = np.random.default_rng(0)
    x = random.standard_normal((rows, features))
    weights = 1.0 + np.cumsum(0.02 * random.standard_normal((rows, features)), axis=0)
    return x, (x * weights).sum(axis=1) + random.standard_normal(rows)


def noisy(make: Callable[..., Any], seed: int, rows: int = 20_000) -> Stream:
    """Return one of Friedman's functions, with noise of a fifth of its deviation."""
    x, y = make(rows, noise=0.0, random_state=seed)
    return x, y + 0.2 * y.std() * np.random.default_rng(seed).standard_normal(rows)


def generated(name: str, rows: int = 20_000, **how: Any) -> Stream:
    """Return what one of River's generators makes, texts as 0 and 1."""
    from river.datasets import synth  # pyright: ignore[reportMissingImports]

    inputs, targets = zip(*getattr(synth, name)(seed=1, **how).take(rows), strict=True)
    frame = pd.DataFrame(list(inputs))
    columns = [frame[name] if is_numeric_dtype(frame[name]) else pd.get_dummies(frame[name]) for name in frame]
    return np.column_stack(columns).astype(float), np.array(targets, dtype=float)


def of_river(file: str) -> pd.DataFrame:
    """Return a table that River ships."""
    return pd.read_csv(str(files("river") / "datasets" / file))


def approval() -> Stream:
    """Return the mean of polls by FiveThirtyEight, from the date and single polls."""
    frame = of_river("trump_approval.csv.gz")
    return frame.drop(columns="five_thirty_eight").to_numpy(float), frame["five_thirty_eight"].to_numpy(float)


def chicks() -> Stream:
    """Return the weights of chicks, from their age and diet."""
    frame = of_river("chick-weights.csv")
    diets = [(frame["diet"] == diet).to_numpy(float) for diet in range(1, 5)]
    return np.column_stack([frame["time"], *diets]), frame["weight"].to_numpy(float)


def water() -> Stream:
    """Return the flow of water, from the last two hours and the time of the day."""
    frame = of_river("water-flow.csv")
    flow = frame.iloc[:, 1].to_numpy(float)
    hour = 2.0 * np.pi * pd.to_datetime(frame.iloc[:, 0], utc=True).dt.hour.to_numpy() / 24.0
    x = np.column_stack([flow[1:-1], flow[:-2], np.sin(hour[2:]), np.cos(hour[2:])])
    known = np.isfinite(x).all(axis=1) & np.isfinite(flow[2:])
    return x[known], flow[2:][known]


def returns() -> Stream:
    """Return the next day's return of the S&P 500, from those of ten shares."""
    frame = of_river("sp500.csv.gz")
    return frame.iloc[:, 1:-1].to_numpy(float), frame["next_day_return"].to_numpy(float)


def streams(folder: Path) -> dict[str, Callable[[], Stream]]:
    """Return all streams by name."""
    found: dict[str, Callable[[], Stream]] = {
        "elec2-demand": lambda: load_demand(folder)[:2],
        "elec2-price": partial(price, folder),
        "covtype-elevation": partial(column, folder, "covtype", "Elevation"),
        "bank-age": partial(column, folder, "bank_marketing", "age"),
        "diabetes": diabetes,
        "friedman": lambda: make_friedman1(20_000, 10, noise=1.0, random_state=0),
        "drifting": drifting,
        "covtype-roads": partial(column, folder, "covtype", "Horizontal_Distance_To_Roadways"),
        "friedman-2": partial(noisy, make_friedman2, 2),
        "friedman-3": partial(noisy, make_friedman3, 3),
    }
    if find_spec("river"):
        found |= {"trump-approval": approval, "chick-weights": chicks, "water-flow": water, "sp500": returns}
        changes = {"drift_type": "lea", "position": (5_000, 10_000, 15_000)}
        found |= {
            "planes": partial(generated, "Planes2D"),
            "mv": partial(generated, "Mv"),
            "friedman-drift": partial(generated, "FriedmanDrift", **changes),
        }
    return found


def orders(name: str, stream: Stream) -> Iterator[Stream]:
    """Yield a stream; of a small set that is none, its rows in several orders."""
    if name != "diabetes":
        yield stream
        return
    for seed in range(ORDERS):
        order = np.random.default_rng(seed).permutation(len(stream[1]))
        yield stream[0][order], stream[1][order]


def coverage(name: str, stream: Stream, rows: int) -> str:
    """Return a line of the table of coverages."""
    found = [rb.evaluate(rb.BayesRegressor(), x[:rows], y[:rows]) for x, y in orders(name, stream)]
    covers = [100.0 * float(np.mean([one.coverage(inside) for one in found])) for inside in (0.8, 0.95)]
    size = f"{min(len(stream[1]), rows):,}" + (f" x {ORDERS} orders" if len(found) > 1 else "")
    rmse = float(np.mean([one.rmse for one in found])) / np.std(stream[1][:rows])
    speed = float(np.median([one.rows_per_second for one in found]))
    score = float(np.mean([one.log_score for one in found])) - np.log(np.std(stream[1][:rows]))
    numbers = f"{covers[0]:.1f} | {covers[1]:.1f} | {rmse:.3f} | {score:.3f} | {speed:,.0f}"
    return f"| {name} | {size} | {stream[0].shape[1]} | {numbers} |"


def online_coverage(name: str, stream: Stream, rows: int) -> str:
    """Return a line of the table of coverages of `OnlineRegressor`."""
    inside: dict[float, list[bool]] = {0.8: [], 0.95: []}
    for x, y in orders(name, (stream[0][:rows], stream[1][:rows])):
        model = rb.OnlineRegressor().fit(x[:KNOWN], y[:KNOWN])
        for k in range(KNOWN, len(y)):
            for part, found in inside.items():
                low, high = model.predict_interval(x[k : k + 1], part)[0]
                found.append(low <= y[k] <= high)
            model.partial_fit(x[k : k + 1], y[k : k + 1])
    covers = " | ".join(f"{100.0 * np.mean(found):.1f}" for found in inside.values())
    return f"| {name} | {covers} |"


def seen(x: np.ndarray, y: np.ndarray, *, last: bool) -> np.ndarray:
    """Return features as ours are seen, standardised as they come; with ``last`` the target of the row before too."""
    columns = np.column_stack([x, np.concatenate([[y[0]], y[:-1]])]) if last else x
    return RunningScaler.new(columns.shape[1]).learn_and_scale(np.ascontiguousarray(columns), np.ones(len(y)))


def stepwise(model: Any, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the predictions of a model with ``partial_fit``."""
    said = np.zeros(len(y))
    for k in range(len(y)):
        said[k] = model.predict(x[k : k + 1])[0] if k else 0.0
        model.partial_fit(x[k : k + 1], y[k : k + 1])
    return said


def refitted(
    fit: Callable[[np.ndarray, np.ndarray], Any], window: int | None, every: int, x: Any, y: Any
) -> np.ndarray:
    """Return the predictions of a model that is fitted anew every some rows."""
    said = np.zeros(len(y))
    for start in range(FIRST_REFIT, len(y), every):
        past = slice(0 if window is None else max(start - window, 0), start)
        rows = slice(start, min(start + every, len(y)))
        said[rows] = fit(x[past], y[past])(x[rows])
    return said


def ridge(alpha: float, x: np.ndarray, y: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Return the predictions of ridge regression, as a function."""
    centre = y.mean()
    weights = np.linalg.solve(x.T @ x + alpha * np.eye(x.shape[1]), x.T @ (y - centre))
    return lambda rows: rows @ weights + centre


def boosted(x: np.ndarray, y: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """Return the predictions of LightGBM, as a function."""
    from lightgbm import LGBMRegressor  # pyright: ignore[reportMissingImports]

    model = LGBMRegressor(n_estimators=100, learning_rate=0.1, num_leaves=31, verbose=-1, n_jobs=1)
    return model.fit(x, y).predict


def by_river(model: Any, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the predictions of one of River's models."""
    said = np.zeros(len(y))
    for k, (row, target) in enumerate(zip(x.tolist(), y.tolist(), strict=True)):
        named = dict(enumerate(row))
        said[k] = model.predict_one(named)
        model.learn_one(named, target)
    return said


def peers() -> dict[str, list[Callable[[np.ndarray, np.ndarray], np.ndarray]]]:
    """Return the settings of each family, as functions of features and targets."""
    found: dict[str, list[Any]] = {
        "SGDRegressor": [
            partial(lambda rate, x, y: stepwise(SGDRegressor(learning_rate="constant", eta0=rate), x, y), rate)
            for rate in RATES
        ],
        "Ridge, refitted": [
            partial(refitted, partial(ridge, alpha), window, 100) for alpha, window in product(RIDGES, WINDOWS)
        ],
    }
    if find_spec("lightgbm"):
        found["LightGBM, refitted"] = [partial(refitted, boosted, window, REFIT) for window in (None, 5000)]
    if find_spec("river"):
        from river import forest, linear_model, optim, tree  # pyright: ignore[reportMissingImports]

        makers: dict[str, list[Callable[[], Any]]] = {
            "River LinearRegression": [
                partial(lambda rate: linear_model.LinearRegression(optim.SGD(rate)), rate) for rate in RATES[2:]
            ],
            "River HoeffdingAdaptiveTree": [lambda: tree.HoeffdingAdaptiveTreeRegressor(seed=0)],
            "River ARFRegressor": [lambda: forest.ARFRegressor(seed=0)],
        }
        found |= {
            name: [partial(lambda make, x, y: by_river(make(), x, y), make) for make in settings]
            for name, settings in makers.items()
        }
    return found


def errors(said: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Return RMSE and MAE; infinite, if a rate was so high that weights overflowed."""
    off = np.nan_to_num(said - y, nan=np.inf)
    with np.errstate(over="ignore"):
        return float(np.sqrt(np.mean(off[1:] ** 2))), float(np.mean(np.abs(off[1:])))


def compare(name: str, stream: Stream, rows: int) -> None:
    """Print the errors of all contenders on one stream."""
    x, y = next(orders(name, stream))
    x, y = x[:rows], (y[:rows] - y[:rows].mean()) / y[:rows].std()
    for model in (rb.BayesRegressor(), rb.OnlineRegressor()):
        result = rb.evaluate(model, x, y)
        print(f"| {name} | {type(model).__name__} | {result.rmse:.4f} | {result.mae:.4f} |", flush=True)
    views = [seen(x, y, last=last) for last in (False, True)]
    for family, settings in peers().items():
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            best = min(errors(run(view, y), y) for run, view in product(settings, views))
        print(f"| {name} | {family} | {best[0]:.4f} | {best[1]:.4f} |", flush=True)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the Parquet files")
    parser.add_argument("--rows", type=int, default=10_000, help="of each stream, for errors")
    parser.add_argument("--coverage-rows", type=int, default=50_000, help="of each stream, for coverages")
    parser.add_argument("--only", nargs="+", help="streams")
    parser.add_argument("--no-peers", action="store_true", help="coverages only")
    given = parser.parse_args()
    chosen = {name: load for name, load in streams(given.data).items() if not given.only or name in given.only}
    print("| stream | rows | features | 80 % | 95 % | RMSE/deviation | log score | rows/s |\n" + "| --- " * 8 + "|")
    for name, load in chosen.items():
        print(coverage(name, load(), given.coverage_rows), flush=True)
    print("\n| stream, OnlineRegressor | 80 % | 95 % |\n" + "| --- " * 3 + "|")
    for name, load in chosen.items():
        print(online_coverage(name, load(), given.coverage_rows), flush=True)
    if not given.no_peers:
        print("\n| stream | model | RMSE/deviation | MAE/deviation |\n" + "| --- " * 4 + "|")
        for name, load in chosen.items():
            compare(name, load(), given.rows)


if __name__ == "__main__":
    main()
