import { timeAxis, valueAxis, valueTicks } from "./axes.ts";
import { type Frame, frameOf, SIZE } from "./frame.ts";
import { legend } from "./legend.ts";
import { flagMarks, gapMarks, lineMarks, notGoodMarks, runMarks, spanMarks } from "./marks.ts";
import { clipText, element, escapeXml, label } from "./svg.ts";
import { trace } from "./trace.ts";

/** What a figure of one tag shows. Times in µs, values in the tag's unit. */
export interface TagFigure {
  title: string;
  /** Quantity and unit along the value axis. */
  value_label: string;
  start: number;
  end: number;
  t: Float64Array;
  /** Values of GOOD rows; NaN elsewhere. */
  v: Float64Array;
  /** Longest time (µs) that the line spans across rows which are not GOOD. */
  longest_us: number;
  /** Stretches between rows that are longer than a gap's threshold, in time order. */
  gaps: { start: number; end: number; data_loss: boolean }[];
  /** Times of rows that are not GOOD. */
  not_good: Float64Array;
  lines: { value: number; name: string; style: "limit" | "center" | "range" }[];
  spans: { start: number; end: number; name: string; tinted: boolean }[];
  /** Rows that a rule or a screen flagged. */
  flagged: { t: Float64Array; v: Float64Array };
  /** From the first to the last row of each run of flagged rows. */
  runs: { start: number; end: number }[];
  /** What is missing in the picture and why; null when nothing is. */
  note: string | null;
  /** A text for those who do not see the picture. */
  description: string;
}

/** Draws the figure as one SVG document, 800 x 314, readable in grey and by a screen reader. */
export function tagFigure(figure: TagFigure): string {
  const extent = valueExtent(figure);
  const ticks = extent === null ? null : valueTicks(...extent);
  const frame = frameOf(ticks?.room ?? 60, timeExtent(figure), extent ?? [0, 1]);
  const losses = figure.gaps.filter(({ data_loss }) => data_loss);
  const body = [
    `<title id="${ID}-title">${escapeXml(figure.title)}</title>`,
    `<desc id="${ID}-desc">${escapeXml(figure.description)}</desc>`,
    `<style>${STYLE}</style>`,
    element("rect", { x: 0, y: 0, ...SIZE, class: "paper" }),
    label(clipText(figure.title, 90), frame.left, 18, { class: "title" }),
    spanMarks(figure, frame),
    gapMarks(figure, frame),
    valueAxis(frame, ticks, figure.value_label),
    timeAxis(frame, ...timeExtent(figure)),
    trace({ ...figure, losses }, frame, ...timeExtent(figure)),
    // Over the values: a dense line would hide the limits.
    lineMarks(figure, frame),
    extent === null ? nothing(frame) : "",
    flagMarks(figure, frame),
    runMarks(figure, frame),
    notGoodMarks(figure, frame),
    legend(figure, frame),
  ];
  const { width, height } = SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${ID}-title ${ID}-desc" font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif" font-size="12">${body.join("")}</svg>\n`;
}

const ID = "figure";

/** The document as a part of a page that holds several: its ids become `id-title` and `id-desc`. */
export function embedded(svg: string, id: string): string {
  // Quotes stand in markup alone: in text they are escaped.
  return svg
    .trimEnd()
    .replace(`"${ID}-title ${ID}-desc"`, `"${id}-title ${id}-desc"`)
    .replace(`"${ID}-title"`, `"${id}-title"`)
    .replace(`"${ID}-desc"`, `"${id}-desc"`);
}

const STYLE =
  ".paper{fill:#fff}.title{font-size:14px;font-weight:bold}.axis{stroke:#333}.grid{stroke:#ddd}.note{fill:#444;font-size:11px}" +
  ".line{fill:none;stroke:#1f4e79;stroke-width:1.25;stroke-linejoin:round;stroke-linecap:round}" +
  ".gap{fill:#bdbdbd;fill-opacity:.6}.thin{fill:#e9e9e9}.span{fill:#fff3c4;fill-opacity:.7}.edge{stroke:#b8a04a;stroke-dasharray:2 2}" +
  ".limit{stroke:#a33b00;stroke-width:1.25;stroke-dasharray:6 4}.center{stroke:#555}.range{stroke:#6a4c93;stroke-dasharray:2 3}" +
  ".flag{stroke:#c1121f;stroke-width:5;stroke-linecap:round}.run{fill:#c1121f}.bad{fill:#a33b00}";

/** A picture of one instant still has an axis: half a second to each side. */
function timeExtent({ start, end }: TagFigure): [number, number] {
  return end > start ? [start, end] : [start - 5e5, end + 5e5];
}

/** From the least to the greatest of values and limits, with a margin; null when there is neither. */
function valueExtent({ v, lines }: TagFigure): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const include = (value: number) => {
    if (value < low) low = value;
    if (value > high) high = value;
  };
  for (let i = 0; i < v.length; i++) if (Number.isFinite(v[i])) include(v[i]);
  for (const line of lines) if (line.style !== "range") include(line.value);
  if (low > high) return null;
  // Halves first: the span of two doubles can be more than a double holds.
  const span = (high / 2 - low / 2) * 0.12;
  const least = Math.max(Math.abs(low), Math.abs(high)) * (span > 0 ? FLATTEST : 0.05);
  const margin = Math.max(span, least) || 1;
  return [Math.max(low - margin, -HIGHEST), Math.min(high + margin, HIGHEST)];
}

/** Less than this share of the level is no movement that an axis could number. */
const FLATTEST = 1e-6;
const HIGHEST = Number.MAX_VALUE / 4;

function nothing({ left, right, top, bottom }: Frame): string {
  return label("no GOOD value in this window", (left + right) / 2, (top + bottom) / 2, { "text-anchor": "middle" });
}
