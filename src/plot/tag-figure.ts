import { decimate, type Stretch } from "./decimate.ts";
import { element, escapeXml, label, short } from "./svg.ts";
import { numberTicks, tickText, timeTicks, timeTickText } from "./ticks.ts";

/** What a figure of one tag shows. Times in µs, values in the tag's unit. */
export interface TagFigure {
  title: string;
  /** Axis label with the unit, "value (unit not declared)" where there is none. */
  value_label: string;
  start: number;
  end: number;
  t: Float64Array;
  /** Values of GOOD rows; NaN elsewhere. */
  v: Float64Array;
  /** Stretches without data: shaded, and the line is broken. */
  gaps: { start: number; end: number; data_loss: boolean }[];
  /** Times of rows that are not GOOD: marks at the bottom. */
  not_good: Float64Array;
  lines: { value: number; name: string; style: "limit" | "center" | "range" }[];
  /** Shaded spans under the line (baseline, window). */
  spans: { start: number; end: number; name: string }[];
  /** Rows that a rule or a screen flagged. */
  flagged: { t: number; v: number }[];
  /** A text for those who do not see the picture. */
  description: string;
  /** Unique within a page. */
  id: string;
}

const WIDTH = 960;
const HEIGHT = 320;
const BOX = { left: 76, right: 872, top: 40, bottom: 262 };

