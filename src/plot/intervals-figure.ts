import { numberAxis } from "./axes.ts";
import { type Frame, frameOf, SIZE } from "./frame.ts";
import { clipText, element, escapeXml, label } from "./svg.ts";

/** One estimate and its interval. */
export interface IntervalRow {
  name: string;
  low: number;
  estimate: number;
  high: number;
}

/** Estimates with their intervals, one above the other, against 0. */
export interface IntervalsFigure {
  title: string;
  /** What is measured and its unit. */
  x_label: string;
  rows: IntervalRow[];
  /** A text for those who do not see the picture. */
  description: string;
}

const ID = "intervals";
/** Room for the names on the left, pixels and characters. */
const NAMES = 170;
const NAME_LENGTH = 24;
/** Rows that the frame has room for. */
export const MOST_INTERVALS = 12;

const STYLE =
  ".paper{fill:#fff}.title{font-size:14px;font-weight:bold}.axis{stroke:#333}.zero{stroke:#333;stroke-dasharray:4 3}" +
  ".interval{stroke:#0072b2;stroke-width:2}.estimate{fill:#0072b2}";

/** Draws the first `MOST_INTERVALS` rows as one SVG document, readable in grey and by a screen reader. */
export function intervalsFigure(figure: IntervalsFigure): string {
  const rows = figure.rows.slice(0, MOST_INTERVALS);
  const low = Math.min(0, ...rows.map((row) => row.low));
  const high = Math.max(0, ...rows.map((row) => row.high));
  const room = (high - low || 1) * 0.05;
  const frame = frameOf(NAMES, [low - room, high + room], [0, 1]);
  const step = (frame.bottom - frame.top) / rows.length;
  const body = [
    `<title id="${ID}-title">${escapeXml(figure.title)}</title>`,
    `<desc id="${ID}-desc">${escapeXml(figure.description)}</desc>`,
    `<style>${STYLE}</style>`,
    element("rect", { x: 0, y: 0, ...SIZE, class: "paper" }),
    label(clipText(figure.title, 90), 16, 18, { class: "title" }),
    element("line", { class: "zero", x1: frame.x(0), x2: frame.x(0), y1: frame.top, y2: frame.bottom }),
    ...rows.map((row, i) => interval(row, frame, frame.top + (i + 0.5) * step)),
    numberAxis(frame, low - room, high + room, figure.x_label),
  ];
  const { width, height } = SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${ID}-title ${ID}-desc" font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif" font-size="12">${body.join("")}</svg>\n`;
}

function interval({ name, low, estimate, high }: IntervalRow, { x, left }: Frame, y: number): string {
  const ends = [low, high].map((end) =>
    element("line", { class: "interval", x1: x(end), x2: x(end), y1: y - 6, y2: y + 6 }),
  );
  return (
    label(clipText(name, NAME_LENGTH), left - 10, y + 4, { "text-anchor": "end" }) +
    element("line", { class: "interval", x1: x(low), x2: x(high), y1: y, y2: y }) +
    ends.join("") +
    element("circle", { class: "estimate", cx: x(estimate), cy: y, r: 5 })
  );
}
