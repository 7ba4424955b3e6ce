import type { Frame } from "./frame.ts";
import { element, label, short } from "./svg.ts";
import type { TagFigure } from "./tag-figure.ts";

const CHARACTER = 6.6;

/** One line below the axis that says what each mark in the figure is; only what was drawn is named. */
export function legend(figure: TagFigure, { left, bottom }: Frame): string {
  const y = bottom + 58;
  let x = left;
  const drawn: string[] = [];
  const entry = (mark: string, width: number, text: string) => {
    drawn.push(mark, label(text, x + width + 5, y, { class: "note" }));
    x += width + 5 + text.length * CHARACTER + 18;
  };
  const { gaps, flagged, runs, not_good, note } = figure;
  const box = (name: string, height: number, lift: number) =>
    element("rect", { class: name, x, y: y - lift, width: 14, height });
  if (gaps.some(({ data_loss }) => data_loss)) entry(box("gap", 11, 10), 14, "no data");
  if (gaps.some(({ data_loss }) => !data_loss)) entry(box("thin", 11, 10), 14, "nothing due");
  if (flagged.t.length > 0)
    entry(element("path", { class: "flag", d: `M${short(x + 3)} ${y - 4}h.01` }), 6, `flagged (${flagged.t.length})`);
  if (runs.length > 0) entry(box("run", 5, 7), 14, `flagged runs (${runs.length})`);
  if (not_good.length > 0)
    entry(element("rect", { class: "bad", x, y: y - 8, width: 3, height: 8 }), 3, `not GOOD (${not_good.length})`);
  if (note !== null) entry("", 0, note);
  return drawn.join("");
}
