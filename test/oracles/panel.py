"""sktime's DTW (numba), nearest neighbours and k-means with DTW -> panel.json"""
import json, pathlib, warnings
import numpy as np, sktime
from sktime.dists_kernels._numba_distances import distance, distance_alignment_path
from sktime.classification.distance_based import KNeighborsTimeSeriesClassifier
from sktime.clustering.k_means import TimeSeriesKMeans

warnings.simplefilter("ignore")
here = pathlib.Path(__file__).parent
rng = np.random.default_rng(12)
walk = lambda n: np.round(np.cumsum(rng.normal(size=n)), 3)
pairs = []
for n, m, w in [(20, 20, None), (20, 20, 0.1), (15, 15, 0.0), (30, 30, 0.25), (12, 18, None), (40, 25, None), (7, 7, 0.5)]:
    x, y = walk(n), walk(m)
    args = {} if w is None else {"window": w}
    path, d = distance_alignment_path(x[None, :], y[None, :], metric="dtw", **args)
    pairs.append({"x": list(x), "y": list(y), "window": w, "distance": float(d), "path": [[int(a), int(b)] for a, b in path]})
t = np.linspace(0, 1, 24)
def bump(center, kind):
    base = np.exp(-0.5 * ((t - center) / 0.08) ** 2)
    return np.round((base if kind == "one" else base + 0.9 * np.exp(-0.5 * ((t - center - 0.3) / 0.08) ** 2)) + rng.normal(size=24) * 0.15, 3)
kinds = ["one", "two"] * 8
rows = [bump(rng.uniform(0.2, 0.5), k) for k in kinds]
new = [bump(rng.uniform(0.2, 0.5), k) for k in ["two", "one"] * 6]
X, N = np.array(rows)[:, None, :], np.array(new)[:, None, :]
knn = []
for k, weights, dist, params in [(1, "uniform", "dtw", None), (3, "uniform", "dtw", None), (3, "distance", "dtw", None), (5, "uniform", "euclidean", None), (3, "uniform", "dtw", {"window": 0.1})]:
    clf = KNeighborsTimeSeriesClassifier(n_neighbors=k, weights=weights, distance=dist, distance_params=params).fit(X, np.array(kinds))
    knn.append({"n_neighbors": k, "weights": weights, "distance": dist, "window": None if params is None else params["window"],
                "labels": list(map(str, clf.predict(N))), "share_of_two": [float(p) for p in clf.predict_proba(N)[:, 1]]})
km = TimeSeriesKMeans(n_clusters=2, n_init=20, random_state=1, averaging_method="mean").fit(X)
out = {"versions": {"sktime": sktime.__version__}, "pairs": pairs, "rows": [list(r) for r in rows], "kinds": kinds, "new": [list(r) for r in new],
       "knn": knn, "kmeans": {"inertia": float(km.inertia_), "labels": [int(v) for v in km.labels_]}}
(here / "panel.json").write_text(json.dumps(out, default=float) + "\n")
print(km.inertia_, km.labels_, [k["labels"] for k in knn][:2])
