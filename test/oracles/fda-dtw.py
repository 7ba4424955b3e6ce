# Dynamic time warping by full enumeration of every monotone path (steps (1,1), (1,0), (0,1)), with and without a band.
# Independent of any recursion over cells. Run: python test/oracles/fda-dtw.py > test/oracles/fda-dtw.json
import json
import sys

import numpy as np


def paths(n, m, band, i=0, j=0):
    if abs(i - j) > band:
        return
    if (i, j) == (n - 1, m - 1):
        yield [(i, j)]
        return
    for di, dj in ((1, 1), (1, 0), (0, 1)):
        if i + di < n and j + dj < m:
            for rest in paths(n, m, band, i + di, j + dj):
                yield [(i, j)] + rest


rng = np.random.default_rng(20260101)
cases = []
for n, m in [(1, 1), (1, 4), (2, 5), (3, 3), (4, 6), (5, 5), (6, 6), (7, 5)]:
    x, y = rng.normal(size=n).round(3), rng.normal(size=m).round(3)
    found = {}
    for band in [0, 1, 2, 3, 4, 99]:
        costs = [sum(abs(float(x[i] - y[j])) for i, j in p) for p in paths(n, m, band)]
        found[str(band)] = {"distance": min(costs) if costs else None, "n_paths": len(costs)}
    cases.append({"x": x.tolist(), "y": y.tolist(), "bands": found})
json.dump({"versions": {"python": sys.version.split()[0], "numpy": np.__version__}, "cases": cases}, sys.stdout, indent=1)
