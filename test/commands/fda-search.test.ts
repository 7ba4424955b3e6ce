import assert from "node:assert/strict";
import { test } from "node:test";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const answered = async (...words: string[]) => {
  const run = await runJson(["fda", ...words]);
  assert.equal(run.exit, 0, `${words.join(" ")}: ${run.stderr}`);
  return run.document;
};
const bad = async (...words: string[]) => {
  const { exit, stderr } = await runCli(["fda", ...words]);
  assert.equal(exit, 2, stderr);
  return stderr;
};
const candidates = (...texts: string[]) => texts.flatMap((text) => ["--candidate-params", text]);

interface Ranked {
  rank: number;
  candidate: string;
  result_id: string | null;
  value: number | null;
  value_reason?: string;
}

test("candidates are ranked by a number that each run has by itself, equal ones in their order, refused ones last with why", async () => {
  const words = ["demo:bumps", "--method", "clustering"];
  const params = candidates("k=7", "k=3", "k=2", "k=2,seed=5");
  const { ranking, winner, metric } = await answered("compare-methods", ...words, ...params);
  assert.deepEqual([metric, winner], ["silhouette", "k=2"]);
  const rows = ranking as Ranked[];
  assert.deepEqual(
    rows.map(({ candidate }) => candidate),
    ["k=2", "k=2,seed=5", "k=3", "k=7"],
  );
  assert.match(String(rows[3].value_reason), /^TooFewCurves: /);
  assert.equal(rows[3].result_id, null);
  const run = await answered("run-method", "demo:bumps", "--method", "clustering", "--k", "3");
  assert.equal(rows[2].result_id, run.result_id);
  assert.equal(rows[2].value, (run.diagnostics as Record<string, number>).silhouette);
});

test("a comparison without a number that can be better, with one candidate or with text that is no parameter is a bad call", async () => {
  const two = candidates("k=2", "k=3");
  assert.match(await bad("compare-methods", "demo:bumps", "--method", "depth", ...two), /which of two runs is better/);
  const clustering = ["compare-methods", "demo:bumps", "--method", "clustering"];
  assert.match(await bad(...clustering, ...two, "--metric", "edf"), /judged by silhouette/);
  assert.match(await bad(...clustering, ...candidates("k=2")), /candidate_params/);
  assert.match(await bad(...clustering, ...candidates("k=2", "two")), /expected PARAMETER=VALUE/);
});

test("a search tries no value twice, takes only steps that are better, and ends where the neighbours are worse", async () => {
  // Noise on three bumps: BIC has an optimum inside the range.
  let state = 1;
  const noise = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  };
  const rows = Array.from({ length: 80 }, (_, j) => {
    const t = j / 79;
    return [t, ...[1, 2, 3].map((i) => Math.sin(9 * t + i) + 0.3 * noise())].join(",");
  });
  await inFolder({ "x.csv": `t,a,b,c\n${rows.join("\n")}\n` }, async () => {
    const found = await answered("auto-tune", "x.csv", "--method", "smoothing", "--max-steps", "40");
    const steps = found.steps as { to: number; target_before: number; target_after: number; accepted: boolean }[];
    assert.equal(new Set(steps.map(({ to }) => to)).size, steps.length);
    for (const s of steps) assert.equal(s.accepted, s.target_after < s.target_before);
    assert.equal(found.stop_reason, "converged");
    const at = found.final_value as number;
    const bic = async (n: number) => {
      const run = await answered("run-method", "x.csv", "--method", "smoothing", "--n-basis", String(n));
      return (run.diagnostics as Record<string, number>).bic;
    };
    if (found.at_edge === "none") {
      assert.ok((await bic(at)) <= (await bic(at - 1)));
      assert.ok((await bic(at)) <= (await bic(at + 1)));
    }
    assert.equal(found.final_target, await bic(at));
  });
});

test("a guard keeps a cluster of one from being taken, a budget ends a search, and what cannot be tuned says why", async () => {
  const found = await answered("auto-tune", "demo:bumps", "--method", "clustering");
  const [first] = found.steps as { to: number; accepted: boolean; guard: string }[];
  assert.deepEqual(first, { ...first, to: 4, accepted: false, guard: "smallest_cluster 1 < 2" });
  assert.deepEqual([found.final_value, found.at_edge], [2, "low"]);
  const short = await answered("auto-tune", "demo:bumps", "--method", "smoothing", "--max-steps", "1");
  assert.deepEqual([short.stop_reason, short.n_steps], ["budget", 1]);
  for (const [method, why] of [
    ["alignment", /how much warping/],
    ["depth", /nothing to tune/],
  ] as const)
    assert.match(await bad("auto-tune", "demo:bumps", "--method", method), why);
});

