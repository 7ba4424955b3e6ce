"""Makes evals.json: what the tasks of test/evals/tasks.json expect, where it is not a derivation that fits on its line.

Run it in a folder where `liquet demo` was run: python evals.py FOLDER_OF_THIS_FILE
Nothing of liquet is used but the rows that `liquet demo` and `liquet data save demo:nile nile.csv` wrote.
"""

import hashlib
import json
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import ruptures
import scipy
import sklearn
import statsmodels
import statsmodels.api as sm
from sklearn.decomposition import PCA
from sklearn.metrics import silhouette_samples
from statsmodels.stats.proportion import test_proportions_2indep

here = Path(sys.argv[1])


def fic101():
    rows = pd.read_csv("liquet-demo/fic101.csv", parse_dates=["timestamp"]).set_index("timestamp")
    tic = pd.read_parquet("liquet-demo/tic101.parquet")
    tic = tic.set_index(pd.to_datetime(tic["timestamp"], utc=True))
    good = rows[rows.quality == "GOOD"]
    clipped = rows["2024-03-31T02:00Z":"2024-03-31T03:00Z"]
    gaps = rows.index.to_series().diff().dropna()
    both = pd.concat([rows["value"], tic["value"]], axis=1, keys=["fic", "tic"]).dropna()
    before = both["2024-03-30T20:00Z":"2024-03-30T23:00Z"]
    after = both["2024-03-31T04:00Z":"2024-03-31T06:00Z"]
    scaled = PCA().fit((before - before.mean()) / before.std(ddof=1))
    median = lambda span: good["value"][span[0] : span[1]].median()
    # MAD of all GOOD values as the unit, the default penalty 3 ln n, at least 10 samples a stretch.
    v = good["value"].to_numpy()
    unit = 1.4826 * np.median(np.abs(v - np.median(v)))
    cut = ruptures.Pelt(model="l2", min_size=10, jump=1).fit(v / unit).predict(pen=3 * np.log(len(v)))
    return {
        "n": len(rows),
        "n_good": len(good),
        "longest_gap_s": gaps.max().total_seconds(),
        "coverage": 1 - gaps.max().total_seconds() / 36000,
        "median": median((good.index[0], good.index[-1])),
        "clipped_share_2h": float((clipped["value"] >= 100).mean()),
        "n_clipped": int((clipped["value"] >= 100).sum()),
        "breaks": [good.index[i].isoformat() for i in cut[:-1]],
        "pca_share_first": float(scaled.explained_variance_ratio_[0]),
        "pearson_of_differences": [before.diff().corr().iloc[0, 1], after.diff().corr().iloc[0, 1]],
    }


def switchback():
    plan = json.load(open("liquet-demo/switchback/plan.json"))
    tags = {n: pd.read_parquet(f"liquet-demo/switchback/{n}.parquet") for n in ["ti201", "fi200", "tt001"]}
    at = lambda text: pd.Timestamp(text)
    frame = pd.DataFrame({n: d["value"].to_numpy() for n, d in tags.items()})
    frame.index = pd.to_datetime(tags["ti201"]["timestamp"], utc=True)
    kept = []
    for block in plan["schedule"]:
        span = frame[(frame.index >= at(block["washout_end"])) & (frame.index < at(block["end"]))]
        kept.append(span.assign(b=float(block["setting"] == "B")))
    kept = pd.concat(kept)
    direct = sm.OLS(kept["ti201"], sm.add_constant(kept[["b"]])).fit()
    adjusted = sm.OLS(kept["ti201"], sm.add_constant(kept[["b", "fi200", "tt001"]])).fit()
    return {"n_kept": len(kept), "direct": direct.params["b"], "adjusted": adjusted.params["b"]}


def bumps():
    t = np.arange(21) / 20
    x = np.array([(1 + 0.1 * i) * np.exp(-((t - 0.5 - 0.04 * (i - 2.5)) ** 2) / 0.02) for i in range(6)])
    w = np.full(21, 0.05)
    w[[0, -1]] = 0.025
    scaled = x * np.sqrt(w)

    def best(k):
        """All ways to give six curves to k clusters, so the optimum is certain."""
        found = (np.inf, None)
        for code in np.ndindex(*[k] * 6):
            labels = np.array(code)
            if len(set(code)) < k:
                continue
            ss = sum(((scaled[labels == c] - scaled[labels == c].mean(0)) ** 2).sum() for c in range(k))
            found = min(found, (ss, code))
        return found[0], silhouette_samples(scaled, found[1]).mean()

    two, three = best(2), best(3)
    centred = scaled - scaled.mean(0)
    eigen = np.linalg.svd(centred, compute_uv=False) ** 2 / 5
    # Modified band depth, pairs: the share of the domain on which a curve lies between two others (it may be one of them).
    pairs = list(combinations(range(6), 2))
    inside = lambda i, p: ((x[list(p)].min(0) <= x[i]) & (x[i] <= x[list(p)].max(0))) @ w
    depth = [np.mean([inside(i, p) for p in pairs]) for i in range(6)]
    return {
        "within_ss": {"2": two[0], "3": three[0]},
        "silhouette": {"2": two[1], "3": three[1]},
        "fpca_share_first": eigen[0] / eigen.sum(),
        "deepest_by_modified_band": f"f{int(np.argmax(depth))}",
    }


def nile():
    y = pd.read_csv("nile.csv")["flow"].to_numpy(float)
    errors = [abs(y[cut + h] - y[cut - 1]) for cut in (80, 85) for h in range(5)]
    arima = sm.tsa.ARIMA(y, order=(0, 0, 0)).fit()
    return {"n": len(y), "mae_naive_last_1_to_5": float(np.mean(errors)), "mean": float(arima.params[0])}


def experiments():
    digest = hashlib.sha256(b"WEEKEND_15\x1fC0001").digest()
    bought = test_proportions_2indep(261, 1984, 178, 2016, compare="diff", method="score", correction=False)
    return {
        "C0001_fraction": int.from_bytes(digest[:8], "big") / 2**64,
        "difference": bought.diff,
        "pooled_p": float(sm.stats.proportions_ztest([261, 178], [1984, 2016])[1]),
        "srm_9380_620": list(scipy.stats.chisquare([9380, 620], [9500, 500])),
        "srm_9500_10500": list(scipy.stats.chisquare([9500, 10500])),
        "n_for_half_sigma": sm.stats.TTestIndPower().solve_power(0.5, power=0.8, alpha=0.05),
    }


made = {
    "made_by": "evals.py",
    "versions": {
        "python": sys.version.split()[0],
        **{m.__name__: m.__version__ for m in (np, pd, scipy, sklearn, statsmodels)},
        "ruptures": __import__("importlib.metadata").metadata.version("ruptures"),
    },
    "fic101": fic101(),
    "switchback": switchback(),
    "bumps": bumps(),
    "nile": nile(),
    "experiments": experiments(),
}
(here / "evals.json").write_text(json.dumps(made, indent=1, default=float) + "\n")
