# Exact binomial and multinomial goodness-of-fit p-values and chi-square tails. Run with Python 3, SciPy.
import itertools, json, math, sys
import numpy, scipy
from scipy import stats


def multinomial(counts, shares):
    n = sum(counts)
    logs = [math.log(s) for s in shares]

    def chance(x):
        return math.exp(math.lgamma(n + 1) - sum(math.lgamma(c + 1) for c in x) + sum(c * l for c, l in zip(x, logs)))

    limit = chance(counts) * (1 + 1e-7)
    total = 0.0
    for head in itertools.product(range(n + 1), repeat=len(counts) - 1):
        if sum(head) <= n:
            c = chance((*head, n - sum(head)))
            total += c if c <= limit else 0
    return total


cases = [
    ([3, 17], [0.5, 0.5]), ([9, 1], [0.7, 0.3]), ([58, 2], [0.99, 0.01]), ([1, 399], [0.01, 0.99]),
    ([2, 3, 7], [1 / 3, 1 / 3, 1 / 3]), ([30, 2, 1], [0.9, 0.05, 0.05]), ([4, 4, 1, 3], [0.25, 0.25, 0.25, 0.25]),
]
out = {
    "made_with": {"python": sys.version.split()[0], "numpy": numpy.__version__, "scipy": scipy.__version__},
    "exact": [
        {
            "counts": c,
            "shares": s,
            "p": stats.binomtest(c[0], sum(c), s[0]).pvalue if len(c) == 2 else multinomial(c, s),
        }
        for c, s in cases
    ],
    "chi_square": [
        {"counts": c, "shares": s, "statistic": float(t.statistic), "p": float(t.pvalue)}
        for c, s in [
            ([9380, 620], [0.95, 0.05]), ([9480, 520], [0.95, 0.05]), ([821588, 815482], [0.5, 0.5]),
            ([5000, 5200], [0.5, 0.5]), ([9500, 10500], [0.5, 0.5]), ([50000, 50900, 49100], [1 / 3] * 3),
            ([2016, 1984], [0.5, 0.5]),
        ]
        for t in [stats.chisquare(c, [sum(c) * x for x in s])]
    ],
}
json.dump(out, sys.stdout, indent=1)