/** Curves of three directions of variation and noise. */
function threeDirections(n: number, m: number): string {
  const rng = pcg64(2);
  const weights = Array.from({ length: n }, () => [0, 1, 2].map(() => standardNormal(rng)));
  const rows = Array.from({ length: m }, (_, j) => {
    const t = j / (m - 1);
    const at = ([a, b, c]: number[]) => a + b * Math.sin(2 * Math.PI * t) + c * Math.cos(6 * Math.PI * t);
    return [t, ...weights.map((w) => at(w) + 0.3 * standardNormal(rng))].join(",");
  });
  return `t,${weights.map((_, i) => `c${i}`)}\n${rows.join("\n")}\n`;
}

test("three directions in noise are found as three components, from below and from above", () =>
  inFolder({ "x.csv": threeDirections(30, 60) }, async () => {
    for (const start of ["n_comp=1", "n_comp=3", "n_comp=12"]) {
      const found = await answered("auto-tune", "x.csv", "--method", "fpca", "--start", start);
      assert.deepEqual([found.target_metric, found.final_value, found.at_edge], ["ic_p1", 3, "none"], start);
    }
  }));

test("a scan of the basis is widened until its optimum lies inside; a Fourier series is tuned on odd numbers", () =>
  inFolder({ "x.csv": threeDirections(30, 60) }, async () => {
    const words = ["auto-tune", "x.csv", "--start", "basis=fourier"];
    const scan = await answered(...words, "--method", "basis", "--start", "basis=fourier,n_basis=5");
    const run = await answered("build-diagnostics", String(scan.final_result_id));
    // cos 6πt is the third wave: a constant and three pairs.
    assert.equal((run.diagnostics as Record<string, unknown>).optimal_n_basis, 7);
    const smooth = await answered(...words, "--method", "smoothing");
    for (const { to } of smooth.steps as { to: number }[]) assert.equal(to % 2, 1);
    assert.equal(smooth.final_value, 7);
  }));

test("a chained pipeline gives each stage the curves that the last one left, the same runs as one by one", async () => {
  const stages = ["--stages", "smoothing:n_basis=8", "--stages", "alignment", "--stages", "clustering:k=2"];
  const report = await answered("pipeline-report", "demo:bumps", ...stages);
  const [smooth, aligned, clusters] = report.stages as { on: string; result_id: string }[];
  assert.deepEqual([smooth.on, aligned.on, clusters.on], [report.handle, smooth.result_id, aligned.result_id]);
  const one = await answered("run-method", "demo:bumps", "--method", "smoothing", "--n-basis", "8");
  assert.equal(one.result_id, smooth.result_id);
  const two = await answered("run-method", smooth.result_id, "--method", "alignment");
  assert.equal(two.result_id, aligned.result_id);
  const rules = (report.caveats as { stage: number; rule: string }[]).map(({ stage, rule }) => `${stage} ${rule}`);
  assert.ok(rules.includes("1 residuals_autocorrelated"), rules.join());
  const apart = await answered("pipeline-report", "demo:bumps", ...stages, "--no-chain");
  for (const { on } of apart.stages as { on: string }[]) assert.equal(on, apart.handle);
  assert.match(await bad("pipeline-report", "demo:bumps", "--stages", "fpca", "--stages", "fpca:k=2"), /no such/);
  assert.ok(JSON.stringify(report).length < 8000);
});

test("diagnostics of raw curves are those of their grid and range, and of a run those of the run", async () => {
  const csv = "t,a,b\n0,1,5\n1,2,-3\n3,4,2\n";
  const { diagnostics, aspect, result_id } = await inFolder({ "x.csv": csv }, () =>
    answered("build-diagnostics", "x.csv"),
  );
  assert.deepEqual([aspect, result_id], ["represent", null]);
  // Gaps 1 and 2: mean 1.5, population standard deviation 0.5; values sum to 11.
  assert.deepEqual(diagnostics, {
    n_obs: 2,
    n_points: 3,
    argvals_min: 0,
    argvals_max: 3,
    argvals_spacing_mean: 1.5,
    argvals_spacing_std: 0.5,
    argvals_spacing_ratio: 2,
    is_uniform_grid: false,
    data_range_min: -3,
    data_range_max: 5,
    data_range_mean: 1.83333333333,
    noise_ratio: null,
    noise_ratio_reason: "fewer than 9 points, or no curve that varies",
  });
  const run = await answered("run-method", "demo:bumps", "--method", "depth");
  const about = await answered("build-diagnostics", String(run.result_id));
  assert.deepEqual([about.result_id, about.diagnostics], [run.result_id, run.diagnostics]);
});

