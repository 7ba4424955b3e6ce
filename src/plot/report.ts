import { escapeXml } from "./svg.ts";

/** One tag's part of the report. */
export interface ReportTag {
  heading: string;
  archive: string;
  /** Name and value pairs, already as text. */
  facts: [string, string][];
  /** An SVG document, or null with the reason why there is no figure. */
  figure: string | null;
  figure_reason: string;
}

/** What the page shows; all texts are data and are escaped here. */
export interface Report {
  title: string;
  /** Name and value pairs of the whole run. */
  summary: [string, string][];
  tags: ReportTag[];
  findings: { heading: string; text: string[] }[];
  refusals: { heading: string; text: string }[];
  /** What made the page, for its foot. */
  made_by: string;
}

/** One self-contained page: no scripts, nothing loaded; readable on a phone, in print and by a screen reader. */
export function reportPage(report: Report): string {
  const body = [
    `<header><h1>${escapeXml(report.title)}</h1>${facts(report.summary)}</header>`,
    "<main>",
    contents(report),
    section(
      "refusals",
      "Refusals and errors",
      report.refusals.map(refusalPart),
      "Every question was answered with evidence.",
    ),
    section("tags", "Tags", report.tags.map(tagPart), "No archive was read."),
    section("findings", "Findings", report.findings.map(findingPart), "No step gave evidence."),
    "</main>",
    `<footer><p>${escapeXml(report.made_by)}. Times are UTC.</p></footer>`,
  ];
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n<title>${escapeXml(report.title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n${body.join("\n")}\n</body>\n</html>\n`;
}

const STYLE = `
:root{color-scheme:light}
body{font:16px/1.5 system-ui,"DejaVu Sans",sans-serif;color:#1a1a1a;background:#fff;margin:0 auto;max-width:64rem;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.25rem;margin:2rem 0 .5rem;border-bottom:2px solid #1f4e79}h3{font-size:1.05rem;margin:1.5rem 0 .25rem;overflow-wrap:anywhere}
a{color:#1f4e79}nav ul{padding-left:1.25rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0}dt{color:#444}dd{margin:0;overflow-wrap:anywhere}
figure{margin:0}svg{max-width:100%;height:auto;display:block}
pre{background:#f4f4f4;padding:.75rem;overflow-x:auto;font:13px/1.45 ui-monospace,"DejaVu Sans Mono",monospace;border-left:4px solid #ccc}
.refusal{border-left:4px solid #a33b00;padding:.25rem .75rem;margin:.75rem 0;background:#fdf3ee;overflow-wrap:anywhere}.refusal h3{margin:.25rem 0}.refusal p{margin:.25rem 0}
footer{margin-top:2rem;color:#444;font-size:.85rem}
@media (max-width:40rem){body{font-size:15px;padding:.5rem}figure{overflow-x:auto}figure svg{min-width:36rem}}
@media print{body{max-width:none;padding:0;font-size:11pt}nav{display:none}pre{white-space:pre-wrap;overflow:visible}figure,article,.refusal{break-inside:avoid}h2,h3{break-after:avoid}}
`;

function facts(pairs: [string, string][]): string {
  return `<dl>${pairs.map(([name, value]) => `<dt>${escapeXml(name)}</dt><dd>${escapeXml(value)}</dd>`).join("")}</dl>`;
}

function contents({ tags }: Report): string {
  const items = tags.map(({ heading }, i) => `<li><a href="#tag-${i + 1}">${escapeXml(heading)}</a></li>`);
  return `<nav aria-label="Contents"><ul><li><a href="#refusals">Refusals and errors</a></li><li><a href="#tags">Tags</a>${items.length > 0 ? `<ul>${items.join("")}</ul>` : ""}</li><li><a href="#findings">Findings</a></li></ul></nav>`;
}

function section(id: string, heading: string, parts: string[], empty: string): string {
  return `<section id="${id}"><h2>${heading}</h2>${parts.length > 0 ? parts.join("\n") : `<p>${empty}</p>`}</section>`;
}

function tagPart(tag: ReportTag, i: number): string {
  const figure =
    tag.figure === null ? `<p>No figure: ${escapeXml(tag.figure_reason)}</p>` : `<figure>${tag.figure}</figure>`;
  return `<article id="tag-${i + 1}"><h3>${escapeXml(tag.heading)}</h3>${figure}${facts([["archive", tag.archive], ...tag.facts])}</article>`;
}

function findingPart({ heading, text }: { heading: string; text: string[] }): string {
  return `<article><h3>${escapeXml(heading)}</h3><pre tabindex="0">${escapeXml(text.join("\n"))}</pre></article>`;
}

function refusalPart({ heading, text }: { heading: string; text: string }): string {
  return `<div class="refusal"><h3>${escapeXml(heading)}</h3><p>${escapeXml(text)}</p></div>`;
}
