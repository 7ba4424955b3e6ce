"""Statistics of the reference implementation's demo values (demo-values.json: [minute, value, quality] a row).

Run: python demo-profile.py > demo-profile.json. `held_mean` is the reference's time-weighted mean (each GOOD value held to
the next GOOD row, the last one weightless); `mean` weighs as liquet does: trapezoids between neighbouring GOOD rows, a
hold where the next row is not GOOD, nothing in the outage (longer than 150 s) and nothing after a row that is not GOOD.
"""
import json
import pathlib

import numpy as np
import pandas as pd

rows = json.loads((pathlib.Path(__file__).parent / "demo-values.json").read_text())
out = {"made_by": "demo-profile.py", "numpy": np.__version__, "pandas": pd.__version__}
for tag, table in rows.items():
    minutes = np.array([r[0] for r in table]) * 60.0
    values = np.array([r[1] for r in table])
    good = np.array([r[2] == "GOOD" for r in table])
    area = weight = 0.0
    for i in range(minutes.size - 1):
        span = minutes[i + 1] - minutes[i]
        if not good[i] or span > 150:
            continue
        level = (values[i] + values[i + 1]) / 2 if good[i + 1] else values[i]
        area, weight = area + level * span, weight + span
    s, gt = pd.Series(values[good]), minutes[good]
    hold = np.append(np.diff(gt), 0.0)
    out[tag] = {
        "n": int(s.size), "min": s.min(), "p05": s.quantile(0.05), "median": s.median(), "p95": s.quantile(0.95), "max": s.max(),
        "std": s.std(ddof=1), "mad": (s - s.median()).abs().median(), "distinct": int(s.nunique()), "event_mean": s.mean(),
        "held_mean": float((values[good] * hold).sum() / hold.sum()), "mean": area / weight, "weighted_s": weight,
    }
print(json.dumps(out, indent=1))
