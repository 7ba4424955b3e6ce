"""Statistics of small columns by pandas and numpy. Run: python window-statistics.py > window-statistics.json

Columns: seconds since the epoch, values (null: no value), and whether the row is GOOD. The time-weighted means integrate
over the intervals that carry weight: numpy's trapezoid rule between GOOD neighbours, a hold elsewhere.
"""
import json

import numpy as np
import pandas as pd


def statistics(values):
    s = pd.Series(values, dtype="float64")
    return {
        "n": int(s.size),
        "min": s.min(), "max": s.max(), "median": s.median(), "mean": s.mean(),
        "p05": s.quantile(0.05), "p95": s.quantile(0.95),
        "std": s.std(ddof=1), "mad": (s - s.median()).abs().median(), "distinct": int(s.nunique()),
    }


def intervals(seconds):
    d = pd.Series(np.diff(seconds), dtype="float64")
    return {"p05_s": d.quantile(0.05), "median_s": d.median(), "p95_s": d.quantile(0.95)}


rng = np.random.default_rng(20240330)
cases = []
for name, n, make in [
    ("normal", 201, lambda n: rng.normal(62.4, 1.5, n)),
    ("quantised with ties", 120, lambda n: np.round(rng.normal(10, 2, n))),
    ("wide range", 64, lambda n: rng.normal(0, 1, n) * 10.0 ** rng.integers(-8, 9, n)),
    ("large offset", 77, lambda n: 1e9 + rng.integers(0, 2, n)),
    ("two values", 2, lambda n: np.array([-3.25, 8.5])),
    ("signed zeros", 5, lambda n: np.array([-0.0, 0.0, 1.0, -0.0, 2.0])),
]:
    values = make(n)
    seconds = np.cumsum(rng.integers(0, 5, n)) + 1_700_000_000
    cases.append({"name": name, "seconds": seconds.tolist(), "values": values.tolist(),
                  "statistics": statistics(values), "intervals": intervals(seconds)})

# Samples a minute apart, one hour; rows 20..24 are BAD, nothing is stored between rows 40 and 50.
t = np.array([60.0 * i for i in range(60) if not 40 < i < 50])
v = 50 + 10 * np.sin(t / 500) + np.where(t > 1800, 5, 0)
good = np.array([not 20 * 60 <= x <= 24 * 60 for x in t])
end = 3600.0
total = weight = held = held_weight = 0.0
for i in range(t.size):
    last = i == t.size - 1
    span = (end if last else t[i + 1]) - t[i]
    if not good[i]:
        continue
    # Stepped values bridge the hole (10 min is less than 50 medians); linear ones lose it.
    held += v[i] * span
    held_weight += span
    if t[i] == 2400.0:
        continue
    weight += span
    linear = not last and good[i + 1]
    total += np.trapezoid([v[i], v[i + 1]], [t[i], t[i + 1]]) if linear else v[i] * span
weighted = {"seconds": t.tolist(), "values": v.tolist(), "good": good.tolist(), "end": end,
            "linear": {"mean": total / weight, "weighted_s": weight},
            "stepped": {"mean": held / held_weight, "weighted_s": held_weight}}
print(json.dumps({"made_by": "window-statistics.py", "numpy": np.__version__, "pandas": pd.__version__,
                  "cases": cases, "weighted": weighted}, indent=None))
