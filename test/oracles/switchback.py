"""Oracle of the switchback tests: brute force with numpy, without block sums, Frisch-Waugh or closed-form roots.

Every coefficient is a least-squares fit of its own (numpy.linalg.lstsq) on [1, setting, covariates]. An interval's ends are
found among the shifts where some assignment's |coefficient| crosses the observed one: the segments between neighbouring
crossings are tested at their midpoints by counting.

Run: python switchback.py > switchback.json
"""
import hashlib
import itertools
import json
import sys
from datetime import datetime, timedelta, timezone

import numpy as np
import statsmodels
import statsmodels.api as sm

LEVEL, DRAWS = 0.05, 1000


def enumerate_all(k):
    rows = np.zeros((0, k), dtype=int)
    for positions in itertools.combinations(range(k), k // 2):
        row = np.zeros((1, k), dtype=int)
        row[0, list(positions)] = 1
        rows = np.vstack([rows, row])
    return rows


def balanced(rng, count, k):
    order = np.argsort(rng.random((count, k)), axis=1, kind="stable")
    rows = np.zeros((count, k), dtype=int)
    np.put_along_axis(rows, order[:, : k // 2], 1, axis=1)
    return rows


def draw(rng, k):
    """The observed assignment and the reference set, as numpy's default_rng gives them."""
    if k <= 12:
        rows = enumerate_all(k)
        return rows[rng.integers(len(rows))], rows, True
    observed = balanced(rng, 1, k)[0]
    return observed, balanced(rng, DRAWS, k), False


def coefficients(y, block, covariates, rows):
    """OLS coefficient of each assignment's setting on each column of y."""
    x = [(c - c.mean()) / c.std() for c in covariates]
    out = []
    for row in rows:
        design = np.column_stack([np.ones(len(block)), row[block], *x])
        out.append(np.linalg.lstsq(design, y, rcond=None)[0][1])
    return np.array(out)


def test(y, block, covariates, observed, rows, enumerated):
    z = observed[block].astype(float)
    both = np.column_stack([y, z])
    own = coefficients(both, block, covariates, [observed])[0][0]
    fits = coefficients(both, block, covariates, rows)
    twin = np.array([(r == observed).all() or (r == 1 - observed).all() for r in rows])
    spread = 1.4826 * np.median(np.abs(y - np.median(y)))
    extreme = np.abs(fits[:, 0]) >= abs(own) - 1e-9 * (abs(own) + spread)
    count = int((extreme | twin).sum())
    p = count / len(rows) if enumerated else (1 + count) / (1 + len(rows))
    lo, hi = invert(own, fits[~twin, 0], fits[~twin, 1], int(twin.sum()), len(rows), enumerated)
    return {"estimate": own, "p_value": p, "lo": lo, "hi": hi}


def invert(own, a, c, always, size, enumerated):
    def accepted(theta):
        count = always + int((np.abs(a - theta * c) >= abs(own - theta)).sum())
        p = count / size if enumerated else (1 + count) / (1 + size)
        return p > LEVEL + 1e-12

    with np.errstate(divide="ignore", invalid="ignore"):
        crossings = np.concatenate([(own - a) / (1 - c), (own + a) / (1 + c)])
    edges = np.unique(crossings[np.isfinite(crossings)])
    middles = np.concatenate([[edges[0] - 1e6], (edges[1:] + edges[:-1]) / 2, [edges[-1] + 1e6]])
    ok = [accepted(m) for m in middles]
    first, last = ok.index(True), len(ok) - 1 - ok[::-1].index(True)
    return (None if first == 0 else edges[first - 1]), (None if last == len(edges) else edges[last])


def small_cases():
    cases = []
    for seed, (k, n_cov, effect) in enumerate(
        [(8, 0, 2), (8, 0, 0), (8, 1, 1), (8, 2, 3), (10, 0, 1), (10, 1, -2), (10, 2, 0.5), (12, 1, 1), (14, 0, 1), (16, 2, -1)]
    ):
        rng = np.random.default_rng(1000 + seed)
        counts = rng.integers(3, 7, k)
        block = np.repeat(np.arange(k), counts)
        n = len(block)
        observed, rows, enumerated = draw(np.random.default_rng(seed), k)
        drift = np.repeat(rng.normal(0, 1, k), counts)
        covariates = [np.round(np.cumsum(rng.normal(0, 0.5, n)) + 10 * (j + 1), 4) for j in range(n_cov)]
        y = 50 + effect * observed[block] + drift + rng.normal(0, 0.5, n) + sum(0.7 * c for c in covariates)
        y = np.round(y, 4)
        fit = sm.OLS(y, sm.add_constant(np.column_stack([observed[block], *covariates]))).fit()
        cases.append(
            {
                "blocks": k,
                "seed": seed,
                "block": block.tolist(),
                "y": y.tolist(),
                "covariates": [c.tolist() for c in covariates],
                "statsmodels_ols": fit.params[1],
                **test(y, block, covariates, observed, rows, enumerated),
            }
        )
    return cases


def trial():
    """The demo trial of the reference implementation, from its published recipe."""
    n = 4320
    rng = np.random.default_rng(2024)
    hours = np.arange(n) / 60
    feed = 40 + np.cumsum(rng.normal(0, 0.05, n))
    ambient = 15 + 6 * np.sin(2 * np.pi * (hours - 9) / 24) + rng.normal(0, 0.2, n)
    shocks = rng.normal(0, 0.05, n)
    noise = np.zeros(n)
    for i in range(1, n):
        noise[i] = 0.95 * noise[i - 1] + shocks[i]
    settings = draw(np.random.default_rng(7), 24)[0]
    response, state = np.zeros(n), 0.0
    for i in range(2880, n):
        target = settings[(i - 2880) // 60]
        state = target + (state - target) * np.exp(-1 / 5)
        response[i] = state
    outlet = 180 + 0.8 * (feed - 40) + 0.1 * (ambient - 15) + 0.25 * response + noise
    return {"TI201.PV": np.round(outlet, 4), "FI200.PV": np.round(feed, 4), "TT001.PV": np.round(ambient, 4)}


def kept(values, start):
    i = np.arange(start, start + 1440)
    i = i[(i - start) % 60 >= 15]
    return values[i], (i - start) // 60


def trial_results(tags):
    observed, rows, enumerated = draw(np.random.default_rng(7), 24)
    y, block = kept(tags["TI201.PV"], 2880)
    x = [kept(tags[name], 2880)[0] for name in ("FI200.PV", "TT001.PV")]
    return {
        "direct": test(y, block, [], observed, rows, enumerated),
        "adjusted": test(y, block, x, observed, rows, enumerated),
        "checks": [test(c, block, [], observed, rows, enumerated) for c in x],
    }


def power(values, sigma, entropy):
    """Claim rates of 200 draws; `entropy` makes the seed of draw j."""
    y, block = kept(values, 1440)
    sums = np.bincount(block, y - y.mean(), 24)
    counts = np.bincount(block, minlength=24)
    claims = np.zeros(5)
    for j in range(200):
        observed, rows, enumerated = draw(np.random.default_rng(entropy(j)), 24)
        z = observed[block]
        for i, shift in enumerate([0, 0.1, 0.25, 0.5, 1]):
            shifted = y + shift * sigma * z
            s = np.bincount(block, shifted, 24)
            on, off = rows @ counts, (1 - rows) @ counts
            a = rows @ s / on - (1 - rows) @ s / off
            sz = np.bincount(block, z, 24)
            c = rows @ sz / on - (1 - rows) @ sz / off
            own = shifted[z == 1].mean() - shifted[z == 0].mean()
            twin = np.array([(r == observed).all() or (r == 1 - observed).all() for r in rows])
            lo, hi = invert(own, a[~twin], c[~twin], int(twin.sum()), len(rows), enumerated)
            claims[i] += (lo is not None and lo > 0) or (hi is not None and hi < 0)
    return (claims / 200).tolist()


def digest(first_line, seed):
    settings = draw(np.random.default_rng(seed), 24)[0]
    start = datetime(2024, 6, 3, tzinfo=timezone.utc)
    lines = [first_line, f"start {start.isoformat()}", f"end {(start + timedelta(days=1)).isoformat()}", "block_s 3600", "washout_s 900", f"seed {seed}"]
    for i, b in enumerate(settings):
        s = start + timedelta(hours=i)
        lines.append(f"block {i} {s.isoformat()} {(s + timedelta(hours=1)).isoformat()} {(s + timedelta(minutes=15)).isoformat()} {'AB'[b]}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def settings_cases():
    seeds = [0, 1, 7, 2**32 - 1, 2**33 + 5, 2**53 - 1]
    return [
        {"blocks": k, "seed": s, "settings": "".join("AB"[b] for b in draw(np.random.default_rng(s), k)[0])}
        for k in (8, 10, 12, 14, 24, 60)
        for s in seeds
    ]


def main():
    tags = trial()
    history = tags["TI201.PV"][1440:2881]
    # The reference reads the row at the schedule's end too, which lies in no block.
    sigma, own_sigma = (1.4826 * np.median(np.abs(h - np.median(h))) for h in (history, history[:-1]))
    json.dump(
        {
            "made_with": {"python": sys.version.split()[0], "numpy": np.__version__, "statsmodels": statsmodels.__version__},
            "settings": settings_cases(),
            "digest_seed_7": {name: digest(f"{name}-switchback-plan 1", 7) for name in ("tsdive", "liquet")},
            "small": small_cases(),
            "trial": {"start": "2024-06-01T00:00:00Z", "step_s": 60, "tags": {k: v.tolist() for k, v in tags.items()}},
            "trial_results": trial_results(tags),
            "power": {
                "reference": {"sigma": sigma, "rates": power(tags["TI201.PV"], sigma, lambda j: [7, j])},
                "spawned": {"sigma": own_sigma, "rates": power(tags["TI201.PV"], own_sigma, lambda j: np.random.SeedSequence(7, spawn_key=(j,)))},
            },
        },
        sys.stdout,
    )
    sys.stdout.write("\n")


main()
