import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { callJson, connectClient } from "../support/mcp-client.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { runJson } from "../support/run.ts";

type Json = Record<string, unknown>;

/** The document with the value at a path of keys replaced, and a hash that fits it. */
function altered(text: string, [path, value]: [string, unknown]): string {
  const { sha256: _, ...document } = JSON.parse(text) as Json;
  const keys = path.split(".");
  const last = keys.pop() as string;
  const inner = keys.reduce((at, key) => at[key] as Json, document as Json);
  inner[last] = value;
  const sha256 = createHash("sha256").update(JSON.stringify(document)).digest("hex");
  return JSON.stringify({ ...document, sha256 });
}

/** What anybody can write who knows how the hash is made. */
const HOSTILE: Record<string, [string, unknown][]> = {
  "NaiveForecaster(sp=12)": [
    ["spec", 5],
    ["spec", "ThetaForecaster()"],
    ["x", "x"],
    ["data", null],
    ["data.index", []],
    ["data.index.at", [1e300]],
    ["data.index.tz", "../../etc/passwd"],
    ["data.frequency.n", 1e308],
    ["data.x", [null]],
    ["data.y.values", [1, 2]],
    ["state", null],
    ["state", {}],
    ["state.sigma2", -1],
    ["state.sigma2", "x"],
    ["state.warnings", 0],
    ["state.level", null],
    ["state.residuals", null],
  ],
  "ARIMA(order=(1,1,1))": [
    ["state.fit", 1],
    ["state.fit.orders", null],
    ["state.fit.orders.d", 1e15],
    ["state.fit.orders.D", 1e308],
    ["state.fit.orders.p", -1],
    ["state.fit.orders.q", 1e15],
    ["state.fit.orders.m", 1e15],
  ],
};

test("a model file with a right hash and a state that no fit gives is refused or answered, at once", {
  timeout: PATIENCE_MS,
}, async () => {
  await inFolder({}, async (cwd) => {
    const { client } = await connectClient({ cwd });
    for (const [spec, changes] of Object.entries(HOSTILE)) {
      await runJson(["forecast", "save-model", "demo:airline", "good.json", "--spec", spec, "--overwrite"]);
      const good = readFileSync("good.json", "utf8");
      for (const change of changes) {
        writeFileSync("hostile.json", altered(good, change));
        const loaded = await client.callTool({ name: "forecast_load_model", arguments: { path: "hostile.json" } });
        const source = (loaded.structuredContent as Json | undefined)?.model_handle;
        if (source === undefined) continue;
        // Neither rejects: whatever breaks on such a state is a refusal of the file.
        for (const name of ["forecast_predict", "forecast_get_fitted_params", "forecast_export_code"])
          await client.callTool({ name, arguments: { source } });
      }
    }
    writeFileSync("hostile.json", altered(readFileSync("good.json", "utf8"), ["state.fit.orders.d", 1e15]));
    const { document } = await callJson(client, "forecast_load_model", { path: "hostile.json" });
    assert.equal(document.error_type, "SchemaError");
    assert.match(String(document.cause), /'orders\.d' is no order of a model/);
    await client.close();
  });
});
