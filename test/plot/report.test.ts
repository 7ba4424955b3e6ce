import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium, type Page, withPage } from "../support/browser.ts";
import { demoFolder } from "../support/golden.ts";
import { root } from "../support/root.ts";
import { runCli } from "../support/run.ts";

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

test("headings step by one level, and every link leads to a part of the page", () => {
  const levels = [...page.matchAll(/<h([1-6])/g)].map((m) => Number(m[1]));
  assert.equal(levels[0], 1);
  assert.equal(levels.filter((level) => level === 1).length, 1);
  levels.slice(1).forEach((level, i) => {
    assert.ok(level <= levels[i] + 1, `h${levels[i]} is followed by h${level}`);
  });
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]);
  assert.equal(new Set(ids).size, ids.length, "an id is there twice");
  for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(id), id);
  for (const [, both] of page.matchAll(/aria-labelledby="([^"]+)"/g))
    for (const id of both.split(" ")) assert.ok(ids.includes(id), id);
});

test("every figure is an image with a name and a description, numbers on both axes, and the unit", () => {
  const figures = page.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  assert.equal(figures.length, 2);
  for (const [i, unit] of ["m3/h", "degC"].entries()) {
    const svg = figures[i];
    assert.match(svg, /role="img" aria-labelledby="/);
    assert.match(svg, /<title id="[^"]+">demo:[^<]+<\/title><desc id="[^"]+">[^<]{100,}<\/desc>/);
    assert.match(svg, />time \(UTC\), 2024-03-30 to 2024-03-31</);
    assert.ok(svg.includes(`>value (${unit})<`));
    assert.ok((svg.match(/>\d\d:\d\d</g) ?? []).length >= 4, "clock times");
    assert.ok((svg.match(/text-anchor="end">[\d.]+</g) ?? []).length >= 3, "values");
    assert.match(svg, />ucl [\d.]+</);
    assert.match(svg, />no data</);
  }
});

/** A name as long as historians make them, without a place to break. */
const LONG = `${"a_tag_name_that_never_ends".repeat(4)}.csv`;

test("an archive that could not be read stands among the refusals, its name escaped", async () => {
  for (const name of ["<b>&.csv", LONG]) writeFileSync(name, "timestamp,value\n2024-01-01T00:00:00Z,1\n");
  const { exit } = await runCli(["report", "liquet-demo/fic101.parquet", "<b>&.csv", LONG, "--out", "out/mixed.html"]);
  assert.equal(exit, 0);
  const mixed = readFileSync("out/mixed.html", "utf8");
  assert.match(mixed, /profile: &lt;b&gt;&amp;\.csv, SchemaError/);
  assert.doesNotMatch(mixed, /<b>&/);
});

const noXmllint = spawnSync("which", ["xmllint"]).status !== 0 && "no xmllint on this machine";
test("the SVG is well-formed XML", { skip: noXmllint }, async () => {
  await runCli(["plot", "liquet-demo/fic101.parquet", "--out", "fic.svg"]);
  execFileSync("xmllint", ["--noout", "fic.svg"]);
});

/** Run in the page: the least contrast of a text against its ground (WCAG 2.2), and where. */
const LEAST_CONTRAST = `(() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = (text) => {
    const [r, g, b] = rgb(text).slice(0, 3).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (el) => {
    for (; el; el = el.parentElement) {
      const colour = getComputedStyle(el).backgroundColor;
      if ((rgb(colour)[3] ?? 1) > 0) return colour;
    }
    return "rgb(255,255,255)";
  };
  let least = { ratio: 21, text: "" };
  for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode(); ) {
    const { parentElement: el, textContent: text } = walk.currentNode;
    if (!text.trim() || el.closest("style,title,desc")) continue;
    const ink = getComputedStyle(el)[el.closest("svg") ? "fill" : "color"];
    const [a, b] = [luminance(ink), luminance(ground(el))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < least.ratio) least = { ratio, text };
  }
  return least;
})()`;

/** Run in the page: what no keyboard reaches though it scrolls, and the boxes of its figures. */
const LAYOUT = `({
  width: document.documentElement.scrollWidth,
  unreachable: [...document.querySelectorAll("body *")].filter((el) => el.scrollWidth > el.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(el).overflowX) && el.tabIndex < 0).length,
  smallest: Math.min(...[...document.querySelectorAll("svg text")].map((el) => el.getBoundingClientRect().height)),
  figures: document.querySelectorAll("svg[role=img]").length,
})`;

interface Layout {
  width: number;
  unreachable: number;
  smallest: number;
  figures: number;
}

const noChromium = chromium === null && "no Chromium on this machine";
test(
  "in a browser, on a desk, a phone and paper: nothing on the console, nothing loaded, all of it legible",
  {
    skip: noChromium,
  },
  () =>
    withPage(async (browser) => {
      for (const [name, figures] of [
        ["report.html", 2],
        ["mixed.html", 1],
      ] as const) {
        const url = pathToFileURL(join(dir, "out", name)).href;
        await assertLegible(browser, url, [1280, 900, false], figures);
        await assertLegible(browser, url, [390, 844, true], figures);
      }
      await browser.open(pathToFileURL(join(dir, "out/report.html")).href);
      const pdf = Buffer.from(await browser.pdf()).toString("latin1");
      const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      assert.ok(pages >= 3 && pages <= 8, `${pages} pages`);
      assert.deepEqual(browser.events().console, []);
    }),
);

async function assertLegible(
  browser: Page,
  url: string,
  [width, height, phone]: [number, number, boolean],
  figures: number,
): Promise<void> {
  await browser.resize(width, height, phone);
  await browser.open(url);
  assert.deepEqual(browser.events(), { console: [], requests: [url] });
  const layout = await browser.evaluate<Layout>(LAYOUT);
  const at = `${url} at ${width} px`;
  assert.ok(layout.width <= width, `${at}: the page is ${layout.width} px wide`);
  assert.equal(layout.unreachable, 0, `${at}: a part scrolls that the keyboard cannot reach`);
  assert.ok(layout.smallest >= 9, `${at}: text of ${layout.smallest} px in a figure`);
  assert.equal(layout.figures, figures);
  const { ratio, text } = await browser.evaluate<{ ratio: number; text: string }>(LEAST_CONTRAST);
  assert.ok(ratio >= 4.5, `${at}: '${text}' stands out by ${ratio} to 1`);
}
