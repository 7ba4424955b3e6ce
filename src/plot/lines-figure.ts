import { shortNames } from "../series/short-names.ts";
import { numberAxis, timeAxis, valueAxis, valueTicks } from "./axes.ts";
import { decimate, type Stretch } from "./decimate.ts";
import { type Frame, frameOf, SIZE } from "./frame.ts";
import { clipText, element, escapeXml, label, short } from "./svg.ts";

/** One line of a figure: x ascending, NaN in v breaks the line. */
export interface FigureLine {
  name: string;
  x: Float64Array;
  v: Float64Array;
}

/** An area between two values at each x, drawn under the lines; wider ones first. */
export interface FigureBand {
  /** Named in the legend; of bands with one name the first is. */
  name: string;
  x: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
}

/** Several lines over one axis. */
export interface LinesFigure {
  title: string;
  x_label: string;
  y_label: string;
  /** True when x is microseconds since 1970. */
  time: boolean;
  lines: FigureLine[];
  bands?: FigureBand[];
  /** A line to hold the others against: grey, without a name. */
  reference?: Pick<FigureLine, "x" | "v">;
  /** The values that the figure reaches from and to at least, as those of another that it stands beside. */
  heights?: [number, number];
  /** A text for those who do not see the picture. */
  description: string;
}

/** Colours that differ in lightness too, so that they are told apart in grey (Okabe and Ito, 2008). */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#333333"];
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];
const REFERENCE = { stroke: "#666", "stroke-dasharray": "4 4", "stroke-opacity": 1 };
/** Lines that get a colour and a name of their own; more of them are drawn alike. */
const MOST_NAMED = 12;
const ID = "lines";

const STYLE =
  ".paper{fill:#fff}.title{font-size:14px;font-weight:bold}.axis{stroke:#333}.grid{stroke:#ddd}.note{fill:#444;font-size:11px}" +
  ".line{fill:none;stroke-width:1.25;stroke-linejoin:round;stroke-linecap:round}.band{fill:#d55e00;fill-opacity:.18}";

/** Draws the figure as one SVG document, readable in grey and by a screen reader. */
export function linesFigure(figure: LinesFigure): string {
  return documentOf(figure, [figure]);
}

/** Draws figures one below the other as one SVG document. */
export function panelsFigure(about: Pick<LinesFigure, "title" | "description">, panels: LinesFigure[]): string {
  return documentOf(about, panels);
}

