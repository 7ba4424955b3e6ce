"""The statistics of `liquet profile` by pandas + pyarrow, the way an analyst would write them."""
import json
import sys

import numpy as np
import pandas as pd

path = sys.argv[1]
filters = None
if len(sys.argv) > 3:
    filters = [("timestamp", ">=", pd.Timestamp(sys.argv[2])), ("timestamp", "<=", pd.Timestamp(sys.argv[3]))]
df = pd.read_parquet(path, columns=["timestamp", "value", "quality"], filters=filters)
good = df[(df.quality == "GOOD") & df.value.notna()]
v, t = good.value.to_numpy(), good.timestamp
step = df.timestamp.diff().dt.total_seconds().to_numpy()[1:]
gaps = step[step > max(2.5 * np.median(step), 60)]
weights = np.append(np.diff(t.astype("int64").to_numpy()), 0)
change = np.flatnonzero(np.diff(v) != 0)
edges = np.concatenate([[0], change + 1, [len(v)]])
print(
    json.dumps(
        {
            "n": len(df),
            "n_good": len(good),
            "quantiles": np.quantile(v, [0, 0.05, 0.5, 0.95, 1]).tolist(),
            "mean": float((v * weights).sum() / weights.sum()),
            "std": float(v.std(ddof=1)),
            "mad": float(np.median(np.abs(v - np.median(v)))),
            "distinct": int(pd.unique(v).size),
            "longest_run": int(np.diff(edges).max()),
            "changes": int(change.size),
            "interval": np.quantile(step, [0.05, 0.5, 0.95]).tolist(),
            "gaps": int(gaps.size),
            "lost_s": float(gaps.sum()),
            "duplicates": int(df.timestamp.duplicated().sum()),
            "quality": df.quality.value_counts().to_dict(),
        }
    )
)
