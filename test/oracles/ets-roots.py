"""Largest root of the characteristic polynomial of a trend beside a season (Hyndman et al. 2008, ch. 10) by
numpy.roots, at parameters within R's bounds -> ets-roots.json"""
import json, pathlib, platform
import numpy as np

rng = np.random.default_rng(7)
rows = []
while len(rows) < 120:
    m = int(rng.choice([2, 3, 4, 7, 12, 24]))
    alpha = rng.uniform(1e-4, 0.9999)
    beta = alpha * rng.uniform() ** 2
    gamma = (1 - alpha) * rng.uniform()
    phi = 1.0 if rng.uniform() < 0.5 else rng.uniform(0.8, 0.98)
    inner = alpha + beta - alpha * phi
    poly = [1, alpha + beta - phi] + [inner] * (m - 2) + [inner + gamma - 1, phi * (1 - alpha - gamma)]
    largest = float(np.abs(np.roots(poly)).max())
    if abs(largest - 1) > 1e-6:
        rows.append([m, alpha, beta, gamma, phi, largest])
made = dict(made_by="ets-roots.py", versions=dict(python=platform.python_version(), numpy=np.__version__),
            columns=["m", "alpha", "beta", "gamma", "phi", "largest_root"], rows=rows)
(pathlib.Path(__file__).parent / "ets-roots.json").write_text(json.dumps(made) + "\n")
