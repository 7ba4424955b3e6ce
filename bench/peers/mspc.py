"""The model of `liquet mspc` by pandas + NumPy, the way an analyst would write it: join, standardise, SVD, T2 and SPE."""
import json
import sys

import numpy as np
import pandas as pd

split, *paths = sys.argv[1:]
columns = {}
for path in paths:
    df = pd.read_parquet(path, columns=["timestamp", "value", "quality"])
    good = df[(df.quality == "GOOD") & df.value.notna()]
    columns[path] = good.set_index("timestamp").value
table = pd.concat(columns, axis=1, join="inner")
edge = pd.Timestamp(split)
x, w = table[table.index < edge].to_numpy(), table[table.index >= edge].to_numpy()
mean, sd = x.mean(0), x.std(0, ddof=1)
z = (x - mean) / sd
_, s, vt = np.linalg.svd(z, full_matrices=False)
lam = s**2 / (len(z) - 1)
k = int(np.searchsorted(np.cumsum(lam) / lam.sum(), 0.95) + 1)
loadings = vt[:k].T


def statistics(rows):
    scores = rows @ loadings
    residual = rows - scores @ loadings.T
    return (scores**2 / lam[:k]).sum(1), (residual**2).sum(1)


t2, spe = statistics(z)
limits = [np.quantile(t2, 0.99), np.quantile(spe, 0.99)]
t2, spe = statistics((w - mean) / sd)
print(json.dumps({"rows": [len(x), len(w)], "components": k, "breaches": [int((t2 > limits[0]).sum()), int((spe > limits[1]).sum())]}))
