"""The automatic models of statsforecast. Prints the seconds of the fits alone.

usage: forecast.py airline.json MODEL | forecast.py many.json WORKERS     files: one JSON list of lists of values, m = 12
"""
import json
import sys
import time

# The folder of this file holds a profile.py, which is not the standard library's.
sys.path.pop(0)

import numpy as np
import pandas as pd
from statsforecast import StatsForecast
from statsforecast.models import AutoARIMA, AutoETS

path, what = sys.argv[1:]
series = [np.asarray(values, dtype=float) for values in json.load(open(path))]
if what.isdigit():
    frame = pd.concat(
        pd.DataFrame({"unique_id": i, "ds": np.arange(len(y)), "y": y}) for i, y in enumerate(series)
    )
    warm = frame[frame.unique_id < 2]
    StatsForecast(models=[AutoETS(season_length=12)], freq=1, n_jobs=1).forecast(df=warm, h=12)
    started = time.perf_counter()
    StatsForecast(models=[AutoETS(season_length=12)], freq=1, n_jobs=int(what)).forecast(df=frame, h=12, level=[90])
else:
    model = {"AutoETS": AutoETS, "AutoARIMA": AutoARIMA}[what](season_length=12)
    started = time.perf_counter()
    model.forecast(y=series[0], h=12, level=[90])
print(json.dumps({"seconds": time.perf_counter() - started}))
