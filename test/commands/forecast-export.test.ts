import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { root } from "../support/root.ts";
import { runCli, runJson } from "../support/run.ts";

const values = [12, 15, 11, 18, 13, 16, 12, 19, 14, 17, 13, 20];
const csv = `month;sales\n${values.map((v, i) => `2023-${String(i + 1).padStart(2, "0")};${v}`).join("\n")}\n`;
const spec = "NaiveForecaster(sp=4)";

/** The program as a person would run it: its own store, `liquet` on the PATH and in node_modules. */
function setUp(dir: string): NodeJS.ProcessEnv {
  mkdirSync(join(dir, "bin"));
  writeFileSync(
    join(dir, "bin/liquet"),
    `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist/liquet.js")}" "$@"\n`,
  );
  chmodSync(join(dir, "bin/liquet"), 0o755);
  mkdirSync(join(dir, "node_modules"));
  symlinkSync(root, join(dir, "node_modules/liquet"), "dir");
  return { ...process.env, PATH: `${join(dir, "bin")}:${process.env.PATH}`, LIQUET_STORE: join(dir, "another-store") };
}

for (const language of ["shell", "typescript"] as const) {
  test(
    `an exported ${language} program loads, cleans and forecasts as the calls did, in another store`,
    { skip: process.platform === "win32" },
    () =>
      inFolder({ "sales.csv": csv }, async (dir) => {
        const load = await runJson(["data", "load", "sales.csv", "--sep", ";"]);
        const { document: logged } = await runJson([
          "data",
          "transform",
          String(load.document.handle),
          "--action",
          "log",
        ]);
        const { document } = await runJson([
          "forecast",
          "export-code",
          String(logged.handle),
          "--spec",
          spec,
          "--horizon",
          "4",
          "--language",
          language,
        ]);
        const direct = await runCli([
          "forecast",
          "predict",
          String(logged.handle),
          "--spec",
          spec,
          "--horizon",
          "4",
          "--json",
        ]);
        const file = language === "shell" ? "program.sh" : "program.mjs";
        writeFileSync(file, String(document.code));
        const env = setUp(dir);
        const program = language === "shell" ? "/bin/sh" : process.execPath;
        assert.equal(execFileSync(program, [file, "sales.csv"], { env, encoding: "utf8" }), direct.stdout);
      }),
  );
}
