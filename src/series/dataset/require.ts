import { refusal } from "../../contract/outcome.ts";
import { clockChangeHint } from "./clock-change-hint.ts";
import type { CurveData, Data, SeriesData, TimeIndex } from "./dataset.ts";
import type { IndexCheck } from "./index-check.ts";
import { labelText } from "./index-label.ts";

/** The data as one series. Refuses WrongLayout for curves. */
export function requireSeries(data: Data): SeriesData {
  if (data.layout === "series") return data;
  throw wrongLayout(data.label, "a set of curves", "one series", "load it with --as series, naming its columns");
}

/** The data as a set of curves. Refuses WrongLayout for a series. */
export function requireCurves(data: Data): CurveData {
  if (data.layout === "curves") return data;
  throw wrongLayout(data.label, "one series", "a set of curves", "load it with --as curves");
}

function wrongLayout(label: string, observed: string, required: string, remedy: string): Error {
  const cause = `${label}: is ${observed}, and ${required} is needed; ${remedy}`;
  return refusal("WrongLayout", cause, { check: "layout", observed, required, remedy });
}

/** Refuses NonMonotonicIndex when labels run backwards, naming the first row. */
export function requireAscending(label: string, index: TimeIndex, { backward }: Pick<IndexCheck, "backward">): void {
  const [row] = backward;
  if (row === undefined) return;
  const remedy = `sort the rows: liquet data transform ${label} --action format`;
  throw refusal(
    "NonMonotonicIndex",
    `${label}: labels run backwards ${backward.length === 1 ? "once" : `${backward.length} times`}, first at data row ${row + 1} (${labelText(index, index.at[row])} after ${labelText(index, index.at[row - 1])}); ${remedy}`,
    { check: "ascending", observed: backward.length, required: 0, remedy, row: row + 1 },
  );
}

/** Refuses DuplicateTimestamps when labels repeat, naming the first rows. */
export function requireDistinct(label: string, index: TimeIndex, { duplicates }: Pick<IndexCheck, "duplicates">): void {
  const [first] = duplicates;
  if (first === undefined) return;
  const remedy = `${clockChangeHint(index, first.at)}choose what a repeated label means: liquet data transform ${label} --action format --remove-duplicates first|last|mean|sum`;
  const rows = first.rows.slice(0, 5).map((row) => row + 1);
  throw refusal(
    "DuplicateTimestamps",
    `${label}: ${duplicates.length === 1 ? "1 label stands" : `${duplicates.length} labels stand`} on more than one row, first ${labelText(index, first.at)} (data rows ${rows.join(", ")}); ${remedy}`,
    { check: "distinct", observed: duplicates.length, required: 0, remedy, label: labelText(index, first.at), rows },
  );
}

/** Refuses IrregularIndex when no grid holds every label (or a stated one does not). */
export function requireRegular(label: string, index: TimeIndex, found: IndexCheck): void {
  if (found.frequency !== null && found.off_grid.length === 0) return;
  if (found.frequency === null && index.at.length === 1) throw noSpacing(label);
  const spread = `gaps from ${gapText(index, found.smallest_gap)} to ${gapText(index, found.largest_gap)}, most often ${gapText(index, found.modal_gap)} (${found.n_modal} of them)`;
  const [row] = found.off_grid;
  const cause =
    row === undefined
      ? `${label}: ${found.reason ?? "the labels stand on no grid"} (${spread})`
      : `${label}: ${found.off_grid.length === 1 ? "1 label is" : `${found.off_grid.length} labels are`} not on the grid of ${found.frequency?.text}, first ${labelText(index, index.at[row])} in data row ${row + 1}`;
  const remedy = `${daysOfZoneHint(index, found)}aggregate to a regular spacing first, or state a frequency that holds every label with --frequency`;
  throw refusal("IrregularIndex", `${cause}; ${remedy}`, {
    check: "regular",
    observed: { modal_gap: found.modal_gap, smallest_gap: found.smallest_gap, largest_gap: found.largest_gap },
    required: "one spacing that holds every label",
    remedy,
    off_grid: found.off_grid.length,
  });
}

const HOUR = 3_600_000_000;

/** What to try first where instants are an hour off whole days: days of a zone whose clocks changed. Empty elsewhere. */
function daysOfZoneHint(
  { kind, tz }: TimeIndex,
  { smallest_gap, largest_gap, modal_gap }: Pick<IndexCheck, "smallest_gap" | "largest_gap" | "modal_gap">,
): string {
  const gaps = [smallest_gap, largest_gap, modal_gap].map((gap) => (gap ?? 0) / HOUR);
  const off = gaps.map((hours) => Math.abs(hours - 24 * Math.round(hours / 24)));
  const days = gaps.every((hours) => hours >= 23) && off.every((hours) => hours <= 1) && off.some((hours) => hours > 0);
  return kind === "instant" && tz === null && days
    ? "where these are days of a zone whose clocks changed, load the data with --tz ZONE; else "
    : "";
}

/** IrregularIndex where nothing says what the next label is: one row has no spacing, only a stated one does. */
export function noSpacing(label: string): Error {
  const remedy = "state one with --frequency when the data are loaded";
  return refusal("IrregularIndex", `${label}: has no spacing to go on with; ${remedy}`, {
    check: "regular",
    observed: null,
    required: "a spacing",
    remedy,
  });
}

/** A gap between labels in words: seconds to days for times, the number for numbers. */
export function gapText({ kind }: Pick<TimeIndex, "kind">, gap: number | null): string {
  if (gap === null) return "none";
  if (kind === "number" || kind === "position") return String(Number(gap.toPrecision(6)));
  const sizes: [string, number][] = [
    ["d", 86_400e6],
    ["h", 3600e6],
    ["min", 60e6],
    ["s", 1e6],
  ];
  const [name, size] = sizes.find(([, each]) => gap >= each) ?? ["us", 1];
  return `${Number((gap / size).toPrecision(6))} ${name}`;
}

/** Refuses MissingValues when y has missing (or not finite) values, naming the first. */
export function requireComplete({ label, index, y }: SeriesData): void {
  const missing = y.values.reduce((n, value) => n + (Number.isFinite(value) ? 0 : 1), 0);
  if (missing === 0) return;
  const row = y.values.findIndex((value) => !Number.isFinite(value));
  const remedy =
    missing === y.values.length
      ? "load a column that holds values"
      : row === 0
        ? `nothing stands before the first to fill it with: leave its rows out, or liquet data transform ${label} --action format --method bfill|constant`
        : `fill them and keep the mask: liquet data transform ${label} --action format`;
  throw refusal(
    "MissingValues",
    `${label}: ${missing} of ${y.values.length} values of '${y.name}' are missing or not finite, first at ${labelText(index, index.at[row])} (data row ${row + 1}); ${remedy}`,
    { check: "complete", observed: missing, required: 0, remedy, row: row + 1 },
  );
}

/** Refuses SeriesTooShort below `needed` rows. */
export function requireLength({ label, y }: SeriesData, needed: number, what: string): void {
  const n = y.values.length;
  if (n >= needed) return;
  const remedy = "give a longer history";
  throw refusal("SeriesTooShort", `${label}: ${n} observations, ${needed} needed for ${what}; ${remedy}`, {
    check: "length",
    observed: n,
    required: needed,
    remedy,
  });
}
