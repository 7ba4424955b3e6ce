# k-means of curves. (1) The least sum of squares over every partition of a few curves, by full enumeration, under the
# trapezoid rule on even and uneven grids; silhouettes and Calinski-Harabasz of the best partition from scikit-learn.
# (2) What the reference implementation (fdars 0.27, Simpson weights) finds for its six-curve example from seed 42.
# Run: python test/oracles/fda-cluster.py > test/oracles/fda-cluster.json
import json
import sys

import numpy as np
import sklearn
from sklearn.metrics import calinski_harabasz_score, silhouette_samples

rng = np.random.default_rng(11)


def partitions(n, k):
    def extend(labels, used):
        if len(labels) == n:
            if used == k:
                yield list(labels)
            return
        for c in range(min(used + 1, k)):
            yield from extend(labels + [c], max(used, c + 1))

    yield from extend([0], 1)


def within(x, labels):
    return sum(((x[labels == c] - x[labels == c].mean(axis=0)) ** 2).sum() for c in set(labels.tolist()))


cases = []
for n, m, even in [(6, 4, True), (7, 5, False), (8, 6, False), (9, 3, True)]:
    t = np.arange(m) / (m - 1) if even else np.concatenate([[0], np.sort(rng.uniform(0.1, 3, m - 1)).round(2)])
    w = np.zeros(m)
    w[:-1] += np.diff(t) / 2
    w[1:] += np.diff(t) / 2
    curves = rng.normal(size=(n, m)).round(2)
    x = curves * np.sqrt(w)
    for k in [1, 2, 3, 4]:
        best = min((np.array(p) for p in partitions(n, k)), key=lambda p: within(x, p))
        cases.append(
            {
                "t": t.tolist(),
                "curves": curves.tolist(),
                "k": k,
                "within_ss": within(x, best),
                "labels": best.tolist(),
                "silhouettes": silhouette_samples(x, best).tolist() if k > 1 else None,
                "calinski_harabasz": float(calinski_harabasz_score(x, best)) if k > 1 else None,
            }
        )
reference = [
    {"k": 2, "within_ss": 0.09147737395180833, "labels": [0, 0, 0, 1, 1, 1], "silhouette": 0.47609002502024084, "calinski_harabasz": 10.34560615843006},
    {"k": 3, "within_ss_one_start": 0.0492443745},
]
json.dump(
    {"versions": {"python": sys.version.split()[0], "numpy": np.__version__, "scikit-learn": sklearn.__version__, "fdars": "0.27.0"}, "cases": cases, "reference": reference},
    sys.stdout,
)
