import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { BadCall } from "../../src/contract/outcome.ts";
import { openLineLog } from "../../src/io/line-log.ts";
import { inFolder } from "../support/folder.ts";

async function linesOf(path: string): Promise<string[]> {
  const log = openLineLog(path, path);
  const lines: string[] = [];
  for await (const line of log.lines()) lines.push(line);
  await log.close();
  return lines;
}

test("what was appended is there for the next to open it, in order, of any length and letter", () =>
  inFolder({}, async () => {
    const log = openLineLog("deep/er/log", "log");
    const written = ["first", "zweite Zeile: äöü \u2028 漢字", "x".repeat(3_000_000)];
    for (const line of written) await log.append(line);
    await log.close();
    assert.deepEqual(await linesOf("deep/er/log"), written);
  }));

test("a line torn by a kill spoils itself alone", () =>
  inFolder({}, async () => {
    writeFileSync("log", "whole\nto");
    const log = openLineLog("log", "log");
    await log.append("next");
    await log.close();
    assert.deepEqual(await linesOf("log"), ["whole", "to", "next"]);
  }));

test("it is in the file when append returns, not only when the log is closed", () =>
  inFolder({}, async () => {
    const log = openLineLog("log", "log");
    await log.append("now");
    assert.match(readFileSync("log", "utf8"), /^\n?now\n$/);
    await log.close();
  }));

test("a place that cannot be written is a bad call that names it", () =>
  inFolder({ file: "" }, async () => {
    assert.throws(
      () => openLineLog("file/log", "file/log"),
      (error) => error instanceof BadCall && /cannot write 'file\/log'/.test(error.message),
    );
  }));
