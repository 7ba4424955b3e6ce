import { escapeXml } from "./svg.ts";

/** A command's own words under a heading. */
export interface ReportText {
  heading: string;
  text: string[];
}

/** One tag's part of the report. */
export interface ReportTag {
  heading: string;
  archive: string;
  /** Name and value pairs, already as text. */
  facts: [string, string][];
  /** An SVG document with ids of its own, or null with the reason why there is no figure. */
  figure: string | null;
  figure_reason: string;
  findings: ReportText[];
}

/** What the page shows; all texts are data and are escaped here. */
export interface Report {
  title: string;
  /** Name and value pairs of the whole run. */
  summary: [string, string][];
  /** The table of tags: its first column names the tag and links to its part. */
  columns: readonly string[];
  rows: string[][];
  refusals: { heading: string; text: string }[];
  /** Findings over several tags together. */
  together: ReportText[];
  tags: ReportTag[];
  /** What made the page, for its foot. */
  made_by: string;
}

/** One self-contained page: no scripts, nothing loaded; readable on a phone, in print and by a screen reader. */
export function reportPage(report: Report): string {
  const { title, summary, refusals, together, tags } = report;
  const body = [
    `<header><h1>${escapeXml(title)}</h1>${facts(summary)}${contents(report)}</header>`,
    "<main>",
    section("overview", "Overview", [table(report)]),
    refusals.length > 0 ? section("refusals", "Refusals and errors", refusals.map(refusalPart)) : "",
    together.length > 0
      ? section(
          "together",
          "Tags together",
          together.map((part) => textPart("h3", part)),
        )
      : "",
    section("tags", "Tags", tags.map(tagPart)),
    "</main>",
    `<footer><p>${escapeXml(report.made_by)}. Times are UTC.</p></footer>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body.filter(Boolean).join("\n")}
</body>
</html>
`;
}

const STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,"DejaVu Sans",sans-serif;color:#1a1a1a;background:#fff;margin:0 auto;max-width:66rem;padding:1rem}
h1{font-size:1.6rem;margin:.5rem 0}
h2{font-size:1.3rem;margin:2.5rem 0 .75rem;border-bottom:2px solid #1f4e79}
h3{font-size:1.1rem;margin:2rem 0 .25rem}
h4{font-size:1rem;margin:1rem 0 .25rem}
h1,h2,h3,h4,p,dd{overflow-wrap:anywhere}
a{color:#1f4e79}
nav ul{padding:0;margin:.75rem 0;list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0}
dt{color:#444}
dd{margin:0}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem;line-height:1.35}
th,td{padding:.25rem .5rem;text-align:right;border-bottom:1px solid #d0d0d0}
thead th{background:#f4f4f4;vertical-align:bottom}
th:first-child{text-align:left;min-width:9rem;overflow-wrap:anywhere}
tbody th{font-weight:normal}
figure{margin:.5rem 0}
svg{width:100%;height:auto;display:block}
pre{background:#f4f4f4;margin:.25rem 0;padding:.6rem .75rem;overflow-x:auto;font:13px/1.45 ui-monospace,"DejaVu Sans Mono",monospace}
.refusal{border-left:4px solid #a33b00;padding:.25rem .75rem;margin:.75rem 0;background:#fdf3ee}
.refusal h3,.refusal p{margin:.25rem 0}
footer{margin-top:2.5rem;color:#444;font-size:.875rem}
@media (max-width:40rem){body{padding:.6rem}.wide svg{min-width:36rem}pre{font-size:12px}}
@media print{@page{margin:14mm}body{max-width:none;padding:0;font-size:10pt}nav{display:none}.wide{overflow:visible}table{font-size:7.5pt}th,td{padding:.1rem .3rem}pre{white-space:pre-wrap;font-size:8pt}svg{min-width:0}figure,.refusal,tr{break-inside:avoid}h2,h3,h4{break-after:avoid}}
`;

function facts(pairs: [string, string][]): string {
  return `<dl>${pairs.map(([name, value]) => `<dt>${escapeXml(name)}</dt><dd>${escapeXml(value)}</dd>`).join("")}</dl>`;
}

function contents({ refusals, together }: Report): string {
  const parts = [
    ["overview", "Overview"],
    ...(refusals.length > 0 ? [["refusals", "Refusals and errors"]] : []),
    ...(together.length > 0 ? [["together", "Tags together"]] : []),
    ["tags", "Tags"],
  ];
  return `<nav aria-label="Contents"><ul>${parts.map(([id, name]) => `<li><a href="#${id}">${name}</a></li>`).join("")}</ul></nav>`;
}

function section(id: string, heading: string, parts: string[]): string {
  return `<section id="${id}"><h2>${heading}</h2>${parts.join("\n")}</section>`;
}

/** What scrolls sideways on a narrow screen can be reached by the keyboard, and says what it is. */
function wide(name: string, content: string): string {
  return `<div class="wide" role="region" aria-label="${escapeXml(name)}" tabindex="0">${content}</div>`;
}

function table({ columns, rows }: Report): string {
  const head = columns.map((name) => `<th scope="col">${escapeXml(name)}</th>`).join("");
  const body = rows.map(([tag, ...cells], i) => {
    const first = `<th scope="row"><a href="#tag-${i + 1}">${escapeXml(tag)}</a></th>`;
    return `<tr>${first}${cells.map((cell) => `<td>${escapeXml(cell)}</td>`).join("")}</tr>`;
  });
  return wide("Tags at a glance", `<table><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table>`);
}

function tagPart(tag: ReportTag, i: number): string {
  const figure =
    tag.figure === null
      ? `<p>No figure: ${escapeXml(tag.figure_reason)}</p>`
      : `<figure>${wide(`Figure of ${tag.heading}`, tag.figure)}</figure>`;
  const parts = [
    figure,
    facts([["archive", tag.archive], ...tag.facts]),
    ...tag.findings.map((part) => textPart("h4", part)),
  ];
  return `<article id="tag-${i + 1}"><h3>${escapeXml(tag.heading)}</h3>${parts.join("\n")}</article>`;
}

function textPart(level: "h3" | "h4", { heading, text }: ReportText): string {
  return `<${level}>${escapeXml(heading)}</${level}><pre tabindex="0">${escapeXml(text.join("\n"))}</pre>`;
}

function refusalPart({ heading, text }: { heading: string; text: string }): string {
  return `<div class="refusal"><h3>${escapeXml(heading)}</h3><p>${escapeXml(text)}</p></div>`;
}
