"""Functional PCA, B-splines and P-splines by NumPy and SciPy: writes fda-basis.json beside this file."""

import json
import pathlib

import numpy as np
import scipy
from scipy.interpolate import BSpline
from scipy.optimize import minimize_scalar

RNG = np.random.default_rng(7)


def trapezoid(t):
    w = np.zeros_like(t)
    w[:-1] += np.diff(t) / 2
    w[1:] += np.diff(t) / 2
    return w


def fpca(t, x, k):
    w = trapezoid(t)
    centred = x - x.mean(axis=0)
    # The eigenproblem of the covariance operator, not the SVD that is under test.
    root = np.sqrt(w)
    cov = (centred.T @ centred) / (len(x) - 1)
    values, vectors = np.linalg.eigh(root[:, None] * cov * root[None, :])
    values, vectors = values[::-1], vectors[:, ::-1]
    parts = []
    for i in range(k):
        phi = vectors[:, i] / root
        phi = phi * np.sign(phi[np.argmax(np.abs(phi))])
        parts.append({"eigenvalue": values[i], "component": phi.tolist(), "scores": ((centred * w) @ phi).tolist()})
    return {"t": t.tolist(), "x": x.tolist(), "total": float((w * x.var(axis=0, ddof=1)).sum()), "parts": parts}


def design(t, n_basis):
    u = (t - t[0]) / (t[-1] - t[0])
    pieces = n_basis - 3
    knots = (np.arange(n_basis + 4) - 3) / pieces
    return BSpline.design_matrix(np.minimum(u, 1 - 1e-16), knots, 3).toarray(), 1 / pieces


def smooth(t, x, n_basis, order, lam):
    """Minimises mean((y - f)^2) + lam * h^(1 - 2 order) |D c|^2, h the knot spacing on [0, 1]."""
    phi, h = design(t, n_basis)
    m = len(t)
    d = np.diff(np.eye(n_basis), order, axis=0)
    a = phi.T @ phi / m + lam * h ** (1 - 2 * order) * d.T @ d
    hat = phi @ np.linalg.solve(a, phi.T / m)
    fitted = x @ hat.T
    rss = ((x - fitted) ** 2).sum(axis=1)
    edf = np.trace(hat)
    n = len(x)
    return {
        "lambda": lam,
        "fitted": fitted.tolist(),
        "edf": edf,
        "rss": rss.tolist(),
        "gcv": rss.sum() / (n * m) / (1 - edf / m) ** 2,
        "aic": float((m * np.log(rss / m) + 2 * edf).sum()),
        "bic": float((m * np.log(rss / m) + np.log(m) * edf).sum()),
        "leverage": np.diag(hat).tolist(),
    }


def best(t, x, n_basis, order, criterion):
    grid = np.arange(-14, 4, 0.1)
    score = lambda e: smooth(t, x, n_basis, order, 10.0**e)[criterion]
    at = grid[np.argmin([score(e) for e in grid])]
    return 10.0 ** minimize_scalar(score, bounds=(at - 0.2, at + 0.2), method="bounded", options={"xatol": 1e-10}).x


def leave_one_out(t, x, n_basis, order, lam):
    """Drops each point in turn and fits the others on the same knots with the same total price of roughness."""
    phi, h = design(t, n_basis)
    m = len(t)
    d = np.diff(np.eye(n_basis), order, axis=0)
    penalty = m * lam * h ** (1 - 2 * order) * d.T @ d
    errors = []
    for j in range(m):
        rest = np.arange(m) != j
        c = np.linalg.solve(phi[rest].T @ phi[rest] + penalty, phi[rest].T @ x[:, rest].T)
        errors.append((x[:, j] - phi[j] @ c) ** 2)
    return float(np.mean(errors))


uneven = np.sort(np.concatenate([[0, 1], RNG.uniform(0, 1, 15)])) ** 2 * 3
curves = np.array([a + b * np.sin(3 * uneven) + c * uneven for a, b, c in RNG.normal(size=(7, 3))])
noisy_t = np.sort(np.concatenate([[2, 12], RNG.uniform(2, 12, 38)]))
noisy = np.sin(noisy_t) + 0.3 * RNG.normal(size=(3, 40)) + np.array([[0], [1], [5]])

out = {
    "made_by": f"numpy {np.__version__}, scipy {scipy.__version__}",
    "fpca": fpca(uneven, curves, 3),
    "basis": {"t": noisy_t.tolist(), "n_basis": 9, "phi": design(noisy_t, 9)[0].tolist()},
    "noisy": {"t": noisy_t.tolist(), "x": noisy.tolist()},
    "leave_one_out": leave_one_out(noisy_t, noisy, 9, 2, 1e-4),
    "smooth": [
        {"n_basis": k, "order": q, **smooth(noisy_t, noisy, k, q, lam)}
        for k, q, lam in [(15, 2, 1e-5), (15, 2, 1e-2), (12, 1, 1e-3), (20, 3, 1e-9), (60, 2, 1e-6)]
    ],
    "best": [
        {"n_basis": k, "order": q, "criterion": c, "lambda": best(noisy_t, noisy, k, q, c)}
        for k, q, c in [(15, 2, "gcv"), (15, 2, "aic"), (15, 2, "bic"), (20, 3, "gcv"), (12, 1, "gcv")]
    ],
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out) + "\n")
