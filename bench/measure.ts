import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../test/support/root.ts";

/** One process, start to end: wall seconds and the peak of its resident memory (Linux only, else null). */
export interface Measurement {
  seconds: number;
  peak_mb: number | null;
}

/** The built program. */
export const LIQUET = [process.execPath, join(root, "dist/liquet.js")];

/** Runs a command line once and measures the whole process. Throws when it fails. */
export function measureOnce(
  argv: string[],
  options: { cwd?: string; stdin?: string } = {},
): Promise<Measurement & { stdout: string }> {
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint();
    const child = spawn(argv[0], argv.slice(1), {
      cwd: options.cwd,
      stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    let peak: number | null = null;
    const look = () => {
      peak = Math.max(peak ?? 0, residentPeak(child.pid)) || null;
    };
    const poll = setInterval(look, 4);
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    if (options.stdin !== undefined) child.stdin?.end(options.stdin);
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(poll);
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      if (code !== 0) reject(new Error(`${argv.join(" ")} ended with ${code}: ${stderr}`));
      else resolve({ seconds, peak_mb: peak, stdout });
    });
  });
}

function residentPeak(pid: number | undefined): number {
  try {
    const kb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kb ? Number(kb) / 1024 : 0;
  } catch {
    return 0;
  }
}

/** Medians of `runs` interleaved rounds over several command lines, so that a slow minute hits all alike. */
export async function measureAll(lines: Record<string, string[]>, runs = 5): Promise<Record<string, Measurement>> {
  const seen: Record<string, Measurement[]> = Object.fromEntries(Object.keys(lines).map((name) => [name, []]));
  for (let round = 0; round < runs; round++) {
    for (const [name, argv] of Object.entries(lines)) seen[name].push(await measureOnce(argv));
  }
  return Object.fromEntries(
    Object.entries(seen).map(([name, all]) => {
      const peaks = all.map(({ peak_mb }) => peak_mb).filter((peak) => peak !== null);
      return [
        name,
        { seconds: middle(all.map(({ seconds }) => seconds)), peak_mb: peaks.length > 0 ? middle(peaks) : null },
      ];
    }),
  );
}

function middle(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** Seconds of one call in this process. */
export async function timed<T>(body: () => T | Promise<T>): Promise<{ seconds: number; value: T }> {
  const started = process.hrtime.bigint();
  const value = await body();
  return { seconds: Number(process.hrtime.bigint() - started) / 1e9, value };
}

/** A Python that has the named packages: `LIQUET_BENCH_PYTHON` or python3. Null when there is none; then no ratio is claimed. */
export function pythonWith(...packages: string[]): string | null {
  const python = process.env.LIQUET_BENCH_PYTHON ?? "python3";
  const found = spawnSync(python, ["-c", packages.map((name) => `import ${name}`).join(";")]);
  return found.status === 0 ? python : null;
}

/** Prints one row: name, time, memory, and ratios to peers. */
export function row(name: string, m: Measurement, ratios: Record<string, number | null> = {}): void {
  const peak = m.peak_mb === null ? "" : `${m.peak_mb.toFixed(0)} MB`;
  const against = Object.entries(ratios).map(([peer, ratio]) =>
    ratio === null ? `${peer}: not installed` : `${ratio.toFixed(2)} x ${peer}`,
  );
  console.log(
    `${name.padEnd(46)} ${`${(m.seconds * 1000).toFixed(0)} ms`.padStart(10)} ${peak.padStart(9)}   ${against.join(", ")}`,
  );
}
