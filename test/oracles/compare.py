"""Change of correlations between two periods, written out row by row with NumPy and SciPy.

Draws are numpy's default_rng(42).integers, in the order: all block starts before, then all after.
Run: python compare.py (writes compare.json beside it).
"""
import json
import math
import pathlib
import platform

import numpy as np
import scipy
from scipy import stats

R = 199
data = np.random.default_rng(17)


def period(n, rho, phi):
    root = np.linalg.cholesky(np.array([[1, rho, 0.2], [rho, 1, -0.3], [0.2, -0.3, 1]]))
    x = np.zeros((n, 3))
    for t in range(1, n):
        x[t] = phi * x[t - 1] + root @ data.normal(size=3)
    return np.round(x, 6)


before, after = period(75, 0.7, 0.5), period(52, 0.1, 0)


def correlation_and_error(rows, blocks):
    """Pearson's r of rows, and the root of the sum of squared block sums of its influence, over the number of rows."""
    z = (rows - rows.mean(0)) / rows.std(0)
    r = float(np.mean(z[:, 0] * z[:, 1]))
    influence = z[:, 0] * z[:, 1] - r / 2 * (z[:, 0] ** 2 + z[:, 1] ** 2)
    sums = influence.reshape(blocks, -1).sum(1)
    return r, math.sqrt(float(np.sum(sums**2))) / len(rows)


def resampled(x, starts):
    n = len(x)
    length = min(n, max(10, int(math.floor(n ** (1 / 3)))))
    positions = n - length + 1
    every = np.concatenate([x[s : s + length] for s in range(positions)])
    center, error = correlation_and_error(every, positions)
    # The error of positions overlapping blocks, brought to n rows.
    se = error * len(every) / math.sqrt(positions) * math.sqrt(n / length) / n
    draws = [correlation_and_error(np.concatenate([x[s : s + length] for s in row]), len(row)) for row in starts]
    return {"r": float(np.corrcoef(x.T)[0, 1]), "center": center, "se": se, "rs": np.array([d[0] for d in draws]), "ses": np.array([d[1] for d in draws])}


def change(i, j):
    pair = [before[:, [i, j]], after[:, [i, j]]]
    b, a = (resampled(x, s) for x, s in zip(pair, STARTS))
    delta, se = a["r"] - b["r"], math.hypot(a["se"], b["se"])
    t = np.sort(np.abs((a["rs"] - b["rs"] - (a["center"] - b["center"])) / np.hypot(a["ses"], b["ses"])))
    q = t[math.ceil(0.95 * (R + 1)) - 1]
    df = min(len(s[0]) for s in STARTS) - 1
    p = 2 * stats.t.sf(abs(delta / se) * stats.t.ppf(0.975, df) / q, df)
    return {
        "left": i,
        "right": j,
        "pearson": [stats.pearsonr(*x.T)[0] for x in pair],
        "spearman": [stats.spearmanr(*x.T)[0] for x in pair],
        "delta": delta,
        "interval": [delta - q * se, delta + q * se],
        "p_value": float(p),
    }


rng = np.random.default_rng(42)
STARTS = []
for x in (before, after):
    n = len(x)
    length = min(n, max(10, int(math.floor(n ** (1 / 3)))))
    STARTS.append(rng.integers(0, n - length + 1, (R, math.ceil(n / length))))

pairs = [change(i, j) for i, j in ((0, 1), (0, 2), (1, 2))]
adjusted = stats.false_discovery_control([p["p_value"] for p in pairs])
for pair, value in zip(pairs, adjusted):
    pair["p_adjusted"] = float(value)
out = {
    "made_by": "compare.py",
    "versions": {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__},
    "replicates": R,
    "before": before.tolist(),
    "after": after.tolist(),
    "pairs": pairs,
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out) + "\n")
