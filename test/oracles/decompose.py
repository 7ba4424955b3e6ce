"""STL of statsmodels -> decompose.json"""
import json, pathlib
import numpy as np, statsmodels
from statsmodels.tsa.seasonal import STL

here = pathlib.Path(__file__).parent
series = json.loads((here / "series-r.json").read_text())
air = np.array(series["AirPassengers"], float)
spike = air.copy()
spike[49] = 900
fits = {
    "airline_default": STL(air, period=12),
    "airline_35": STL(air, period=12, seasonal=35, trend=25, low_pass=15, seasonal_deg=0, trend_deg=0, low_pass_deg=0),
    "jumps": STL(air, period=12, seasonal=13, seasonal_jump=2, trend_jump=4, low_pass_jump=3),
    "short": STL(air[:27], period=12, seasonal=11),
    "spike_robust": STL(spike, period=12, robust=True),
}
out = {"versions": {"statsmodels": statsmodels.__version__, "numpy": np.__version__}}
for name, model in fits.items():
    fit = model.fit()
    out[name] = {"seasonal": list(fit.seasonal), "trend": list(fit.trend), "weights": list(fit.weights)}
(here / "decompose.json").write_text(json.dumps(out, default=float) + "\n")
