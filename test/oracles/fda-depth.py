"""Depths of curves by enumerating pairs, and by statsmodels: writes fda-depth.json beside this file."""

import itertools
import json
import pathlib

import numpy as np
import statsmodels
from statsmodels.graphics.functional import banddepth

RNG = np.random.default_rng(11)


def weights(t):
    w = np.zeros_like(t)
    w[:-1] += np.diff(t) / 2
    w[1:] += np.diff(t) / 2
    return w / w.sum()


def modified_band(x, w):
    pairs = list(itertools.combinations(range(len(x)), 2))
    inside = [
        sum(((np.minimum(x[a], x[b]) <= row) & (row <= np.maximum(x[a], x[b]))).astype(float) for a, b in pairs)
        for row in x
    ]
    return [float((w * row).sum() / len(pairs)) for row in inside]


def fraiman_muniz(x, w):
    depth = []
    for row in x:
        share = (x < row).mean(axis=0) + (x == row).mean(axis=0) / 2
        depth.append(float((w * 2 * np.minimum(share, 1 - share)).sum()))
    return depth


def case(t, x):
    w = weights(t)
    return {"t": t.tolist(), "x": x.tolist(), "fraiman_muniz": fraiman_muniz(x, w), "modified_band": modified_band(x, w)}


# Whole numbers, so that many curves are level with each other; and an uneven grid.
level = RNG.integers(0, 4, size=(9, 7)).astype(float)
smooth = np.array([a + b * np.sin(np.arange(12)) for a, b in RNG.normal(size=(15, 2))])
out = {
    "made_by": f"numpy {np.__version__}, statsmodels {statsmodels.__version__}",
    "level": case(np.array([0, 1, 2, 5, 6, 6.5, 9]), level),
    "smooth": {
        "x": smooth.tolist(),
        # Every point alike.
        "modified_band": banddepth(smooth, method="MBD").tolist(),
    },
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out) + "\n")
