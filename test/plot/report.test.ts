import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { demoFolder } from "../support/golden.ts";
import { root } from "../support/root.ts";
import { runCli } from "../support/run.ts";

const chromium = ["chromium", "chromium-browser", "google-chrome"].find(
  (name) => spawnSync("which", [name]).status === 0,
);
const skip = chromium === undefined ? "no Chromium on this machine" : false;
let dir: string;
let page: string;

before(async () => {
  dir = await demoFolder();
  process.chdir(dir);
  const { exit, stderr } = await runCli(["run", "liquet-demo/plan.toml", "--out", "out"]);
  assert.equal(exit, 0, stderr);
  page = readFileSync("out/report.html", "utf8");
});
after(() => {
  process.chdir(root);
  rmSync(dir, { recursive: true, force: true });
});

test("the page loads nothing and runs nothing", () => {
  assert.doesNotMatch(page, /<script|javascript:|\son[a-z]+=/i);
  assert.doesNotMatch(page, /(?:src|href)="(?!#|data:,)/);
  assert.doesNotMatch(page, /url\(|@import/);
});

test("headings step by one level, every figure has a title and a description", () => {
  const levels = [...page.matchAll(/<h([1-6])/g)].map((m) => Number(m[1]));
  assert.equal(levels[0], 1);
  assert.equal(levels.filter((level) => level === 1).length, 1);
  levels.slice(1).forEach((level, i) => assert.ok(level <= levels[i] + 1, `h${levels[i]} is followed by h${level}`));
  const figures = page.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  assert.ok(figures.length >= 2);
  const ids = new Set<string>();
  for (const svg of figures) {
    assert.match(svg, /role="img" aria-labelledby="/);
    assert.match(svg, /<title id="[^"]+">[^<]+<\/title><desc id="[^"]+">[^<]+<\/desc>/);
    assert.match(svg, />time \(UTC\), [^<]+</);
    ids.add(/<title id="([^"]+)"/.exec(svg)?.[1] ?? "");
  }
  assert.equal(ids.size, figures.length, "ids are unique on the page");
});

test("every colour of text stands out from its ground by 4.5 to 1 or more", () => {
  const luminance = (hex: string) => {
    const full = hex.length === 4 ? hex.replace(/[0-9a-f]/g, "$&$&") : hex;
    const [r, g, b] = [1, 3, 5]
      .map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  for (const [ink, paper] of [
    ["#1a1a1a", "#ffffff"],
    ["#444", "#ffffff"],
    ["#1f4e79", "#ffffff"],
    ["#1a1a1a", "#f4f4f4"],
    ["#1a1a1a", "#fdf3ee"],
  ]) {
    assert.ok(page.includes(ink) || ink === "#1a1a1a");
    assert.ok(contrast(ink, paper) >= 4.5, `${ink} on ${paper}: ${contrast(ink, paper)}`);
  }
});

test("a headless browser shows it without a console message, on a desk and on a phone", { skip }, () => {
  for (const size of ["1280,900", "390,844"]) {
    const profile = mkdtempSync(join(tmpdir(), "liquet-chromium-"));
    const run = spawnSync(
      chromium ?? "",
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--user-data-dir=${profile}`,
        `--window-size=${size}`,
        "--enable-logging=stderr",
        "--dump-dom",
        `file://${dir}/out/report.html`,
      ],
      { encoding: "utf8", timeout: 60_000 },
    );
    rmSync(profile, { recursive: true, force: true });
    assert.equal(run.status, 0, run.stderr);
    assert.doesNotMatch(run.stderr, /CONSOLE/);
    assert.match(run.stdout, /<h2>Findings<\/h2>/);
  }
});

test("an archive that could not be read stands among the refusals, its name escaped", async () => {
  const { writeFileSync } = await import("node:fs");
  writeFileSync("<b>&.csv", "timestamp,value\n2024-01-01T00:00:00Z,1\n");
  const { exit } = await runCli(["report", "liquet-demo/fic101.parquet", "<b>&.csv", "--out", "mixed.html"]);
  assert.equal(exit, 0);
  const mixed = readFileSync("mixed.html", "utf8");
  assert.match(mixed, /profile: &lt;b&gt;&amp;\.csv, SchemaError/);
  assert.doesNotMatch(mixed, /<b>&/);
});

test("the SVG is well-formed XML", {
  skip: spawnSync("which", ["xmllint"]).status === 0 ? false : "no xmllint on this machine",
}, async () => {
  await runCli(["plot", "liquet-demo/fic101.parquet", "--out", "fic.svg"]);
  execFileSync("xmllint", ["--noout", "fic.svg"]);
});
