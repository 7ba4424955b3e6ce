"""Basic statistics, decompositions and corrections by numpy, SciPy and statsmodels -> basics.json"""
import json, pathlib, platform, warnings
import numpy as np, scipy, statsmodels
from scipy import linalg, stats
from statsmodels.stats.multitest import multipletests
from statsmodels.tsa.stattools import acf

warnings.simplefilter("ignore")
rng = np.random.default_rng(20240330)
samples = {
    "one": [3.5],
    "two": [2.0, 7.0],
    "ties": [1, 2, 2, 3, 3, 3, 9, 9],
    "normal": rng.normal(10, 2, 37).round(3).tolist(),
    "offset": (1e9 + rng.normal(0, 1, 50)).tolist(),
    "long": rng.exponential(3, 1201).round(2).tolist(),
}
ps = [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1]
basic = []
for name, x in samples.items():
    x = np.array(x, float)
    basic.append({
        "name": name, "x": x.tolist(), "ps": ps, "quantiles": np.quantile(x, ps).tolist(), "median": float(np.median(x)),
        "mad": float(np.median(np.abs(x - np.median(x)))), "mean": float(np.mean(x.astype(np.longdouble))),
        "sd": float(np.std(x.astype(np.longdouble), ddof=1)) if len(x) > 1 else None, "distinct": int(len(np.unique(x))),
        "min": float(x.min()), "max": float(x.max()),
    })
pairs = []
for n, noise in ((5, 1.0), (40, 3.0), (200, 0.01)):
    x = rng.normal(50, 5, n).round(1)
    y = (0.7 * x + rng.normal(0, noise, n)).round(1)
    fit = stats.linregress(x, y)
    residual = y - fit.intercept - fit.slope * x
    pairs.append({
        "x": x.tolist(), "y": y.tolist(), "covariance": float(np.cov(x, y)[0, 1]), "pearson": float(stats.pearsonr(x, y)[0]),
        "spearman": float(stats.spearmanr(x, y)[0]), "ranks": stats.rankdata(x).tolist(), "slope": fit.slope, "intercept": fit.intercept,
        "r2": fit.rvalue**2, "slope_se": fit.stderr, "residual_sd": float(np.sqrt((residual**2).sum() / (n - 2))),
    })
e = rng.normal(0, 1, 300)
ar = [0.0]
for v in e: ar.append(0.8 * ar[-1] + v)
ar = np.array(ar).round(4)
acfs = {"x": ar.tolist(), "acf": acf(ar, nlags=5, fft=False, adjusted=False).tolist()}
ess = [{"n": n, "rho": r, "value": float(n / (1 + 2 * sum((1 - k / n) * r**k for k in range(1, n))))} for n, r in ((1, 0.3), (30, 0.0), (30, 0.7), (30, -0.4), (500, 0.99), (200, 0.999999), (40, 1.0))]
p_sets = [[0.01, 0.04, 0.03, 0.005, 0.2], [0.5], [0.9, 0.8, 0.7], [0.02, 0.02, 0.02, 0.5], rng.uniform(0, 0.2, 30).round(4).tolist()]
adjusted = [{"p": p, "bh": stats.false_discovery_control(p).tolist(), "holm": multipletests(p, method="holm")[1].tolist()} for p in p_sets]

bca = []
one = rng.exponential(2, 25).round(3)
res = stats.bootstrap((one,), np.std, method="BCa", n_resamples=999, confidence_level=0.9, rng=np.random.default_rng(1), vectorized=True)
bca.append({"replicates": res.bootstrap_distribution.tolist(), "estimate": float(np.std(one)), "level": 0.9,
            "jackknife": [[float(np.std(np.delete(one, i))) for i in range(len(one))]],
            "low": float(res.confidence_interval.low), "high": float(res.confidence_interval.high)})
a, b = rng.exponential(2, 18).round(2), rng.exponential(3, 24).round(2)
diff = lambda x, y, axis=-1: np.mean(y, axis=axis) - np.mean(x, axis=axis)
res = stats.bootstrap((a, b), diff, method="BCa", n_resamples=800, rng=np.random.default_rng(2), vectorized=True)
bca.append({"replicates": res.bootstrap_distribution.tolist(), "estimate": float(diff(a, b)), "level": 0.95,
            "jackknife": [[float(diff(np.delete(a, i), b)) for i in range(len(a))], [float(diff(a, np.delete(b, i))) for i in range(len(b))]],
            "low": float(res.confidence_interval.low), "high": float(res.confidence_interval.high)})

def columns(m): return np.asarray(m).T.tolist()
def signed(v): v = np.array(v); return v * np.sign(v[np.argmax(np.abs(v))])
m = rng.normal(0, 1, (6, 6)); symmetric = [np.round(m + m.T, 3), linalg.hilbert(5), np.diag([3.0, 1.0, 2.0]), np.array([[2.0]])]
eigen = []
for s in symmetric:
    w, v = linalg.eigh(s)
    eigen.append({"matrix": columns(s), "values": w[::-1].tolist(), "vectors": [signed(v[:, i]).tolist() for i in range(len(w))[::-1]]})
svds = []
for mat in (np.round(rng.normal(0, 1, (9, 4)), 3), np.round(rng.normal(0, 1, (3, 7)), 3), linalg.hilbert(6)[:, :4]):
    u, s, vt = linalg.svd(mat, full_matrices=False)
    svds.append({"matrix": columns(mat), "s": s.tolist(), "v": [signed(row).tolist() for row in vt]})
out = {"made_by": "basics.py", "versions": {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__, "statsmodels": statsmodels.__version__},
       "basic": basic, "pairs": pairs, "acf": acfs, "ess": ess, "adjusted": adjusted, "bca": bca, "eigen": eigen, "svd": svds}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out) + "\n")
