import type { Frame } from "./frame.ts";
import { element, label } from "./svg.ts";
import type { TagFigure } from "./tag-figure.ts";

/** Shading of gaps: darker where data were lost than where nothing was to be stored. */
export function gapMarks({ gaps }: TagFigure, { x, top, bottom }: Frame): string {
  const bars = (name: string, drawn: TagFigure["gaps"]) =>
    merged(drawn.map(({ start, end }) => [x(start), Math.max(x(end), x(start) + 1)]))
      .map(([a, b]) => element("rect", { class: name, x: a, y: top, width: b - a, height: bottom - top }))
      .join("");
  const lost = gaps.filter(({ data_loss }) => data_loss);
  const sparse = gaps.filter(({ data_loss }) => !data_loss);
  return bars("thin", sparse) + bars("gap", lost);
}

/** Bars in order of their left ends; those that touch become one, so that a million are no more than the pixels. */
function merged(bars: number[][]): number[][] {
  const kept: number[][] = [];
  for (const [a, b] of bars) {
    const last = kept.at(-1);
    if (last && a <= last[1]) last[1] = Math.max(last[1], b);
    else kept.push([a, b]);
  }
  return kept;
}

/** Named spans: the ground is tinted, the name stands above the frame. */
export function spanMarks({ spans }: TagFigure, { x, left, right, top, bottom }: Frame): string {
  return spans
    .map(({ start, end, name, tinted }) => {
      const [a, b] = [Math.max(left, x(start)), Math.min(right, x(end))];
      const ground = tinted ? element("rect", { class: "span", x: a, y: top, width: b - a, height: bottom - top }) : "";
      const edge = element("line", { class: "edge", x1: a, x2: a, y1: top, y2: bottom });
      return ground + edge + (b - a < 7 * name.length ? "" : label(name, a, top - 13, { class: "note" }));
    })
    .join("");
}

/** Lines across the frame; their names stand to its right, pushed apart where they would touch. */
export function lineMarks({ lines }: TagFigure, { left, right, top, bottom, y }: Frame): string {
  const drawn = lines
    .map((line) => ({ ...line, at: y(line.value) }))
    .filter(({ at }) => at >= top - 0.5 && at <= bottom + 0.5)
    .sort((a, b) => a.at - b.at);
  const names = spread(
    drawn.map(({ at }) => at + 4),
    bottom + 4,
  );
  return drawn
    .map(({ name, style, at }, i) => {
      const line = element("line", { class: style, x1: left, x2: right, y1: at, y2: at });
      return line + label(name, right + 6, names[i], { class: "note" });
    })
    .join("");
}

const LINE_HEIGHT = 13;

/** Moves rising positions apart to a line's height, downwards as far as `lowest`, then upwards. */
function spread(positions: number[], lowest: number): number[] {
  const at = [...positions];
  for (let i = 1; i < at.length; i++) at[i] = Math.max(at[i], at[i - 1] + LINE_HEIGHT);
  for (let i = at.length - 1, most = lowest; i >= 0; i--, most -= LINE_HEIGHT) at[i] = Math.min(at[i], most);
  return at;
}

/** A dot on each flagged row, at most one in a square of two pixels: a million flags draw as a band. */
export function flagMarks({ flagged }: TagFigure, { x, y }: Frame): string {
  const seen = new Set<string>();
  for (let i = 0; i < flagged.t.length; i++) {
    seen.add(`M${Math.round(x(flagged.t[i]) / 2) * 2} ${Math.round(y(flagged.v[i]) / 2) * 2}h.01`);
  }
  return seen.size === 0 ? "" : element("path", { class: "flag", d: [...seen].join("") });
}

/** A bar above the frame over each flagged run. */
export function runMarks({ runs }: TagFigure, { x, top }: Frame): string {
  return merged(runs.map(({ start, end }) => [x(start), Math.max(x(end), x(start) + 3)]))
    .map(([a, b]) => element("rect", { class: "run", x: a, y: top - 8, width: b - a, height: 5 }))
    .join("");
}

/** Bars at the bottom of the frame where rows are not GOOD. */
export function notGoodMarks({ not_good }: TagFigure, { x, bottom }: Frame): string {
  const bars: number[][] = [];
  for (const us of not_good) {
    const at = Math.round(x(us));
    if (at !== bars.at(-1)?.[0]) bars.push([at, at + 2]);
  }
  return merged(bars)
    .map(([a, b]) => element("rect", { class: "bad", x: a - 1, y: bottom - 7, width: b - a, height: 7 }))
    .join("");
}
