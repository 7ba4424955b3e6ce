import assert from "node:assert/strict";
import { test } from "node:test";
import { runJson } from "../support/run.ts";

test("a forecast is drawn with what its model learned from, its points and two named bands, the wider one first", async () => {
  const spec = ["--spec", "NaiveForecaster()", "--calibration", "none"];
  const forecast = await runJson(["forecast", "predict", "demo:nile", "--horizon", "2", ...spec]);
  const { exit, document } = await runJson(["data", "plot", String(forecast.document.forecast_handle), "--svg"]);
  assert.equal(exit, 0);
  assert.deepEqual(document.labels, ["flow", "forecast"]);
  const svg = String(document.svg);
  const bands = [...svg.matchAll(/<path class="band" d="M([^"]*)Z"/g)].map(([, d]) =>
    d.split("L").map((p) => p.split(" ").map(Number)),
  );
  assert.equal(bands.length, 2);
  // Three corners there (the last value, two steps) and three back; pixels count from the top.
  const [wide, narrow] = bands.map((corners) => corners[3][1] - corners[2][1]);
  assert.equal(bands[0].length, 6);
  // 1.959964 / 1.281552 standard deviations, to the tenth of a pixel.
  assert.ok(Math.abs(wide / narrow - 1.959964 / 1.281552) < 0.01, `${wide} ${narrow}`);
  assert.match(svg, /95 %.*80 %/s);
  assert.match(svg, /Bands: intervals of 95 % and 80 %/);
});
