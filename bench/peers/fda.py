"""The same work on the curves of a wide CSV by fdars and scikit-fda; prints the seconds of each call alone as JSON.

usage: fda.py curves.csv PEER TASK     PEER: fdars, skfda; TASK: smooth, fpca, align, cluster
"""
import json
import sys
import time

import numpy as np

path, peer, task = sys.argv[1:]
table = np.loadtxt(path, delimiter=",", skiprows=1)
grid, rows = np.ascontiguousarray(table[:, 0]), np.ascontiguousarray(table[:, 1:].T)


def fdars_call():
    import fdars

    return {
        "smooth": lambda: fdars.basis.pspline_fit_gcv(rows, grid, 15),
        "fpca": lambda: fdars.regression.fpca(rows, grid, 3),
        "align": lambda: fdars.alignment.karcher_mean_with_band(rows, grid, band_frac=0.1),
        "cluster": lambda: [fdars.clustering.kmeans_fd(rows, grid, 4, seed=seed) for seed in range(20)],
    }[task]


def skfda_call():
    from skfda import FDataGrid
    from skfda.ml.clustering import KMeans
    from skfda.preprocessing.dim_reduction import FPCA
    from skfda.preprocessing.registration import FisherRaoElasticRegistration
    from skfda.preprocessing.smoothing import BasisSmoother
    from skfda.preprocessing.smoothing.validation import SmoothingParameterSearch
    from skfda.representation.basis import BSplineBasis

    data = FDataGrid(rows, grid)
    basis = BSplineBasis(domain_range=(grid[0], grid[-1]), n_basis=15)
    search = SmoothingParameterSearch(BasisSmoother(basis), np.logspace(-6, 6, 26), param_name="smoothing_parameter")
    return {
        "smooth": lambda: search.fit(data).transform(data),
        "fpca": lambda: FPCA(n_components=3).fit_transform(data),
        "align": lambda: FisherRaoElasticRegistration().fit_transform(data),
        "cluster": lambda: KMeans(n_clusters=4, n_init=20, random_state=0).fit(data),
    }[task]


call = {"fdars": fdars_call, "skfda": skfda_call}[peer]()
started = time.perf_counter()
call()
print(json.dumps({"seconds": time.perf_counter() - started}))
