"""Fourier bases and their penalised fits by scikit-fda: writes fda-fourier.json beside this file."""

import json
import pathlib
import warnings

import numpy as np
import skfda
from skfda.misc.operators import LinearDifferentialOperator
from skfda.misc.regularization import L2Regularization
from skfda.preprocessing.smoothing import BasisSmoother
from skfda.representation.basis import FourierBasis

warnings.simplefilter("ignore")
RNG = np.random.default_rng(11)


def curves_on(t, period):
    wave = lambda a, b: a + b * np.sin(2 * np.pi * t / period) + np.cos(6 * np.pi * t / period)
    return np.array([wave(i, 2 - i / 2) + 0.3 * RNG.normal(size=len(t)) for i in (1, 2, 3)])


fits = []
for t, period in [(np.arange(24) + 0.5, 24.0), (np.sort(np.r_[0, 10, RNG.uniform(0, 10, 38)]), 10.0)]:
    y = curves_on(t, period)
    omega = 2 * np.pi / period
    data = skfda.FDataGrid(y, t, domain_range=(0, period))
    operators = {
        1: LinearDifferentialOperator(1),
        2: LinearDifferentialOperator(2),
        "harmonic": LinearDifferentialOperator(weights=[0, omega**2, 0, 1]),
    }
    for n_basis in (5, 15):
        basis = FourierBasis(domain_range=(0, period), n_basis=n_basis, period=period)
        for penalty, operator in operators.items():
            for price in (1e-3, 10):
                smoother = BasisSmoother(
                    basis, smoothing_parameter=price, regularization=L2Regularization(operator), return_basis=False
                )
                fitted = smoother.fit_transform(data).data_matrix[..., 0]
                hat = smoother.hat_matrix()
                fits.append(
                    {
                        "t": t.tolist(),
                        "y": y.tolist(),
                        "period": period,
                        "n_basis": n_basis,
                        "penalty": penalty,
                        "price": price,
                        "fitted": fitted.tolist(),
                        "edf": float(np.trace(hat)),
                        "leverage": np.diag(hat).tolist(),
                    }
                )
out = {"made_by": f"scikit-fda {skfda.__version__}, numpy {np.__version__}", "fits": fits}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out) + "\n")
