import { type Refusal, refusal } from "../../contract/outcome.ts";
import { type Window, windowFields } from "../../contract/window.ts";
import type { ValidColumns } from "../../series/valid.ts";
import { completeRows, type Grid, type GridColumn, gridOf, pick, placeOnGrid } from "./grid.ts";

/** One tag's GOOD samples in a window. */
export interface TagSamples extends ValidColumns {
  tag: string;
}

/** Tags on one grid, sorted by name. */
export interface Aligned {
  tags: string[];
  grid: Grid;
  /** One column a tag; NaN where it has no sample at that instant. */
  cells: Float64Array[];
  /** Grid positions at which every tag has a value. */
  rows: Int32Array;
  /** Filled cells of all cells. */
  coverage: number;
}

/** What an alignment is for, in the words of its refusals. */
export interface AlignmentRequest {
  window: Window;
  rate_s: number;
  min_coverage: number;
  /** `baseline`, `window`, `before`, `after`. */
  which: string;
}

/**
 * Places the samples of several tags on one grid by exact instant: nothing is interpolated. Refuses SchemaError when a
 * tag has two samples at one grid instant, MspcAlignmentError when fewer cells than `min_coverage` are filled (with each
 * tag's share), no grid instant has them all or the grid is beyond memory.
 */
export function alignTags(samples: readonly TagSamples[], request: AlignmentRequest): Aligned {
  const sorted = [...samples].sort((a, b) => (a.tag < b.tag ? -1 : 1));
  const grid = gridOf(request.window, request.rate_s);
  // No more cells can be filled than there are samples: a grid far finer than the data is refused before it is built.
  const most = sorted.map(({ t }) => Math.min(t.length, grid.n));
  if (share(most, grid) < request.min_coverage) throw tooThin(sorted, most, null, grid, request);
  if (grid.n * sorted.length > MAX_CELLS) throw tooLarge(grid, sorted.length, request);
  const columns = sorted.map(({ t, v }) => placeOnGrid(grid, t, v));
  refuseDuplicates(sorted, columns, request);
  const filled = columns.map(({ n_filled }) => n_filled);
  const coverage = share(filled, grid);
  if (coverage < request.min_coverage) throw tooThin(sorted, filled, columns, grid, request);
  const cells = columns.map((column) => column.cells);
  const rows = completeRows(cells, grid.n);
  if (rows.length === 0) throw noCompleteRow(sorted, filled, grid, request);
  return { tags: sorted.map(({ tag }) => tag), grid, cells, rows, coverage };
}

/** Cells that are held at a time: 1.6 GB. */
const MAX_CELLS = 2e8;

/** The complete rows, one column a tag. */
export function completeColumns({ cells, rows }: Aligned): Float64Array[] {
  return cells.map((column) => pick(column, rows));
}

/** `the baseline`, `the period before`. */
function spanName({ which }: AlignmentRequest): string {
  return which === "before" || which === "after" ? `the period ${which}` : `the ${which}`;
}

function share(filled: number[], { n }: Grid): number {
  return filled.reduce((sum, count) => sum + count, 0) / (n * filled.length);
}

/** Tags that a refusal lists, the emptiest first. */
const LISTED = 10;

function coverageByTag(samples: readonly TagSamples[], filled: number[], columns: GridColumn[] | null, { n }: Grid) {
  const rows = samples.map(({ tag }, i) => ({
    tag,
    coverage: filled[i] / n,
    ...(columns === null ? {} : { n_off_grid: columns[i].n_off_grid }),
  }));
  const sorted = rows.sort((a, b) => a.coverage - b.coverage);
  return { tags: sorted.slice(0, LISTED), tags_dropped: Math.max(0, sorted.length - LISTED) };
}

function tooThin(
  samples: readonly TagSamples[],
  filled: number[],
  columns: GridColumn[] | null,
  grid: Grid,
  request: AlignmentRequest,
): Refusal {
  const coverage = share(filled, grid);
  const listed = coverageByTag(samples, filled, columns, grid);
  const worst = listed.tags.slice(0, 3).map(({ tag, coverage }) => `${tag} ${coverage.toFixed(3)}`);
  const [first] = listed.tags;
  const between = first.n_off_grid
    ? `; ${first.n_off_grid} samples of ${first.tag} lie between the grid's instants`
    : "";
  return refusal(
    "MspcAlignmentError",
    `${spanName(request)} on a ${request.rate_s} s grid: aligned coverage ${columns === null ? "at most " : ""}${coverage.toFixed(3)} of ${grid.n} instants x ${samples.length} tags is below ${request.min_coverage} (lowest: ${worst.join(", ")}${between}), and nothing is interpolated; choose a span or a --rate-s at which the tags have samples`,
    {
      check: "aligned_coverage",
      observed: coverage,
      required: request.min_coverage,
      remedy: "choose a span or a --rate-s at which the tags have samples",
      ...details(grid, request),
      ...listed,
    },
  );
}

function tooLarge(grid: Grid, tags: number, request: AlignmentRequest): Refusal {
  return refusal(
    "MspcAlignmentError",
    `${spanName(request)} on a ${request.rate_s} s grid has ${grid.n} instants x ${tags} tags, more than ${MAX_CELLS} cells; choose a shorter span, a larger --rate-s or fewer tags`,
    {
      check: "grid_size",
      observed: grid.n * tags,
      required: MAX_CELLS,
      remedy: "choose a shorter span, a larger --rate-s or fewer tags",
      ...details(grid, request),
    },
  );
}

function noCompleteRow(
  samples: readonly TagSamples[],
  filled: number[],
  grid: Grid,
  request: AlignmentRequest,
): Refusal {
  return refusal(
    "MspcAlignmentError",
    `${spanName(request)}: at none of ${grid.n} grid instants do all ${samples.length} tags have a GOOD sample; choose a span in which they overlap`,
    {
      check: "complete_rows",
      observed: 0,
      required: 1,
      remedy: "choose a span in which the tags overlap",
      ...details(grid, request),
      ...coverageByTag(samples, filled, null, grid),
    },
  );
}

function details(grid: Grid, { window, rate_s, which }: AlignmentRequest) {
  const { start, end } = windowFields(window);
  return { which, window: { start, end }, rate_s, grid_instants: grid.n };
}

function refuseDuplicates(samples: readonly TagSamples[], columns: GridColumn[], request: AlignmentRequest): void {
  const at = columns.findIndex(({ n_duplicates }) => n_duplicates > 0);
  if (at < 0) return;
  const { tag } = samples[at];
  const { n_duplicates, n_conflicting } = columns[at];
  throw refusal(
    "SchemaError",
    `${tag}: ${n_duplicates} GOOD sample${n_duplicates === 1 ? " repeats" : "s repeat"} an instant of ${spanName(request)} (${n_conflicting} with another value), so its value there is not known; keep one sample an instant`,
    {
      check: "unique_timestamps",
      observed: n_duplicates,
      required: 0,
      remedy: "keep one sample an instant",
      tag,
      n_conflicting,
    },
  );
}
