"""The same segmentation by ruptures' Pelt with every sample as a candidate; prints the seconds of the search alone."""
import json
import math
import sys
import time

import numpy as np
import ruptures

values = np.array(json.load(open(sys.argv[1])))
started = time.perf_counter()
ends = ruptures.Pelt(model="l2", jump=1, min_size=10).fit(values).predict(pen=3 * math.log(len(values)))
print(json.dumps({"seconds": time.perf_counter() - started, "starts": ends[:-1]}))