/** Draws the figure as one SVG document, 960 × 320, readable in grey and by a screen reader. */
export function tagFigure(figure: TagFigure): string {
  const x = (us: number) =>
    BOX.left + ((us - figure.start) / Math.max(1, figure.end - figure.start)) * (BOX.right - BOX.left);
  const [low, high] = valueExtent(figure);
  const y = (value: number) => BOX.bottom - ((value - low) / (high - low)) * (BOX.bottom - BOX.top);
  const body = [
    `<title id="${figure.id}-t">${escapeXml(figure.title)}</title><desc id="${figure.id}-d">${escapeXml(figure.description)}</desc>`,
    `<style>${STYLE}</style>`,
    element("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: "paper" }),
    label(figure.title, BOX.left, 22, { class: "title" }),
    spans(figure, x),
    gaps(figure, x),
    valueAxis(figure, low, high, y),
    timeAxis(figure, x),
    lines(figure, y),
    path(figure, x, y),
    marks(figure, x, y),
    legend(figure),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="${figure.id}-t ${figure.id}-d" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="12">${body.join("")}</svg>\n`;
}

const STYLE =
  ".paper{fill:#fff}.title{font-size:14px;font-weight:bold}.axis{stroke:#333;stroke-width:1}.grid{stroke:#ddd;stroke-width:1}" +
  ".line{fill:none;stroke:#1f4e79;stroke-width:1.25}.gap{fill:#c9c9c9;fill-opacity:.55}.thin{fill:#e9e9e9}.span{fill:#fff3c4;fill-opacity:.6}" +
  ".limit{stroke:#a33b00;stroke-width:1.25;stroke-dasharray:6 4}.center{stroke:#555;stroke-width:1}.range{stroke:#6a4c93;stroke-width:1;stroke-dasharray:2 3}" +
  ".flag{fill:#c1121f;stroke:#fff;stroke-width:.5}.bad{stroke:#a33b00;stroke-width:1.5}.note{fill:#444;font-size:11px}";

function valueExtent({ v, lines: drawn }: TagFigure): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const include = (value: number) => {
    if (value < low) low = value;
    if (value > high) high = value;
  };
  for (let i = 0; i < v.length; i++) if (Number.isFinite(v[i])) include(v[i]);
  for (const line of drawn) if (line.style !== "range") include(line.value);
  if (low > high) return [0, 1];
  const margin = high > low ? (high - low) * 0.06 : Math.abs(high) * 0.05 || 1;
  return [low - margin, high + margin];
}

/** Rows between two data losses; a row that is not GOOD does not break the line, a gap does. */
function stretches({ t, v, gaps: holes }: TagFigure): { rows: Stretch[]; t: Float64Array; v: Float64Array } {
  const keep = [];
  for (let i = 0; i < t.length; i++) if (Number.isFinite(v[i])) keep.push(i);
  const times = Float64Array.from(keep, (i) => t[i]);
  const values = Float64Array.from(keep, (i) => v[i]);
  const starts = holes.filter(({ data_loss }) => data_loss).map(({ start }) => start);
  const rows: Stretch[] = [];
  let from = 0;
  for (let i = 1; i <= times.length; i++) {
    const broken = i < times.length && starts.some((start) => times[i - 1] <= start && start < times[i]);
    if (i === times.length || broken) {
      if (i > from) rows.push([from, i]);
      from = i;
    }
  }
  return { rows, t: times, v: values };
}

function path(figure: TagFigure, x: (us: number) => number, y: (value: number) => number): string {
  const { rows, t, v } = stretches(figure);
  const perColumn = Math.max(1, figure.end - figure.start) / (BOX.right - BOX.left);
  const d = rows.map((stretch) => {
    const points = decimate(t, v, stretch, figure.start, perColumn).map((i) => `${short(x(t[i]))} ${short(y(v[i]))}`);
    // A single sample between two gaps still shows, as a dot of the line's width.
    return points.length === 1 ? `M${points[0]}h.01` : `M${points.join("L")}`;
  });
  return element("path", { class: "line", d: d.join(""), "stroke-linecap": "round" });
}

function gaps({ gaps: holes }: TagFigure, x: (us: number) => number): string {
  return holes
    .map(({ start, end, data_loss }) =>
      element("rect", {
        class: data_loss ? "gap" : "thin",
        x: x(start),
        y: BOX.top,
        width: Math.max(1, x(end) - x(start)),
        height: BOX.bottom - BOX.top,
      }),
    )
    .join("");
}

function spans(figure: TagFigure, x: (us: number) => number): string {
  return figure.spans
    .map(({ start, end, name }) => {
      const [a, b] = [Math.max(BOX.left, x(start)), Math.min(BOX.right, x(end))];
      if (b <= a) return "";
      return (
        element("rect", { class: "span", x: a, y: BOX.top, width: b - a, height: BOX.bottom - BOX.top }) +
        label(name, a + 4, BOX.top + 12, { class: "note" })
      );
    })
    .join("");
}

function valueAxis(figure: TagFigure, low: number, high: number, y: (value: number) => number): string {
  const ticks = numberTicks(low, high, 5);
  const drawn = ticks.map(
    (value) =>
      element("line", { class: "grid", x1: BOX.left, x2: BOX.right, y1: y(value), y2: y(value) }) +
      label(tickText(value, ticks), BOX.left - 8, y(value) + 4, { "text-anchor": "end" }),
  );
  const middle = (BOX.top + BOX.bottom) / 2;
  return (
    drawn.join("") +
    element("line", { class: "axis", x1: BOX.left, x2: BOX.left, y1: BOX.top, y2: BOX.bottom }) +
    label(figure.value_label, 18, middle, { "text-anchor": "middle", transform: `rotate(-90 18 ${middle})` })
  );
}

function timeAxis(figure: TagFigure, x: (us: number) => number): string {
  const ticks = timeTicks(figure.start, figure.end, 8);
  const drawn = ticks.map(
    (us) =>
      element("line", { class: "axis", x1: x(us), x2: x(us), y1: BOX.bottom, y2: BOX.bottom + 5 }) +
      label(timeTickText(us, ticks), x(us), BOX.bottom + 18, { "text-anchor": "middle" }),
  );
  const days = `${new Date(figure.start / 1000).toISOString().slice(0, 10)} to ${new Date(figure.end / 1000).toISOString().slice(0, 10)}`;
  return (
    drawn.join("") +
    element("line", { class: "axis", x1: BOX.left, x2: BOX.right, y1: BOX.bottom, y2: BOX.bottom }) +
    label(`time (UTC), ${days}`, (BOX.left + BOX.right) / 2, BOX.bottom + 36, { "text-anchor": "middle" })
  );
}

/** Lines across the box; their names stand to its right, pushed apart where they would touch. */
function lines(figure: TagFigure, y: (value: number) => number): string {
  const drawn = figure.lines
    .map((line) => ({ ...line, at: y(line.value) }))
    .filter(({ at }) => at >= BOX.top - 0.5 && at <= BOX.bottom + 0.5)
    .sort((a, b) => a.at - b.at);
  let lowest = Number.NEGATIVE_INFINITY;
  return drawn
    .map(({ name, style, at }) => {
      lowest = Math.max(at + 4, lowest + 13);
      const line = element("line", { class: style, x1: BOX.left, x2: BOX.right, y1: at, y2: at });
      return line + label(name, BOX.right + 6, lowest, { class: "note" });
    })
    .join("");
}

function marks(figure: TagFigure, x: (us: number) => number, y: (value: number) => number): string {
  const flags = thin(figure.flagged.map(({ t, v }) => [x(t), y(v)])).map(([cx, cy]) =>
    element("circle", { class: "flag", cx, cy, r: 3 }),
  );
  const bad = thin(Array.from(figure.not_good, (us) => [x(us), BOX.bottom])).map(([at]) =>
    element("line", { class: "bad", x1: at, x2: at, y1: BOX.bottom - 7, y2: BOX.bottom }),
  );
  return flags.join("") + bad.join("");
}

/** At most one mark a pixel: a million flags draw as a band, not as a million elements. */
function thin(points: number[][]): number[][] {
  const seen = new Set<string>();
  return points.filter(([px, py]) => {
    const key = `${Math.round(px)},${Math.round(py)}`;
    return !seen.has(key) && seen.add(key);
  });
}

function legend(figure: TagFigure): string {
  const parts = [
    figure.gaps.some(({ data_loss }) => data_loss) ? "grey: no data" : "",
    figure.flagged.length > 0 ? `● flagged (${figure.flagged.length})` : "",
    figure.not_good.length > 0 ? `❘ not GOOD (${figure.not_good.length})` : "",
  ].filter(Boolean);
  return parts.length === 0 ? "" : label(parts.join("    "), BOX.right, 22, { class: "note", "text-anchor": "end" });
}
