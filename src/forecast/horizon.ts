import { BadCall, refusal } from "../contract/outcome.ts";
import type { NumberColumn, SeriesData } from "../series/dataset/dataset.ts";
import { labelText } from "../series/dataset/index-label.ts";
import { nextLabels } from "../series/dataset/next-labels.ts";
import type { Model } from "./models.ts";

/** Steps computed by one call, at most. */
const FARTHEST = 10_000;

/** The steps that are asked for and their labels. */
export interface Horizon {
  steps: number[];
  labels: string[];
}

/**
 * Steps 1 to `horizon`, or up to the label `horizon` names, or those of `fh` alone (ascending, each once). Refuses
 * IrregularIndex where nothing says what the next label is. BadCall above 10,000 steps, and for a label that is not ahead.
 */
export function horizonOf(model: Model, horizon: number | string | undefined, fh: number[] | undefined): Horizon {
  if (horizon !== undefined && fh !== undefined) throw new BadCall("fh: give either --horizon or --fh");
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
  if (fh !== undefined)
    return labelled(
      model,
      [...new Set(fh)].sort((a, b) => a - b),
    );
  if (typeof horizon !== "string") return labelled(model, upTo(horizon ?? 12));
  if (/^\d{1,3}$|^\d{5,}$/.test(horizon)) return labelled(model, upTo(Number(horizon)));
  return labelled(model, upTo(stepsUntil(model, horizon)));
}

function labelled(model: Model, steps: number[]): Horizon {
  const last = steps[steps.length - 1];
  if (last > FARTHEST) throw new BadCall(`horizon: expected at most ${FARTHEST} steps, got ${last}`);
  if (steps.length === 0 || steps[0] < 1) throw new BadCall(`horizon: expected at least 1 step, got ${steps[0] ?? 0}`);
  return { steps, labels: labelsAhead(model, steps).map((at) => labelText(model.data.index, at)) };
}

/** Labels of steps ahead; positions and a single row simply go on counting. */
export function labelsAhead({ data, zone }: Pick<Model, "data" | "zone">, steps: number[]): number[] {
  const { index, frequency } = data;
  if (frequency === null && (index.kind === "position" || index.kind === "number") && index.at.length === 1)
    return steps.map((step) => index.at[0] + step);
  return [...nextLabels(data, steps, zone)];
}

/** How many steps lead to a label, found by walking the calendar: months and days have no one length. */
function stepsUntil(model: Model, text: string): number {
  const wanted = text.trim();
  for (let from = 1; from <= FARTHEST; from += 500) {
    const steps = Array.from({ length: 500 }, (_, i) => from + i);
    const labels = labelsAhead(model, steps).map((at) => labelText(model.data.index, at));
    const exact = labels.indexOf(wanted);
    if (exact >= 0) return from + exact;
    const past = labels.findIndex((label) => label > wanted);
    const textual = model.data.index.kind === "instant" || model.data.index.kind === "civil";
    if (textual && past >= 0)
      throw notOnGrid(model, wanted, from + past > 1 ? (labels[past - 1] ?? null) : null, labels[past]);
  }
  throw new BadCall(`horizon: '${text}' is not among the ${FARTHEST} labels that follow ${lastLabel(model.data)}`);
}

function notOnGrid({ data }: Model, wanted: string, before: string | null, after: string): BadCall {
  const last = lastLabel(data);
  if (before === null && wanted <= last) return new BadCall(`horizon: '${wanted}' is not after the last row, ${last}`);
  return new BadCall(
    `horizon: no row falls on '${wanted}'; the labels there are ${[before ?? last, after].join(" and ")}`,
  );
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
