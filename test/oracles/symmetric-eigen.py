"""Eigen-decompositions of symmetric matrices by numpy.linalg.eigh. Run: python symmetric-eigen.py (writes symmetric-eigen.json)."""
import json
import pathlib
import platform

import numpy as np

rng = np.random.default_rng(5)


def case(name, a):
    values, vectors = np.linalg.eigh(a)
    values, vectors = values[::-1], vectors[:, ::-1].T
    vectors = [v * np.sign(v[np.argmax(np.abs(v))]) for v in vectors]
    return {"name": name, "n": len(a), "matrix": a.ravel().tolist(), "values": values.tolist(), "vectors": np.ravel(vectors).tolist()}


b = rng.normal(size=(8, 8))
c = rng.normal(size=(30, 5))
dependent = np.column_stack([c, c[:, 0] + c[:, 1]])
cases = [
    case("indefinite", (b + b.T) / 2),
    case("correlation", np.corrcoef(c, rowvar=False)),
    case("singular", np.cov(dependent, rowvar=False)),
    case("graded", np.diag([1e8, 1, 1e-6]) + 1e-8),
    case("one", np.array([[3.0]])),
]
out = {"made_by": "symmetric-eigen.py", "versions": {"python": platform.python_version(), "numpy": np.__version__}, "cases": cases}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out) + "\n")
