"""Reads a CSV of timestamp,value and finds its frequency, as a notebook would."""
import json
import sys

import pandas as pd

frame = pd.read_csv(sys.argv[1], parse_dates=["timestamp"]).set_index("timestamp")
index = frame.index
print(json.dumps({"rows": len(frame), "frequency": pd.infer_freq(index), "missing": int(frame["value"].isna().sum()), "duplicates": int(index.duplicated().sum()), "sorted": bool(index.is_monotonic_increasing)}))
