"""Control chart factors by numerical integration, run rules by their definitions, run lengths by dynamic programming.

Run: python control-charts.py (writes control-charts.json beside it).
"""
import json
import pathlib
import platform

import numpy as np
import scipy
from scipy import integrate, stats

rng = np.random.default_rng(20240331)


def factors(n):
    """d2 = integral of 1 - F^n - (1-F)^n; E[W^2] by Tippett's double integral on Gauss-Legendre nodes."""
    cdf, sf = stats.norm.cdf, stats.norm.sf
    d2 = integrate.quad(lambda x: 1 - cdf(x) ** n - sf(x) ** n, -12, 12, epsabs=1e-12, epsrel=1e-12, limit=400)[0]
    nodes, weights = np.polynomial.legendre.leggauss(200)
    second = 0.0
    for y, wy in zip(9 * nodes, weights):
        half = (y + 9) / 2
        x = -9 + half * (nodes + 1)
        inner = 1 - cdf(y) ** n - sf(x) ** n + (cdf(y) - cdf(x)) ** n
        second += 2 * 9 * wy * half * np.dot(weights, inner)
    d3 = np.sqrt(second - d2 * d2)
    spread = 3 * d3 / d2
    return {"n": n, "d2": d2, "d3": d3, "A2": 3 / (d2 * np.sqrt(n)), "D3": max(0.0, 1 - spread), "D4": 1 + spread}


# Each rule as "do the last m samples up to i (no break among them) form the pattern?", and which of them belong to it.
def same(states):
    return states[0] != 0 and np.all(states == states[0])


def stretch(state, needs, m, each):
    """Windows of m samples that fulfil `needs`; two such windows in a row (no break between) belong to one stretch.

    `each`: every completing sample is a hit; otherwise only the first of a stretch.
    """
    def find(x, breaks):
        s = state(x)
        whole = lambda i: i - m + 1 >= 0 and not breaks[i - m + 2 : i + 1].any() and needs(s[i - m + 1 : i + 1], x[i - m + 1 : i + 1])
        complete = [i for i in range(len(x)) if whole(i)]
        first = [i for i in complete if breaks[i] or i - 1 not in complete]
        hits = complete if each else first
        runs = []
        for i in complete:
            if i in first:
                runs.append([i - m + 1, i])
            else:
                runs[-1][1] = i
        return hits, runs
    return find


def cluster(sigmas, needed, span, sigma):
    def find(x, breaks):
        s = np.where(x > sigmas * sigma, 1, np.where(x < -sigmas * sigma, -1, 0))
        hits, runs, side = [], [], None
        for i in range(len(x)):
            if s[i] == 0:
                continue
            members = [j for j in range(max(0, i - span + 1), i + 1) if s[j] == s[i] and not breaks[j + 1 : i + 1].any()]
            if len(members) < needed:
                continue
            hits.append(i)
            if runs and side == s[i] and members[0] <= runs[-1][1]:
                runs[-1][1] = i
            else:
                runs.append([members[0], i])
            side = s[i]
        return hits, runs
    return find


def rules(sigma):
    sign = lambda x: np.sign(x)
    rising = lambda _s, x: np.all(np.diff(x) > 0) or np.all(np.diff(x) < 0)
    zigzag = lambda _s, x: np.all(np.diff(x) != 0) and np.all(np.sign(np.diff(x))[1:] == -np.sign(np.diff(x))[:-1])
    of = lambda needs: (lambda s, x: needs(s))
    side = lambda m: stretch(sign, of(same), m, False)
    return {
        "BEYOND_3SIGMA": stretch(lambda x: np.abs(x) > 3 * sigma, of(np.all), 1, True),
        "RUN_9_SAMESIDE": side(9),
        "RUN_8_SAMESIDE": side(8),
        "TREND_6": stretch(sign, rising, 6, True),
        "ALTERNATING_14": stretch(sign, zigzag, 14, True),
        "2_OF_3_BEYOND_2SIGMA": cluster(2, 2, 3, sigma),
        "4_OF_5_BEYOND_1SIGMA": cluster(1, 4, 5, sigma),
        "RUN_15_WITHIN_1SIGMA": stretch(lambda x: np.abs(x) < sigma, of(np.all), 15, False),
        "RUN_8_OUTSIDE_1SIGMA": stretch(lambda x: np.abs(x) > sigma, of(np.all), 8, False),
    }


def series(kind, n):
    if kind == "noise":
        return np.round(rng.normal(0, 2.2, n)).astype(int)
    if kind == "drift":
        return np.round(np.cumsum(rng.normal(0, 1, n))).astype(int)
    if kind == "zigzag":
        return (np.where(np.arange(n) % 2, 2, -2) + rng.integers(-1, 2, n)).astype(int)
    if kind == "quiet":
        return rng.integers(-2, 2, n)
    return np.cumsum(rng.choice([1, 1, 1, 1, 1, -4], n)).astype(int) - 3


cases = []
for kind in ["noise", "drift", "zigzag", "quiet", "sawtooth"] * 4:
    x = series(kind, 80)
    breaks = rng.random(80) < (0.03 if len(cases) % 2 else 0)
    breaks[0] = False
    found = {}
    for name, find in rules(2).items():
        hits, runs = find(x, breaks)
        found[name] = {"hits": [int(i) for i in hits], "runs": [[int(a), int(b)] for a, b in runs]}
    cases.append({"kind": kind, "values": x.tolist(), "breaks": np.flatnonzero(breaks).tolist(), "found": found})


def trend_run_length(m, limit=4000):
    """Mean number of independent samples until m in a row rise or fall: sum over n of the share of orders without one.

    State: the last sample's rank among those seen, and how many steps the present monotone stretch has.
    """
    total, n = 1.0, 1
    up = np.zeros((m - 1, 1))
    down = np.zeros((m - 1, 1))
    up[0, 0] = 1.0  # a first sample: a stretch of no step, kept on one side only
    while n < limit:
        # The new sample's rank r = 0..n among n+1 is uniform; it is above the last one (rank k) when r > k.
        share = lambda a: np.concatenate(([0.0], np.cumsum(a))) / (n + 1)
        above = np.array([share(row) for row in up])            # sum over k < r
        below = np.array([share(row[::-1])[::-1] for row in down])  # sum over k >= r
        rise_from_down = np.array([share(row) for row in down]).sum(axis=0)
        fall_from_up = np.array([share(row[::-1])[::-1] for row in up]).sum(axis=0)
        new_up, new_down = np.zeros((m - 1, n + 1)), np.zeros((m - 1, n + 1))
        new_up[1:] = above[:-1]
        new_up[1] += rise_from_down if m > 2 else 0
        new_down[1:] = below[:-1]
        new_down[1] += fall_from_up if m > 2 else 0
        up, down, n = new_up, new_down, n + 1
        alive = up.sum() + down.sum()
        total += alive
        if alive < 1e-9:
            break
    return total


out = {
    "made_by": "control-charts.py",
    "versions": {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__},
    "factors": [{k: (v if k == "n" else float(np.round(v, 8))) for k, v in factors(n).items()} for n in range(2, 26)],
    "rule_cases": cases,
    "trend_6_mean_run_length": trend_run_length(6),
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out) + "\n")
