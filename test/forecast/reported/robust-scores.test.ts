import assert from "node:assert/strict";
import { test } from "node:test";
import { evidenceOf } from "../../support/forecast-calls.ts";
import { answered, loadOdd, ODD } from "../../support/odd-series.ts";

interface Scores {
  metrics: Record<string, number | string | null>;
}

test("every metric on every odd series is a number, or null with its reason, or refused when it is alone", async () => {
  const { results } = await evidenceOf<{ results: { name: string }[] }>(
    ...["forecast", "query-registry", "--task", "metric", "--limit", "100"],
  );
  const names = results.map(({ name }) => name);
  const evaluate = (handle: string, metrics: string) =>
    answered([
      "forecast",
      "evaluate",
      handle,
      "--spec",
      "naive",
      "--horizon",
      "3",
      "--folds",
      "2",
      "--metrics",
      metrics,
    ]);
  const faults: string[] = [];
  let answers = 0;
  for (const name of ODD) {
    const handle = await loadOdd(name);
    const found = await evaluate(handle, names.map((metric) => `${metric}()`).join());
    faults.push(...found.faults);
    if (found.document !== null) answers++;
    const { metrics } = (found.document ?? { metrics: {} }) as unknown as Scores;
    for (const [key, value] of Object.entries(metrics)) {
      if (value === null) faults.push(...(await evaluate(handle, key)).faults);
      else if (typeof value === "number" && value < 0) faults.push(`${name}: ${key} is ${value}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(answers >= 10, String(answers));
});
