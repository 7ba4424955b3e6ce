import type { Series } from "../series/series.ts";
import type { Archive } from "./context.ts";
import { refusal } from "./outcome.ts";
import { type Window, windowFields } from "./window.ts";

/** The rows of a window and the window they were read for. */
export interface WindowRows {
  rows: Series;
  window: Window;
}

/**
 * Reads a stated window, or with null the whole archive, whose first and last row then are the window. Refuses
 * EmptyWindow when a stated window holds no rows, SchemaError when an archive without rows is to give its own window.
 */
export async function readWindow(archive: Archive, stated: Window | null, field = "window"): Promise<WindowRows> {
  const rows = await archive.read(stated);
  const n = rows.t.length;
  if (n > 0) return { rows, window: stated ?? { start: rows.t[0], end: rows.t[n - 1], end_inclusive: true } };
  const { tag } = archive;
  if (stated === null) {
    throw refusal("SchemaError", `${tag}: the archive has no samples, so it has no extent; state a window`, {
      check: "archive_has_rows",
      observed: 0,
      required: 1,
      remedy: "state a window, or ingest some rows",
      tag,
    });
  }
  const { start, end } = windowFields(stated);
  throw refusal("EmptyWindow", `${tag}: 0 rows in the ${field} ${start}/${end}; choose one that meets the archive`, {
    check: "window_has_rows",
    observed: 0,
    required: 1,
    remedy: `choose a ${field} that meets the archive`,
    tag,
    window: { start, end },
  });
}
