"""Small series where ruptures' Pelt (immediate pruning) misses the optimum, with the optimum by exhaustive dynamic
programming in exact fractions -> pelt.json"""
import json, pathlib, platform, random, warnings
from fractions import Fraction
import numpy as np, ruptures

warnings.simplefilter("ignore")

def cost(x, s, t):
    part = x[s:t]
    return Fraction(sum(v * v for v in part)) - Fraction(sum(part)) ** 2 / (t - s)

def exact(x, m, penalty):
    n = len(x)
    best = {0: Fraction(-penalty)}
    last = {}
    for t in range(m, n + 1):
        options = [(best[s] + cost(x, s, t) + penalty, s) for s in range(0, t - m + 1) if s in best]
        best[t], last[t] = min(options)  # ties: the earliest start
    starts, s = [], last[n]
    while s > 0:
        starts.append(s)
        s = last[s]
    return best[n], starts[::-1]

def objective(x, ends, penalty):
    bounds = [0, *ends]
    return sum(cost(x, a, b) for a, b in zip(bounds, bounds[1:])) + penalty * (len(ends) - 1)

random.seed(3)
found, tried = [], 0
while len(found) < 12:
    tried += 1
    n, m, penalty = random.randint(8, 24), random.randint(2, 5), random.choice([1, 2, 4, 8])
    x = [random.randint(0, 6) for _ in range(n)]
    if n < 2 * m: continue
    ends = ruptures.Pelt(model="l2", jump=1, min_size=m).fit(np.array(x, float)).predict(pen=penalty)
    best, starts = exact(x, m, penalty)
    theirs = objective(x, ends, penalty)
    if theirs > best:
        found.append({"values": x, "min_size": m, "penalty": penalty, "starts": starts, "objective": float(best),
                      "ruptures_starts": ends[:-1], "ruptures_objective": float(theirs)})
found.sort(key=lambda c: len(c["values"]))
out = {"made_by": "pelt.py", "versions": {"python": platform.python_version(), "ruptures": ruptures.__version__, "numpy": np.__version__},
       "tried": tried, "missed_by_ruptures": found}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=1) + "\n")
print(tried, found[0])
