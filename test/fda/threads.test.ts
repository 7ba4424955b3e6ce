import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Ctx } from "../../src/contract/context.ts";
import { alignHere, alignOnThreads } from "../../src/fda/align-each.ts";
import { scanBasis, scanOnThreads } from "../../src/fda/basis-scan.ts";
import { clusterFields } from "../../src/fda/cluster-fields.ts";
import { karcherMean } from "../../src/fda/karcher.ts";
import { onPool } from "../../src/io/task-pool.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { root } from "../support/root.ts";
import { curvesOf } from "./curves.ts";

const options = { lambda: 0, band: null, max_iter: 4, tolerance: 0, template_of: 12 };
const worker = pathToFileURL(join(root, "dist/worker.js"));

/** Noisy seasons that come early or late, enough of them for threads. */
function seasons(n: number, m: number): { u: Float64Array; curves: Float64Array[] } {
  const rng = pcg64(3);
  const u = Float64Array.from({ length: m }, (_, j) => j / (m - 1));
  const late = (i: number) => 0.05 * ((5 * i) % 7);
  const curves = Array.from({ length: n }, (_, i) =>
    u.map((x) => Math.sin(6 * (x - late(i))) + 0.1 * standardNormal(rng)),
  );
  return { u, curves };
}

function pooled(workers: number, signal = new AbortController().signal): Pick<Ctx, "pool"> {
  return {
    pool: (task, use) => onPool(task, worker, { roots: [], env: {} }, { workers, signal }, use),
  };
}

test("a Karcher mean is bit for bit the same here and on 1, 2 and 3 threads", async () => {
  const { u, curves } = seasons(20, 101);
  const here = await karcherMean(u, curves, options, alignHere());
  for (const workers of [1, 2, 3]) {
    let done = 0;
    const aligner = alignOnThreads(pooled(workers), async () => {
      done++;
    });
    assert.deepEqual(await karcherMean(u, curves, options, aligner), here);
    assert.equal(done, 4 * 12 + curves.length);
  }
});

test("a scan and clusters are the same on threads too", async () => {
  const { u, curves: rows } = seasons(300, 1000);
  const curves = curvesOf(u, rows);
  const scan = { basis: "bspline", from: 4, to: 7, lambda: 0, criterion: "gcv" } as const;
  const tell = async () => {};
  assert.deepEqual(await scanOnThreads(pooled(2), curves, scan, tell), scanBasis(curves, scan));
  const asked = { k: 2, k_max: 8, seed: 0, starts: 3, weights: "trapezoid", max_curves: 9, max_points: 9 } as const;
  assert.deepEqual(await clusterFields(curves, asked, tell, pooled(2)), await clusterFields(curves, asked, tell));
});

test("a small alignment starts no thread", async () => {
  const { u, curves } = seasons(5, 31);
  const none: Pick<Ctx, "pool"> = { pool: () => assert.fail("threads were started") };
  await karcherMean(
    u,
    curves,
    options,
    alignOnThreads(none, async () => {}),
  );
});

test("a cancelled alignment ends in the middle of a pair", async () => {
  const { u, curves } = seasons(4, 2000);
  const cancel = new AbortController();
  let done_after = 0;
  const aligner = alignOnThreads(pooled(2, cancel.signal), async () => {
    if (cancel.signal.aborted) done_after++;
    // By then the thread whose pair is done has been given another.
    else setImmediate(() => cancel.abort(new Error("changed my mind")));
  });
  await assert.rejects(karcherMean(u, curves, options, aligner), /changed my mind/);
  assert.equal(done_after, 0);
});
