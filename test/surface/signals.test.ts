import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { until } from "../support/patience.ts";
import { root } from "../support/root.ts";

/** The built program, started in a folder with a store of its own there. */
function start(dir: string, args: string[]) {
  const child = spawn(process.execPath, [join(root, "dist/liquet.js"), ...args], {
    cwd: dir,
    env: { ...process.env, LIQUET_STORE: join(dir, "store") },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = new Promise<{ code: number | null; by: string | null }>((resolve) =>
    child.on("exit", (code, by) => resolve({ code, by })),
  );
  return { child, ended };
}

const temporary = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tmp"));

/** So many rows that a search of ARIMA models takes hours, and hardly ever yields. */
const ROWS = 300_000;

for (const name of ["SIGINT", "SIGTERM"] as const)
  test(`${name} ends a computation that never yields, and leaves nothing half written`, () =>
    inFolder({}, async (dir) => {
      let [state, text] = [0, "time,y\n"];
      for (let i = 0; i < ROWS; i++) {
        state = 0.7 * state + ((i * 7919) % 1009) / 1009 - 0.5;
        text += `${new Date(60_000 * i).toISOString()},${state.toFixed(4)}\n`;
      }
      writeFileSync(join(dir, "minutes.csv"), text);
      const spec = "ARIMA(order=(3,1,3), seasonal_order=(2,0,2,24))";
      const { child, ended } = start(dir, ["forecast", "fit", "minutes.csv", "--spec", spec]);
      // The data are kept before the fit begins.
      await until(
        "data in the store",
        () => existsSync(join(dir, "store/recipes/data")) && existsSync(join(dir, "store/results")),
      );
      child.kill(name);
      assert.deepEqual(await ended, { code: null, by: name });
      assert.deepEqual(temporary(dir), []);
    }));

for (const name of ["SIGINT", "SIGTERM"] as const)
  test(`${name} while a file is written, and nothing more comes to write, ends by the signal and leaves no file`, () =>
    inFolder({}, async (dir) => {
      const words = ["experiment", "assign-cells", "-", "--salt", "s", "--weights", "a=1,b=1", "--out", "arms.csv"];
      const { child, ended } = start(dir, words);
      child.stdin?.write("u1\nu2\n");
      await until("a temporary file", () => temporary(dir).length === 1);
      child.kill(name);
      assert.deepEqual(await ended, { code: null, by: name });
      assert.deepEqual(readdirSync(dir), []);
    }));