function documentOf({ title, description }: Pick<LinesFigure, "title" | "description">, panels: LinesFigure[]): string {
  const { width } = SIZE;
  const height = SIZE.height * panels.length;
  const body = [
    `<title id="${ID}-title">${escapeXml(title)}</title>`,
    `<desc id="${ID}-desc">${escapeXml(description)}</desc>`,
    `<style>${STYLE}</style>`,
    element("rect", { x: 0, y: 0, width, height, class: "paper" }),
    ...panels.map((panel, i) =>
      i === 0 ? bodyOf(panel) : element("g", { transform: `translate(0 ${i * SIZE.height})` }, bodyOf(panel)),
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${ID}-title ${ID}-desc" font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif" font-size="12">${body.join("")}</svg>\n`;
}

function bodyOf(figure: LinesFigure): string {
  const [start, end] = widened(extentOf(figure.lines.map(({ x }) => x)), 0);
  const bands = figure.bands ?? [];
  const heights = [
    ...figure.lines.map(({ v }) => v),
    ...bands.flatMap(({ lower, upper }) => [lower, upper]),
    ...(figure.heights === undefined ? [] : [Float64Array.from(figure.heights)]),
  ];
  const [low, high] = widened(extentOf(heights), 0.05);
  const ticks = valueTicks(low, high);
  const frame = frameOf(ticks.room, [start, end], [low, high]);
  return [
    label(clipText(figure.title, 90), frame.left, 18, { class: "title" }),
    valueAxis(frame, ticks, figure.y_label),
    figure.time ? timeAxis(frame, start, end, figure.x_label) : numberAxis(frame, start, end, figure.x_label),
    ...bands.map((band) => area(band, frame)),
    figure.reference ? path(figure.reference, frame, start, end, REFERENCE) : "",
    ...figure.lines.map((line, i) => path(line, frame, start, end, styleOf(i, figure.lines.length))),
    // A line alone is named by the title.
    figure.lines.length === 1
      ? ""
      : figure.lines.length <= MOST_NAMED
        ? names(figure.lines, frame)
        : count(figure.lines.length, frame),
    bandNames(bands, frame, Math.min(figure.lines.length, MOST_NAMED)),
  ].join("");
}

function extentOf(columns: Float64Array[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const column of columns) {
    for (const value of column) {
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low > high ? [0, 1] : [low, high];
}

/** A share of the span on either side; a span of nothing becomes one around it. */
function widened([low, high]: [number, number], share: number): [number, number] {
  if (high === low) return [low - (Math.abs(low) * 0.05 || 1), high + (Math.abs(high) * 0.05 || 1)];
  return [low - (high - low) * share, high + (high - low) * share];
}

function styleOf(i: number, n: number): { stroke: string; "stroke-dasharray": string; "stroke-opacity": number } {
  if (n > MOST_NAMED) return { stroke: COLOURS[0], "stroke-dasharray": "", "stroke-opacity": Math.max(0.15, 4 / n) };
  const dash = DASHES[Math.floor(i / COLOURS.length) % DASHES.length];
  return { stroke: COLOURS[i % COLOURS.length], "stroke-dasharray": dash, "stroke-opacity": 1 };
}

function path(
  { x, v }: Pick<FigureLine, "x" | "v">,
  frame: Frame,
  start: number,
  end: number,
  style: ReturnType<typeof styleOf>,
): string {
  const perColumn = (end - start) / (frame.right - frame.left);
  const d = stretches(v).map((stretch) => {
    const points = decimate(x, v, stretch, start, perColumn).map(
      (i) => `${short(frame.x(x[i]))} ${short(frame.y(v[i]))}`,
    );
    // A value between two missing ones still shows, as a dot of the line's width.
    return points.length === 1 ? `M${points[0]}h.01` : `M${points.join("L")}`;
  });
  return element("path", { class: "line", ...style, d: d.join("") });
}

function area({ x, lower, upper }: FigureBand, frame: Frame): string {
  const corner = (i: number, v: Float64Array) => `${short(frame.x(x[i]))} ${short(frame.y(v[i]))}`;
  const there = Array.from(x, (_, i) => corner(i, upper));
  const back = Array.from(x, (_, i) => corner(i, lower)).reverse();
  return element("path", { class: "band", d: `M${[...there, ...back].join("L")}Z` });
}

function stretches(v: Float64Array): Stretch[] {
  const found: Stretch[] = [];
  for (let from = 0; from < v.length; ) {
    let to = from;
    while (to < v.length && Number.isFinite(v[to])) to++;
    if (to > from) found.push([from, to]);
    from = to + 1;
  }
  return found;
}

function names(lines: FigureLine[], { right, top }: Frame): string {
  const shown = shortNames(
    lines.map(({ name }) => name),
    11,
  );
  return shown
    .map((name, i) => {
      const y = top + 6 + i * 15;
      const sample = element("path", { class: "line", ...styleOf(i, lines.length), d: `M${right + 8} ${y - 4}h18` });
      return sample + label(name.trimEnd(), right + 30, y, { class: "note" });
    })
    .join("");
}

/** Each name once, under those of the lines; a band within others is as dark as it stands in the figure. */
function bandNames(bands: FigureBand[], { right, top }: Frame, above: number): string {
  return [...new Set(bands.map(({ name }) => name))]
    .map((name, i) => {
      const y = top + 6 + (above + i) * 15;
      const sample = element("rect", { class: "band", x: right + 8, y: y - 9, width: 18, height: 10 });
      return sample.repeat(i + 1) + label(name, right + 30, y, { class: "note" });
    })
    .join("");
}

function count(n: number, { right, top }: Frame): string {
  return label(`${n} curves`, right + 8, top + 6, { class: "note" });
}
