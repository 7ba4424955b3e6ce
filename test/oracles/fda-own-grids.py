"""P-splines of curves on grids of their own by NumPy and SciPy: writes fda-own-grids.json beside this file.

Each curve is fitted from its own points by the normal equations, on knots over what any curve covers, and evaluated evenly
over what all cover. lambda is that of a penalty beside the mean square of a curve's residuals.
"""

import json
import pathlib

import numpy as np
import scipy
from scipy.interpolate import BSpline

RNG = np.random.default_rng(3)
N_BASIS, ORDER = 12, 2
grids = [np.sort(RNG.uniform(low, 10, n)) for low, n in [(0, 40), (1, 33), (0.5, 46)]]
curves = [np.sin(t) + i + 0.1 * RNG.normal(size=len(t)) for i, t in enumerate(grids)]
first, last = min(t[0] for t in grids), max(t[-1] for t in grids)
common = np.linspace(max(t[0] for t in grids), min(t[-1] for t in grids), int(np.median([len(t) for t in grids])))


def design(t):
    knots = (np.arange(N_BASIS + 4) - 3) / (N_BASIS - 3)
    return BSpline.design_matrix(np.clip((t - first) / (last - first), 0, 1 - 1e-16), knots, 3).toarray()


def fit(t, y, lam):
    phi = design(t)
    d = np.diff(np.eye(N_BASIS), ORDER, axis=0)
    price = lam * (N_BASIS - 3) ** (2 * ORDER - 1) * d.T @ d
    inverse = np.linalg.inv(phi.T @ phi / len(t) + price)
    c = inverse @ phi.T @ y / len(t)
    edf = np.trace(phi @ inverse @ phi.T) / len(t)
    return {"fitted": (design(common) @ c).tolist(), "rss": float(((y - phi @ c) ** 2).sum()), "edf": float(edf)}


fits = []
for lam in (1e-6, 1e-3):
    each = [fit(t, y, lam) for t, y in zip(grids, curves)]
    points = sum(len(t) for t in grids)
    rss, edf = (sum(f[key] for f in each) for key in ("rss", "edf"))
    fits.append({"lambda": lam, "gcv": rss / points / (1 - edf / points) ** 2, "curves": each})
out = {
    "made_by": f"numpy {np.__version__}, scipy {scipy.__version__}",
    "n_basis": N_BASIS,
    "curves": [{"t": t.tolist(), "y": y.tolist()} for t, y in zip(grids, curves)],
    "common": common.tolist(),
    "fits": fits,
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out) + "\n")
