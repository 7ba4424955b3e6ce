import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LIQUET, measureAll, row } from "./measure.ts";

// Start-up against a bare node in the same rounds. Wanted: --help and a small profile at most 1.5 x, mcp 2.5 x.
const dir = mkdtempSync(join(tmpdir(), "liquet-bench-"));
process.chdir(dir);
await measureAll({ demo: [...LIQUET, "demo"] }, 1);

const seen = await measureAll(
  {
    "node -e 0": [process.execPath, "-e", "0"],
    "liquet --version": [...LIQUET, "--version"],
    "liquet --help": [...LIQUET, "--help"],
    "liquet profile (562 rows, parquet) --json": [...LIQUET, "profile", "liquet-demo/fic101.parquet", "--json"],
    "liquet profile (562 rows, csv) --json": [...LIQUET, "profile", "liquet-demo/fic101.csv", "--json"],
  },
  15,
);
const mcp: number[] = [];
for (let i = 0; i < 9; i++) mcp.push(await firstAnswer());
const bare = seen["node -e 0"].seconds;
for (const [name, m] of Object.entries(seen)) row(name, m, { "bare node": m.seconds / bare });
const answered = mcp.sort((a, b) => a - b)[4];
row("liquet mcp, spawn to its first answer", { seconds: answered, peak_mb: null }, { "bare node": answered / bare });
process.chdir(tmpdir());
rmSync(dir, { recursive: true, force: true });

function firstAnswer(): Promise<number> {
  return new Promise((resolve) => {
    const started = process.hrtime.bigint();
    const child = spawn(LIQUET[0], [...LIQUET.slice(1), "mcp"], { stdio: ["pipe", "pipe", "ignore"] });
    child.stdout.once("data", () => {
      resolve(Number(process.hrtime.bigint() - started) / 1e9);
      child.stdin.end();
    });
    const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`);
  });
}
