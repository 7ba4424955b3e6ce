import { BadCall, refusal } from "../contract/outcome.ts";
import type { NumberColumn, SeriesData } from "../series/dataset/dataset.ts";
import { labelText } from "../series/dataset/index-label.ts";
import { nextLabels } from "../series/dataset/next-labels.ts";
import { type LabelSpan, labelSpan } from "./label-span.ts";
import type { Model } from "./models.ts";

/** Steps computed by one call, at most. */
const FARTHEST = 10_000;

/** Labels that a text names are told up to so many. */
const MOST_TOLD = 5;

/** What says which labels come next. */
type Ahead = Pick<Model, "data" | "zone">;

/** The steps that are asked for and their labels. */
export interface Horizon {
  steps: number[];
  labels: string[];
}

/**
 * Steps 1 to `horizon`, or up to the one label that `horizon` names (a month names its last day where that is the only row
 * in it), or those of `fh` alone (ascending, each once). Refuses IrregularIndex where nothing says what the next label
 * is. A number of four digits is a year where the rows are years. BadCall above 10,000 steps, and for a text that names no label ahead, or several.
 */
export function horizonOf(model: Ahead, horizon: number | string | undefined, fh: number[] | undefined): Horizon {
  if (horizon !== undefined && fh !== undefined) throw new BadCall("fh: give either --horizon or --fh");
  if (fh !== undefined)
    return labelled(
      model,
      [...new Set(fh)].sort((a, b) => a - b),
    );
  if (typeof horizon === "number" && isYear(model, horizon)) return horizonOf(model, String(horizon), undefined);
  if (typeof horizon !== "string") return labelled(model, upTo(horizon ?? 12));
  if (/^\d{1,3}$|^\d{5,}$/.test(horizon)) return labelled(model, upTo(Number(horizon)));
  return labelled(model, upTo(stepsUntil(model, horizon)));
}

/** Whether a number names a row of yearly data, 2026 after 2023: nobody asks for 2026 years. */
function isYear({ data: { index, frequency } }: Ahead, n: number): boolean {
  if (n < 1000 || n > 9999) return false;
  const last = index.at[index.at.length - 1];
  if (index.kind === "number") return last >= 1000 && n > last;
  return frequency?.unit === "month" && frequency.n === 12;
}

/** Steps 1 to `n`; a number that no list can be as long as is refused before there is one. */
function upTo(n: number): number[] {
  if (n > FARTHEST) throw tooFar(n);
  return Array.from({ length: n }, (_, i) => i + 1);
}

function tooFar(n: number): BadCall {
  return new BadCall(`horizon: expected at most ${FARTHEST} steps, got ${n}`);
}

function labelled(model: Ahead, steps: number[]): Horizon {
  const last = steps[steps.length - 1];
  if (last > FARTHEST) throw tooFar(last);
  if (steps.length === 0 || steps[0] < 1) throw new BadCall(`horizon: expected at least 1 step, got ${steps[0] ?? 0}`);
  return { steps, labels: labelsAhead(model, steps).map((at) => labelText(model.data.index, at)) };
}

/** Labels of steps ahead; positions and a single row simply go on counting. */
export function labelsAhead({ data, zone }: Ahead, steps: number[]): number[] {
  const { index, frequency } = data;
  if (frequency === null && (index.kind === "position" || index.kind === "number") && index.at.length === 1)
    return steps.map((step) => index.at[0] + step);
  return [...nextLabels(data, steps, zone)];
}

/** How many steps lead to a label, found by walking the calendar: months and days have no one length. */
function stepsUntil(model: Ahead, text: string): number {
  const { index } = model.data;
  const wanted = text.trim();
  const timed = index.kind === "instant" || index.kind === "civil";
  const { from, to } = timed
    ? labelSpan(wanted, index.kind, model.zone, lastLabel(model.data))
    : numberSpan(wanted, lastLabel(model.data));
  const last = index.at[index.at.length - 1];
  const behind = new BadCall(`horizon: '${wanted}' is not after the last row, ${lastLabel(model.data)}`);
  if (to <= last) throw behind;
  for (let start = 1; start <= FARTHEST; start += 500) {
    const labels = labelsAhead(
      model,
      Array.from({ length: 500 }, (_, i) => start + i),
    );
    const first = labels.findIndex((at) => at >= from);
    if (first < 0) continue;
    const inside = labelsAhead(
      model,
      Array.from({ length: MOST_TOLD }, (_, i) => start + first + i),
    ).filter((at) => at < to);
    if (inside.length === 1) return start + first;
    if (inside.length === 0 && last >= from) throw behind;
    const before = start + first > 1 ? labelsAhead(model, [start + first - 1])[0] : last;
    throw notOne(model, wanted, inside, [before, labels[first]]);
  }
  throw new BadCall(`horizon: '${text}' is not among the ${FARTHEST} labels that follow ${lastLabel(model.data)}`);
}

