import assert from "node:assert/strict";
import { test } from "node:test";
import { savedLift } from "../../src/experiment/saved-lift.ts";
import { intervalsFigure, MOST_INTERVALS } from "../../src/plot/intervals-figure.ts";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const COUNTS = [
  "experiment",
  "analyze-lift",
  "--n",
  "control=2016,treatment=1984",
  "--successes",
  "control=178,treatment=261",
];

test("the figure stands where its numbers are: 0, ends and estimate share one scale", () => {
  const svg = intervalsFigure({
    title: "t",
    x_label: "lift (points)",
    rows: [{ name: "b - a", low: 1, estimate: 2, high: 4 }],
    description: "d",
  });
  const lines = [...svg.matchAll(/<line class="(\w+)" x1="([\d.]+)" x2="([\d.]+)"/g)].map(
    (m) => [m[1], Number(m[2]), Number(m[3])] as const,
  );
  const zero = lines.find(([kind]) => kind === "zero")?.[1] ?? Number.NaN;
  const [, low, high] = lines.find(([kind, from, to]) => kind === "interval" && from !== to) ?? [
    "",
    Number.NaN,
    Number.NaN,
  ];
  const middle = Number(/cx="([\d.]+)"/.exec(svg)?.[1]);
  const unit = low - zero;
  assert.ok(unit > 0);
  // Coordinates have one decimal, so each distance is right to a tenth of a pixel or two.
  assert.ok(Math.abs(middle - zero - 2 * unit) < 0.5 && Math.abs(high - zero - 4 * unit) < 0.5);
  assert.match(svg, />lift \(points\)</);
});

test("more rows than the frame holds are not drawn over each other", () => {
  const rows = Array.from({ length: 30 }, (_, i) => ({ name: `r${i}`, low: 0, estimate: 1, high: 2 }));
  const svg = intervalsFigure({ title: "t", x_label: "x", rows, description: "d" });
  assert.equal(svg.match(/<circle/g)?.length, MOST_INTERVALS);
});

test("a saved lift is drawn by data plot: the printed readout, +4.33 points, 2.39 to 6.26", () =>
  inFolder({}, async () => {
    const { writeFileSync, readFileSync } = await import("node:fs");
    writeFileSync("lift.json", (await runCli([...COUNTS, "--json"])).stdout);
    const { document, exit } = await runJson(["data", "plot", "lift.json", "--out", "lift.svg"]);
    assert.equal(exit, 0);
    assert.deepEqual(document.labels, ["treatment - control"]);
    assert.equal((document.sparklines as { label: string }[])[0].label, "treatment - control 4.326 (2.389 to 6.262)");
    assert.match(readFileSync("lift.svg", "utf8"), /absolute lift with its 95% interval \(percentage points\)/);
  }));

test("relative lifts alone are drawn in % of the control, means in the outcome's unit", () => {
  const answer = (more: object) =>
    JSON.stringify({
      result_kind: "evidence",
      call: { command: "experiment analyze-lift" },
      method: { alpha: 0.1 },
      metric: { type: "mean", outcome: "spend" },
      ...more,
    });
  const effect = { estimate: 0.1, low: -0.2, high: 0.3 };
  const relative = savedLift(answer({ comparisons: [{ arm: "b", control: "a", relative: effect }] }));
  assert.deepEqual(relative?.rows, [{ name: "b - a", low: -20, estimate: 10, high: 30 }]);
  assert.match(relative?.measure ?? "", /^relative lift with its 90% interval \(% of the control\)$/);
  const means = savedLift(answer({ comparisons: [{ arm: "b", control: "a", absolute: effect }] }));
  assert.deepEqual(means?.rows, [{ name: "b - a", low: -0.2, estimate: 0.1, high: 0.3 }]);
});

test("what is no saved lift is read as data or refused as data is", () =>
  inFolder(
    {
      "rows.json": '[{"timestamp":"2024-01-01","value":1},{"timestamp":"2024-01-02","value":2}]',
      "other.json": '{"result_kind":"evidence"}',
    },
    async () => {
      assert.equal(savedLift("not json"), null);
      assert.equal((await runJson(["data", "plot", "rows.json"])).exit, 0);
      assert.equal((await runJson(["data", "plot", "other.json"])).exit, 3);
      const empty = JSON.stringify({
        result_kind: "evidence",
        call: { command: "experiment analyze-lift" },
        comparisons: [],
      });
      const { writeFileSync } = await import("node:fs");
      writeFileSync("empty.json", empty);
      const { exit, document } = await runJson(["data", "plot", "empty.json"]);
      assert.deepEqual([exit, document.error_type], [3, "WrongLayout"]);
    },
  ));
