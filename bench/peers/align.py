"""Karcher mean (fdasrsf, no band) or k-means with 20 starts (scikit-learn) of a wide CSV of curves."""
import json
import sys

import numpy as np

table = np.loadtxt(sys.argv[2], delimiter=",", skiprows=1)
if sys.argv[1] == "align":
    import fdasrsf

    found = fdasrsf.fdawarp(table[:, 1:], table[:, 0])
    found.srsf_align(parallel=False, verbose=False)
    print(json.dumps({"amplitude_variance": float(found.amp_var), "phase_variance": float(found.phase_var)}))
else:
    from sklearn.cluster import KMeans

    found = KMeans(4, n_init=20, random_state=0).fit(table[:, 1:].T)
    print(json.dumps({"within_ss": float(found.inertia_)}))
