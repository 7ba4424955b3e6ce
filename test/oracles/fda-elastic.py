# Elastic alignment: (1) the cheapest warp by full enumeration of every lattice path, each integral taken over the merged
# break points of both step functions; (2) distances of smooth curves from fdasrsf's own dynamic programming on a fine grid;
# (3) the warp that the reference implementation (fdars 0.27) prints for its six-curve example, with its own 3-point SRSFs.
# Run: python test/oracles/fda-elastic.py > test/oracles/fda-elastic.json
import json
import sys
from math import gcd

import fdasrsf
import numpy as np
from fdasrsf import utility_functions as uf

rng = np.random.default_rng(7)


def paths(m, r=0, c=0):
    if (r, c) == (m - 1, m - 1):
        yield [(r, c)]
        return
    for dr in range(1, 8):
        for dc in range(1, 8):
            if gcd(dr, dc) == 1 and r + dr < m and c + dc < m:
                for rest in paths(m, r + dr, c + dc):
                    yield [(r, c)] + rest


def cost(t, q1, q2, path, lam):
    x = t[[c for _, c in path]]
    y = t[[r for r, _ in path]]
    cuts = np.unique(np.concatenate([t, np.interp(t, y, x)]))
    mid = (cuts[1:] + cuts[:-1]) / 2
    slope = np.diff(y)[np.clip(np.searchsorted(x, mid, side="right") - 1, 0, len(x) - 2)] / np.diff(x)[
        np.clip(np.searchsorted(x, mid, side="right") - 1, 0, len(x) - 2)
    ]
    a = q1[np.clip(np.searchsorted(t, mid, side="right") - 1, 0, len(q1) - 1)]
    b = q2[np.clip(np.searchsorted(t, np.interp(mid, x, y), side="right") - 1, 0, len(q2) - 1)]
    return float(np.sum(((a - np.sqrt(slope) * b) ** 2 + lam * (1 - np.sqrt(slope)) ** 2) * np.diff(cuts)))


pairs = []
for m, even in [(3, True), (5, True), (6, False), (7, True), (7, False), (8, False)]:
    t = np.linspace(0, 1, m) if even else np.concatenate([[0], np.sort(rng.uniform(0.05, 0.95, m - 2)).round(3), [1]])
    q1, q2 = rng.normal(size=m - 1).round(3), rng.normal(size=m - 1).round(3)
    for lam in [0, 0.5]:
        every = [cost(t, q1, q2, p, lam) for p in paths(m)]
        pairs.append(
            {"t": t.tolist(), "q1": q1.tolist(), "q2": q2.tolist(), "lambda": lam, "cost": min(every), "n_paths": len(every)}
        )

u = np.linspace(0, 1, 201)
smooth = []
for name, f1, f2 in [
    ("two bells", np.exp(-((u - 0.45) ** 2) / 0.02), 1.4 * np.exp(-((u - 0.56) ** 2) / 0.02)),
    ("sine and warped sine", np.sin(2 * np.pi * u), np.sin(2 * np.pi * u**1.3)),
    ("one and two bells", np.exp(-((u - 0.5) ** 2) / 0.02), np.exp(-((u - 0.3) ** 2) / 0.008) + np.exp(-((u - 0.7) ** 2) / 0.008)),
]:
    dy, dx = uf.elastic_distance(f1, f2, u, method="DP2", lam=0.0)[:2]
    smooth.append({"name": name, "f1": f1.tolist(), "f2": f2.tolist(), "amplitude": float(dy), "phase": float(dx)})

t = np.arange(21) / 20
bump = lambda i: (1 + 0.1 * i) * np.exp(-((t - 0.5 - 0.04 * (i - 2.5)) ** 2) / 0.02)
three = lambda f: np.concatenate([[f[1] - f[0]], (f[2:] - f[:-2]) / 2, [f[-1] - f[-2]]]) / 0.05
srsf = lambda f: (np.sign(three(f)) * np.sqrt(np.abs(three(f)))).tolist()
gamma = [0, 0.25, 0.30, 0.35, 0.40, 0.45, 0.50, 0.55, 0.60, 0.65, 0.70, 0.75, 0.80, 0.85, 0.90, 0.95, 0.96, 0.97, 0.98, 0.99, 1]
json.dump(
    {
        "versions": {"python": sys.version.split()[0], "numpy": np.__version__, "fdasrsf": fdasrsf.__version__, "fdars": "0.27.0"},
        "pairs": pairs,
        "smooth": smooth,
        "reference": {"q1": srsf(bump(0)), "q2": srsf(bump(5)), "warp": gamma},
    },
    sys.stdout,
)