test("a search in which no run has the number that it goes by finds nothing, and says why the first has none", async () => {
  const row = (x: number) => [x / 10, 3, 3, 3, 3].join(",");
  const csv = `t,a,b,c,d\n${Array.from({ length: 12 }, (_, j) => row(j)).join("\n")}\n`;
  await inFolder({ "flat.csv": csv }, async () => {
    for (const [method, why] of [
      ["clustering", /the first: TooFewCurves: flat\.csv: all 4 curves are the same, which is one cluster and not 3/],
      ["smoothing", /none of the \d runs tried has a bic \(the first: the fit is exact/],
    ] as const) {
      const { exit, document } = await runJson(["fda", "auto-tune", "flat.csv", "--method", method]);
      assert.deepEqual([exit, document.error_type], [3, "NotIdentifiable"]);
      assert.match(String(document.cause), why);
    }
    const { document } = await runJson(["fda", "cluster", "flat.csv"]);
    assert.match(String(document.cause), /all 4 curves are the same, which is one cluster and not 2; give --k 1$/);
  });
});

test("parameters written as text keep to the ranges of the options: a bad call, before anything runs", async () => {
  for (const [words, told] of [
    [["pipeline-report", "demo:bumps", "--stages", "fpca:n_comp=0"], /n_comp: expected more than 0, got 0/],
    [
      [
        "compare-methods",
        "demo:bumps",
        "--method",
        "smoothing",
        "--candidate-params",
        "lambda=-1",
        "--candidate-params",
        "n_basis=8",
      ],
      /lambda: expected at least 0, got -1/,
    ],
    [
      [
        "compare-methods",
        "demo:bumps",
        "--method",
        "clustering",
        "--candidate-params",
        "k=2.5",
        "--candidate-params",
        "k=2",
      ],
      /k: expected a whole number, got 2.5/,
    ],
    [
      ["auto-tune", "demo:bumps", "--method", "smoothing", "--start", "n_basis=999"],
      /n_basis: expected at most 500, got 999/,
    ],
    [["auto-tune", "demo:bumps", "--method", "smoothing", "--start", "foo=1"], /foo: smoothing has no such parameter/],
  ] as const) {
    const { exit, stderr } = await runCli(["fda", ...words]);
    assert.equal(exit, 2, words.join(" "));
    assert.match(stderr, told);
  }
});

test("a ranking by a number that the differing parameter moves by itself says so, and by what to rank instead", async () => {
  const rank = (method: string, metric: string, ...candidates: string[]) =>
    answered(
      "compare-methods",
      "demo:bumps",
      "--method",
      method,
      ...(metric === "" ? [] : ["--metric", metric]),
      ...candidates.flatMap((each) => ["--candidate-params", each]),
    );
  const fpca = await rank("fpca", "", "n_comp=1", "n_comp=2");
  assert.equal(fpca.caveat, "more n_comp moves cumulative_variance_explained by itself; ic_p1 can rank them");
  const within = await rank("clustering", "within_ss", "k=2", "k=3");
  assert.match(String(within.caveat), /^more k moves within_ss by itself; silhouette and calinski_harabasz can/);
  assert.equal((await rank("clustering", "within_ss", "starts=2", "starts=3")).caveat, undefined);
  assert.equal((await rank("clustering", "silhouette", "k=2", "k=3")).caveat, undefined);
});

test("a guard's number has six digits", async () => {
  const rows = Array.from({ length: 21 }, (_, j) => `${j},${Math.sin(j / 4)}`);
  await inFolder({ "x.csv": `t,a\n${rows.join("\n")}\n` }, async () => {
    const { steps } = (await answered("auto-tune", "x.csv", "--method", "smoothing")) as { steps: { guard: string }[] };
    const held = steps.map(({ guard }) => guard).filter((guard) => guard !== "none");
    assert.ok(held.length > 0);
    for (const guard of held) assert.match(guard, /^edf \d+(\.\d{1,5})? > 0\.9 x 21 points$/);
  });
});