/** A text names one label or none: which of several is not guessed. */
function notOne({ data }: Ahead, wanted: string, inside: number[], around: number[]): BadCall {
  const text = (at: number) => labelText(data.index, at);
  if (inside.length === 0)
    return new BadCall(`horizon: no row falls on '${wanted}'; the labels there are ${around.map(text).join(" and ")}`);
  const more = inside.length === MOST_TOLD ? ", …" : "";
  return new BadCall(`horizon: '${wanted}' holds several labels (${inside.map(text).join(", ")}${more}); name one`);
}

function numberSpan(text: string, example: string): LabelSpan {
  const value = Number(text);
  if (text === "" || !Number.isFinite(value))
    throw new BadCall(`horizon: '${text}' is no label; write it like ${example}, or give a number of steps`);
  const near = 1e-9 * Math.max(1, Math.abs(value));
  return { from: value - near, to: value + near };
}

function lastLabel({ index }: SeriesData): string {
  return labelText(index, index.at[index.at.length - 1]);
}

/**
 * The model's explaining columns at steps 1 to `last`, from the rows of `future` with those labels, in any order among
 * other rows. Refuses FutureExogenousMissing naming the labels and columns that are not there.
 */
export function futureColumns(model: Model, last: number, future: SeriesData | null): NumberColumn[] {
  if (model.x.length === 0) return [];
  const at = labelsAhead(
    model,
    Array.from({ length: last }, (_, i) => i + 1),
  );
  const text = (label: number) => labelText(model.data.index, label);
  const span = `${text(at[0])} to ${text(at[last - 1])} (${last} ${last === 1 ? "row" : "rows"})`;
  if (future === null)
    throw missing(model, `future ${model.x.join(", ")} must cover ${span}, and none were given`, at.length);
  const columns = [future.y, ...future.x];
  const absent = model.x.filter((name) => !columns.some((column) => column.name === name));
  if (absent.length > 0)
    throw missing(model, `future columns must hold ${model.x.join(", ")}; missing ${absent.join(", ")}`, absent.length);
  const rowOf = new Map(Array.from(future.index.at, (label, row) => [label, row]));
  // Positions of another table start at 0 again: its rows are steps 1, 2, …
  const counted = model.data.index.kind === "position" && future.index.kind === "position";
  const rows = at.map((label, i) => (counted ? (i < future.index.at.length ? i : undefined) : rowOf.get(label)));
  const gone = at.filter((_, i) => rows[i] === undefined);
  if (gone.length > 0) {
    const shown = gone.slice(0, 5).map(text).join(", ");
    throw missing(
      model,
      `future columns must cover ${span}; got ${last - gone.length}, missing ${shown}${gone.length > 5 ? ", …" : ""}`,
      gone.length,
    );
  }
  return model.x.map((name) =>
    filled(model, columns.find((column) => column.name === name) as NumberColumn, rows as number[], at.map(text)),
  );
}

/** What was given of the future and is not used: the columns of a model that takes none, rows that are none of the steps. */
export function unusedFuture(model: Model, last: number, future: SeriesData | null): string[] {
  if (future === null) return [];
  if (model.x.length === 0)
    return [`the model has no explaining columns (load them with --exog-columns): ${future.label} was not used`];
  const steps = Array.from({ length: last }, (_, i) => i + 1);
  const counted = model.data.index.kind === "position" && future.index.kind === "position";
  const asked = new Set(counted ? steps.map((step) => future.index.at[step - 1]) : labelsAhead(model, steps));
  const beyond = future.index.at.filter((at) => !asked.has(at)).length;
  if (beyond === 0) return [];
  return [
    `${beyond} ${beyond === 1 ? "row" : "rows"} of ${future.label} ${beyond === 1 ? "is" : "are"} none of the steps, not used`,
  ];
}

function filled(model: Model, column: NumberColumn, rows: number[], labels: string[]): NumberColumn {
  const values = Float64Array.from(rows, (row) => column.values[row]);
  const empty = values.findIndex((value) => !Number.isFinite(value));
  if (empty >= 0) throw missing(model, `future column ${column.name} has no value at ${labels[empty]}`, 1);
  return { name: column.name, values };
}

function missing({ handle }: Model, cause: string, observed: number): Error {
  const remedy = "give them with --x-handle FILE, whose labels are those of the steps";
  return refusal("FutureExogenousMissing", `${handle}: ${cause}; ${remedy}`, {
    check: "future_columns",
    observed,
    required: 0,
    remedy,
  });
}
