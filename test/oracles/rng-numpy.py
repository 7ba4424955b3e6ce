"""Draws of numpy's default_rng, to be matched bit for bit -> rng-numpy.json"""
import json, pathlib, platform
import numpy as np
from numpy.random import Generator, PCG64, SeedSequence, default_rng

seeds = [0, 1, 7, 42, 2**32 - 1, 2**32, 2**40 + 12345, 2**53 - 1, [7, 0], [7, 199], [1, 2, 3, 4, 5, 6, 7], [2**33, 5]]
cases = [{"seed": s, "random": default_rng(s).random(5).tolist()} for s in seeds]
spawned = [
    {"seed": s, "spawn_key": k, "random": Generator(PCG64(SeedSequence(s, spawn_key=k))).random(3).tolist()}
    for s, k in [(7, [0]), (7, [1]), (7, [199]), ([1, 2, 3, 4, 5], [2, 3]), (2**40, [9])]
]
integers = []
for n in (1, 2, 3, 10, 171, 924, 1000, 2**16 + 1, 2**31 - 1, 2**31 + 1, 2**32 - 1):
    rng = default_rng(n % 97)
    integers.append({"n": n, "seed": n % 97, "draws": [int(rng.integers(n)) for _ in range(40)]})
# A waiting high half survives 64-bit draws.
rng = default_rng(5)
mixed = []
for i in range(12):
    mixed.append(int(rng.integers(1000)) if i % 3 else float(rng.random()))
rng = default_rng(42)
normal = rng.standard_normal(200_000)
tail = np.flatnonzero(np.abs(normal) > 3.6541528853610088)
rng = default_rng(11)
permutations = [rng.permutation(n).tolist() for n in (1, 2, 5, 17, 40)]
shuffled = np.arange(20.0) * 1.5
default_rng(12).shuffle(shuffled)
rng = default_rng(3)
balanced = []
for k in (2, 6, 7, 24):
    order = np.argsort(rng.random(k), kind="stable")
    marks = np.zeros(k, int)
    marks[order[: k // 2]] = 1
    balanced.append({"k": k, "marks": marks.tolist()})
out = {
    "made_by": "rng-numpy.py",
    "versions": {"python": platform.python_version(), "numpy": np.__version__},
    "random": cases, "spawned": spawned, "integers": integers, "mixed": {"seed": 5, "draws": mixed},
    "normal": {"seed": 42, "n": len(normal), "first": normal[:300].tolist(), "tail_at": tail.tolist(), "tail": normal[tail].tolist(),
               "last": normal[-5:].tolist(), "within_1": int((np.abs(normal) < 1).sum())},
    "permutation": {"seed": 11, "orders": permutations}, "shuffle": {"seed": 12, "items": shuffled.tolist()},
    "balanced": {"seed": 3, "draws": balanced},
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out) + "\n")
