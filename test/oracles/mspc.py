"""Principal component monitoring by scikit-learn and SciPy: T2, SPE, limits, reconstruction-based contributions.

Run: python mspc.py (writes mspc.json beside it).
"""
import json
import pathlib
import platform

import numpy as np
import scipy
import sklearn
from scipy import stats
from sklearn.decomposition import PCA

rng = np.random.default_rng(11)
N, M, P = 120, 30, 6
LEVEL = 0.99


def rows(n, fault):
    shared = rng.normal(size=(n, 2))
    mix = np.array([[1, 0.8, 0.5, 0, 0.2, 0], [0, 0.3, -0.6, 1, 0.9, 0.1]])
    x = shared @ mix + 0.4 * rng.normal(size=(n, P))
    x[n // 2 :, 4] += fault
    return np.round(x * np.array([1, 5, 0.1, 20, 3, 1]) + np.array([50, 100, 1, -7, 0, 12]), 4)


base, watch = rows(N, 0), rows(M, 6)
mean, sd = base.mean(0), base.std(0, ddof=1)
z, w = (base - mean) / sd, (watch - mean) / sd
pca = PCA(svd_solver="full").fit(z)
lam, vec = pca.explained_variance_, pca.components_
vec = np.array([v * np.sign(v[np.argmax(np.abs(v))]) for v in vec])


def statistics(x, k):
    kept = PCA(n_components=k, svd_solver="full").fit(z)
    scores = kept.transform(x)
    residual = x - kept.inverse_transform(scores)
    return (scores**2 / kept.explained_variance_).sum(1), (residual**2).sum(1)


def contributions(x, k):
    """By definition: how far the statistic falls when tag i alone is moved to where it is least."""
    spe = np.eye(P) - vec[:k].T @ vec[:k]
    t2 = vec[:k].T @ np.diag(1 / lam[:k]) @ vec[:k]
    fall = lambda m: [float(x @ m @ x - min_quadratic(m, x, i)) for i in range(P)]
    return {"t2": fall(t2), "spe": fall(spe)}


def min_quadratic(m, x, i):
    value = lambda f: (x - f * np.eye(P)[i]) @ m @ (x - f * np.eye(P)[i])
    return scipy.optimize.minimize_scalar(value, tol=1e-12).fun


def limits(k):
    f = stats.f.ppf(LEVEL, k, N - k)
    theta = [np.sum(lam[k:] ** i) for i in (1, 2, 3)]
    h = 1 - 2 * theta[0] * theta[2] / (3 * theta[1] ** 2)
    c = stats.norm.ppf(LEVEL)
    jm = theta[0] * (c * np.sqrt(2 * theta[1] * h * h) / theta[0] + 1 + theta[1] * h * (h - 1) / theta[0] ** 2) ** (1 / h)
    box = theta[1] / theta[0] * stats.chi2.ppf(LEVEL, theta[0] ** 2 / theta[1])
    own = statistics(z, k)
    return {
        "t2_f": k * (N * N - 1) / (N * (N - k)) * f,
        "spe_jackson_mudholkar": jm,
        "spe_box": box,
        "t2_empirical": np.quantile(own[0], LEVEL),
        "spe_empirical": np.quantile(own[1], LEVEL),
    }


models = []
for k in (1, 2, 4):
    t2, spe = statistics(w, k)
    models.append({
        "components": k,
        "t2": t2.tolist(),
        "spe": spe.tolist(),
        "limits": {key: float(value) for key, value in limits(k).items()},
        "contributions_of_last_row": contributions(w[-1], k),
    })

draws = []
for _ in range(2000):
    draws.append(np.sort(np.linalg.eigvalsh(np.corrcoef(rng.normal(size=(N, P)), rowvar=False)))[::-1])

out = {
    "made_by": "mspc.py",
    "versions": {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__},
    "level": LEVEL,
    "baseline": base.tolist(),
    "window": watch.tolist(),
    "eigenvalues": lam.tolist(),
    "loadings": vec.tolist(),
    "models": models,
    "random_eigenvalue_95": np.quantile(draws, 0.95, axis=0).tolist(),
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out) + "\n")
