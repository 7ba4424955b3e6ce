import assert from "node:assert/strict";
import { test } from "node:test";
import { runCli, runJson } from "../support/run.ts";

const plotted = async (...words: string[]) => {
  const { exit, stderr, document } = await runJson(["data", "plot", ...words]);
  assert.equal(exit, 0, stderr);
  return document;
};
/** The heights that a panel's value axis is labelled with. */
const heights = (panel: string) =>
  [...panel.matchAll(/text-anchor="end"[^>]*>(-?[\d.]+)</g)].map(([, text]) => Number(text));

test("an alignment is drawn before and after on the same heights, with its warps beside the identity and its means", async () => {
  const { panels, n_lines, svg } = await plotted("alignment:demo:bumps", "--svg");
  assert.deepEqual(panels, ["alignment of demo:bumps: curves", "aligned", "warps", "mean"]);
  assert.equal(n_lines, 3 * 6 + 3);
  const [before, after, warps] = String(svg).split("<g transform");
  assert.ok(heights(before).length >= 3);
  assert.deepEqual(heights(after), heights(before));
  assert.match(warps, /stroke-dasharray="4 4"/);
  assert.doesNotMatch(before + after, /stroke-dasharray="4 4"/);
  // Four panels of one size, one below the other.
  assert.match(String(svg), /^<svg [^>]*viewBox="0 0 800 1256"/);
  assert.equal(String(svg).match(/<title/g)?.length, 1);
});

test("a smooth is drawn beside its curves, residuals and standard errors; components beside theirs", async () => {
  const smooth = await plotted("smoothing:demo:bumps");
  assert.deepEqual((smooth.panels as string[]).slice(1), ["fitted", "residuals", "se_factor"]);
  const parts = await plotted("fpca:demo:bumps", "--title", "Bumps");
  assert.deepEqual(parts.panels, ["Bumps: curves", "components", "mean"]);
});

test("a run beside other data is the curves that it left, and a run without any is a bad call", async () => {
  const { labels } = await plotted("demo:bumps", "smoothing:demo:bumps", "--labels", "raw", "--labels", "smooth");
  assert.deepEqual([(labels as string[])[0], (labels as string[])[6]], ["raw f0", "smooth f0"]);
  for (const [words, why] of [
    [["basis:demo:bumps"], /basis leaves nothing over the grid/],
    [["alignment:demo:bumps", "--labels", "a"], /labels: a run's figures name their own lines/],
  ] as const) {
    const { exit, stderr } = await runCli(["data", "plot", ...words]);
    assert.equal(exit, 2);
    assert.match(stderr, why);
  }
});
