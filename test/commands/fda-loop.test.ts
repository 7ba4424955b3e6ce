import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import reference from "../oracles/fda-reference.json" with { type: "json" };
import { inFolder } from "../support/folder.ts";
import { realData } from "../support/real-data.ts";
import { root } from "../support/root.ts";
import { runCli, runJson, testStore } from "../support/run.ts";

type Numbers = Record<string, number>;

const answered = async (...words: string[]) => {
  const run = await runJson(["fda", ...words]);
  assert.equal(run.exit, 0, `${words.join(" ")}: ${run.stderr}`);
  return run.document;
};
const refused = async (csv: string, ...words: string[]) => {
  const run = await inFolder({ "x.csv": csv }, () => runJson(["fda", "run-method", "x.csv", "--method", ...words]));
  assert.equal(run.exit, 3, run.stderr);
  return run.document as { error_type: string; cause: string };
};
const near = (got: number, want: number, within: number) =>
  assert.ok(Math.abs(got - want) <= within, `${got} is not ${want}`);

test("the loop goes from a terminal and from an MCP client, with the same bytes: load, run, compare, recommend, run again, result", async () => {
  const dir = mkdtempSync(join(tmpdir(), "liquet-loop-"));
  const client = new Client({ name: "loop", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, "dist/liquet.js"), "mcp", "--root", dir],
      cwd: dir,
      // A store of its own: nothing but the calls themselves tells the client what the terminal did.
      env: { LIQUET_STORE: join(dir, "store") },
    }),
  );
  const both = async (tool: string, words: string[], args: Record<string, unknown>) => {
    const { stdout, exit, stderr } = await runCli([...tool.split(" "), ...words, "--json"]);
    assert.equal(exit, 0, stderr);
    const result = await client.callTool({ name: tool.replaceAll(/[ -]/g, "_"), arguments: args });
    const [{ text }] = result.content as { text: string }[];
    assert.equal(text, stdout);
    return JSON.parse(stdout) as Record<string, string>;
  };
  try {
    const { handle } = await both("data load", ["demo:bumps"], { source: "demo:bumps" });
    const first = await both("fda run-method", [handle, "--method", "clustering", "--k", "3"], {
      curves: handle,
      method: "clustering",
      k: 3,
    });
    const compared = await both("fda compare-run", [first.result_id, "--k", "4"], {
      before_result_id: first.result_id,
      k: 4,
    });
    assert.equal(compared.before_result_id, first.result_id);
    const advice = await both("fda recommend", [compared.after_result_id], { result_id: compared.after_result_id });
    const [{ rule, parameters, next }] = advice.recommendations as unknown as {
      rule: string;
      parameters: { k: number };
      next: string;
    }[];
    assert.deepEqual([rule, parameters], ["silhouette_prefers", { k: 2 }]);
    // What `next` says is a call that runs.
    const again = await runJson(next.split(" ").slice(1));
    const rerun = await both("fda compare-run", [compared.after_result_id, "--k", "2"], {
      before_result_id: compared.after_result_id,
      k: 2,
    });
    assert.equal(again.document.after_result_id, rerun.after_result_id);
    assert.equal((rerun.direction as unknown as Record<string, string>).silhouette, "better");
    const result = await both("fda result", [rerun.after_result_id, "--field", "labels"], {
      result_id: rerun.after_result_id,
      field: "labels",
    });
    assert.deepEqual(
      (result.values as unknown as number[][]).map(([label]) => label),
      [1, 1, 1, 2, 2, 2],
    );
  } finally {
    await client.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

test("under the reference's settings the weather curves have its published differences from 15 to 25 functions", async (t) => {
  if (realData === null) return t.skip("LIQUET_DATA names no folder of data");
  const weather = join(realData, "fda/canadian_weather.csv");
  const settings = ["--method", "smoothing", "--basis", "fdars", "--weights", "simpson", "--n-basis", "15"];
  const { result_id } = await answered("run-method", weather, ...settings);
  const change = await answered("compare-run", String(result_id), "--n-basis", "25");
  // As the reference's documentation prints them.
  const delta = change.delta as Numbers;
  near(delta.aic_pooled, -2181.912236, 5e-7);
  near(delta.bic_pooled, -2108.448571, 5e-7);
  near(delta.gcv, -0.068405, 5e-7);
  near(delta.edf, 9.853957, 5e-7);
  assert.deepEqual(change.changed_parameters, [{ parameter: "n_basis", before: 15, after: 25 }]);
  const { gcv, aic_pooled, edf } = change.direction as Record<string, string>;
  assert.deepEqual([gcv, aic_pooled, edf], ["better", "better", "neutral"]);
});

test("without that data the reference's fits of the bundled curves are reproduced: lambda, EDF, RSS and GCV", async () => {
  for (const want of reference.bumps.smooth) {
    const words = ["--method", "smoothing", "--basis", "fdars", "--n-basis", String(want.n_basis)];
    const { diagnostics } = await answered("run-method", "demo:bumps", ...words);
    const got = diagnostics as Numbers;
    for (const key of ["edf", "rss", "gcv"] as const) near(got[key] / want[key], 1, 1e-9);
    near(got.lambda_difference / want.lambda, 1, 1e-9);
  }
});

test("a comparison keeps what the run before was told, says what changed, and changes nothing when nothing changed", async () => {
  const words = ["--method", "clustering", "--k", "2", "--seed", "7", "--starts", "3"];
  const before = await answered("run-method", "demo:bumps", ...words);
  const change = await answered("compare-run", String(before.result_id), "--k", "3");
  assert.deepEqual(change.parameters, { k: 3, starts: 3, seed: 7, weights: "trapezoid" });
  assert.deepEqual(change.changed_parameters, [{ parameter: "k", before: 2, after: 3 }]);
  const { k, within_ss } = change.delta as Numbers;
  const { within_ss: a } = change.before as Numbers;
  const { within_ss: b } = change.after as Numbers;
  assert.equal(k, 1);
  near(within_ss, b - a, 1e-12);
  near((change.relative_change as Numbers).within_ss, (b - a) / a, 1e-10);
  // More clusters are always nearer to their curves: that is no merit.
  assert.equal((change.direction as Record<string, string>).within_ss, "neutral");
  const starts = await answered("compare-run", String(before.result_id), "--starts", "1");
  assert.notEqual((starts.direction as Record<string, string>).within_ss, "better");
  const same = await answered("compare-run", String(before.result_id), "--k", "2");
  assert.equal(same.after_result_id, before.result_id);
  assert.deepEqual([...new Set(Object.values(same.delta as Numbers))], [0]);
  assert.deepEqual([...new Set(Object.values(same.direction as object))], ["neutral"]);
});

test("a stated lambda is kept through a comparison, and a criterion beside it is refused there too", async () => {
  const words = ["--method", "smoothing", "--lambda", "0.001"];
  const { result_id } = await answered("run-method", "demo:bumps", ...words);
  const change = await answered("compare-run", String(result_id), "--n-basis", "10");
  assert.equal((change.after as Numbers).lambda, 0.001);
  const idle = await runCli(["fda", "compare-run", String(result_id), "--criterion", "bic"]);
  assert.match(idle.stderr, /has no effect beside a stated lambda/);
  const free = await answered("compare-run", String(result_id), "--lambda", "auto", "--criterion", "bic");
  assert.equal((free.direction as Record<string, string>).bic, "better");
});

test("a flag that turns is listed as a flip, with the way it turned", async () => {
  const { result_id } = await answered("run-method", "demo:bumps", "--method", "alignment", "--max-iter", "2");
  const change = await answered("compare-run", String(result_id), "--max-iter", "30");
  assert.deepEqual(change.flips, { converged: { before: "false", after: "true" } });
  assert.equal((change.direction as Record<string, string>).converged, "better");
  const advice = await answered("recommend", String(result_id));
  const [first] = advice.recommendations as { rule: string; because: object; next: string }[];
  assert.equal(first.rule, "not_converged");
  assert.match(first.next, /--max-iter 4$/);
});

test("a run of a file is refused when the file changed, and a handle that no run made is unknown", async () => {
  const csv = "t,a,b,c\n0,1,2,4\n1,2,3,1\n2,4,2,2\n3,1,1,3\n";
  const changed = await inFolder({ "x.csv": csv }, async () => {
    const { result_id } = await answered("run-method", "x.csv", "--method", "fpca");
    writeFileSync("x.csv", csv.replace("4\n", "5\n"));
    const refused = await runJson(["fda", "result", String(result_id)]);
    // What it is told to run loads it as what it was: curves.
    const [, words] = /: liquet (data load .*)$/.exec(String(refused.document.cause)) ?? [];
    const again = await runJson(words.split(" "));
    assert.deepEqual([again.exit, again.document.layout], [0, "curves"]);
    return refused;
  });
  assert.deepEqual([changed.exit, changed.document.error_type], [3, "DataChanged"]);
  const unknown = await runJson(["fda", "compare-run", "res_000000000000", "--k", "2"]);
  assert.deepEqual([unknown.exit, unknown.document.error_type], [3, "UnknownHandle"]);
});

test("kept results that were deleted are computed again to the same bytes", async () => {
  const { result_id } = await answered("run-method", "demo:bumps", "--method", "depth");
  const words = ["fda", "result", String(result_id), "--json"];
  const kept = await runCli(words);
  rmSync(join(testStore, "results", String(result_id)), { recursive: true });
  assert.equal((await runCli(words)).stdout, kept.stdout);
});

test("each method refuses what it cannot work on, before any arithmetic, and then there is no handle", async () => {
  const two = "t,a,b\n0,1,2\n1,2,3\n2,4,2\n3,4,4\n4,1,0\n";
  assert.equal((await refused(two, "depth")).error_type, "TooFewCurves");
  assert.equal((await refused(two.split("\n").slice(0, 4).join("\n"), "smoothing")).error_type, "TooFewPoints");
  assert.equal((await refused(two.replace("1,2,3", "1,inf,3"), "clustering")).error_type, "NonFiniteCurve");
  const uneven = two.replace("1,2,3", "0.1,2,3");
  assert.equal((await refused(uneven, "fpca", "--weights", "simpson")).error_type, "IrregularGrid");
  const level = "t,a,b,c\n0,1,1,1\n1,1,1,1\n2,1,1,1\n";
  assert.equal((await refused(level, "alignment")).error_type, "NotIdentifiable");
  assert.equal((await refused(level, "fpca")).error_type, "NotIdentifiable");
});

test("a parameter of another method, a word that a method does not know and a scan of nothing are bad calls", async () => {
  const bad = async (...words: string[]) => {
    const { exit, stderr } = await runCli(["fda", "run-method", "demo:bumps", "--method", ...words]);
    assert.equal(exit, 2, stderr);
    return stderr;
  };
  assert.match(await bad("depth", "--k", "2"), /k: depth has no such parameter; it has weights/);
  assert.match(await bad("smoothing", "--criterion", "cv"), /criterion: expected one of gcv, aic, bic, got 'cv'/);
  assert.match(await bad("smoothing", "--lambda", "1", "--criterion", "bic"), /has no effect beside a stated lambda/);
  assert.match(await bad("alignment", "--lambda", "auto"), /lambda: expected a number, got 'auto'/);
  assert.match(await bad("basis", "--n-basis", "4"), /more than the 4 functions/);
  assert.match(await bad("smoothing", "--n-basis", "5", "--basis", "fdars"), /at least 6 functions/);
});

test("the scan of basis functions calls no edge an optimum, and Simpson's rule on an uneven grid is advised against", async () => {
  const short = await answered("run-method", "demo:bumps", "--method", "basis", "--n-basis", "12");
  const scan = await answered("recommend", String(short.result_id));
  const [edge] = scan.recommendations as { rule: string; because: Numbers; parameters: Numbers }[];
  assert.equal(edge.rule, "optimum_at_edge");
  assert.equal(edge.because.optimal_n_basis, edge.because.largest_tried);
  // 20 functions on 21 points leave nothing to judge them by.
  const full = await answered("recommend", "basis:demo:bumps");
  assert.equal((full.recommendations as { rule: string }[])[0].rule, "nearly_saturated");
  const csv = "t,a,b,c\n0,1,2,4\n1,2,3,1\n2.6,4,2,2\n3,1,1,3\n3.5,1,2,3\n";
  const advice = await inFolder({ "x.csv": csv.replace("2.6", "2.7").replace("3.5", "3.3") }, async () => {
    const { result_id } = await answered("run-method", "x.csv", "--method", "fpca", "--weights", "simpson");
    return answered("recommend", String(result_id));
  });
  const rules = (advice.recommendations as { rule: string }[]).map(({ rule }) => rule);
  assert.ok(rules.includes("uneven_grid_simpson"), rules.join());
});

test("with the defaults every answer about 200 curves on 300 points stays below 8 kB", async () => {
  const names = Array.from({ length: 200 }, (_, i) => `station${i}`);
  const rows = Array.from({ length: 300 }, (_, j) =>
    [j / 7, ...names.map((_, i) => Math.sin(i + j / (20 + (i % 9))) * (1 + i / 7))].join(","),
  );
  await inFolder({ "x.csv": `t,${names.join(",")}\n${rows.join("\n")}\n` }, async () => {
    for (const method of ["fpca", "basis", "smoothing", "clustering", "depth"]) {
      const ran = await answered("run-method", "x.csv", "--method", method);
      const changed = ["--weights", "simpson"];
      const answers = [
        ran,
        await answered("recommend", String(ran.result_id)),
        await answered("result", String(ran.result_id)),
        ...(method === "basis" ? [] : [await answered("compare-run", String(ran.result_id), ...changed)]),
      ];
      for (const answer of answers) {
        const size = JSON.stringify(answer).length;
        assert.ok(size < 8000, `${method}: ${size} bytes of ${JSON.stringify(answer).slice(0, 200)}`);
      }
    }
  });
  assert.ok(JSON.stringify(await answered("list-capabilities")).length < 8000);
});

test("a table over the grid goes to a file whole, whatever the caps, and reads back as curves for the next method", async () => {
  await inFolder({}, async () => {
    const words = ["smoothing:demo:bumps", "--field", "fitted", "--max-rows", "1", "--out", "smooth.csv"];
    const { written, rows_dropped } = await answered("result", ...words);
    assert.deepEqual([written, rows_dropped], ["smooth.csv", 5]);
    const { n_curves, n_points } = await answered("run-method", "smooth.csv", "--method", "alignment");
    assert.deepEqual([n_curves, n_points], [6, 21]);
    const again = await runCli(["fda", "result", ...words]);
    assert.equal(again.exit, 2, "an existing file is kept");
  });
});

test("noisy curves are to be smoothed first: the advice's call runs, and aligning what it left is advised against no more", async () => {
  let state = 1;
  const noise = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  };
  const rows = Array.from({ length: 60 }, (_, j) =>
    [j, ...[0, 3, 6].map((shift) => Math.exp(-(((j - 27 - shift) / 8) ** 2)) + 0.2 * noise())].join(","),
  );
  await inFolder({ "x.csv": `t,a,b,c\n${rows.join("\n")}\n` }, async () => {
    const raw = await answered("run-method", "x.csv", "--method", "alignment");
    const advice = await answered("recommend", String(raw.result_id));
    const [noisy] = advice.recommendations as { rule: string; next: string; because: Numbers }[];
    assert.equal(noisy.rule, "noisy");
    assert.equal(noisy.because.noise_ratio, (raw.diagnostics as Numbers).noise_ratio);
    const smooth = await runJson(noisy.next.split(" ").slice(1));
    assert.equal(smooth.exit, 0, smooth.stderr);
    const again = await answered("run-method", String(smooth.document.result_id), "--method", "alignment");
    const rules = (await answered("recommend", String(again.result_id))).recommendations as { rule: string }[];
    assert.ok(!rules.some(({ rule }) => rule === "noisy"));
  });
});

test("a method takes up the curves that a run left behind, and a run that left none is a bad call", async () => {
  const smooth = await answered("run-method", "demo:bumps", "--method", "smoothing", "--n-basis", "8");
  const aligned = await answered("run-method", String(smooth.result_id), "--method", "alignment");
  assert.equal(aligned.handle, smooth.result_id);
  const parts = await answered("run-method", String(aligned.result_id), "--method", "fpca");
  const before = await answered("run-method", "demo:bumps", "--method", "fpca");
  const share = (run: Record<string, unknown>) => (run.diagnostics as Numbers).total_variance;
  assert.ok(share(parts) < share(before) / 5, "what varied in time is gone");
  const change = await answered("compare-run", String(parts.result_id), "--n-comp", "1");
  assert.equal(change.handle, aligned.result_id);
  const none = await runCli(["fda", "run-method", "fpca:demo:bumps", "--method", "depth"]);
  assert.match(none.stderr, /fpca leaves no curves behind/);
  assert.equal(none.exit, 2);
});
