import type { Series } from "../series/series.ts";
import type { Archive } from "./context.ts";
import { formatInstant } from "./instant.ts";
import { Refusal, refusal } from "./outcome.ts";
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
  const held = await extentOf(archive);
  const remedy = `choose a ${field} that meets the archive${held ? `, which holds ${held.start}/${held.end}` : ""}`;
  throw refusal("EmptyWindow", `${tag}: 0 rows in the ${field} ${start}/${end}; ${remedy}`, {
    check: "window_has_rows",
    observed: 0,
    required: 1,
    remedy,
    tag,
    window: { start, end },
    ...(held ? { archive_window: held } : {}),
  });
}

/** First and last time of an archive; null when it has no rows, or none that can be read as a whole. */
async function extentOf(archive: Archive): Promise<{ start: string; end: string } | null> {
  try {
    const { t } = await archive.read(null);
    return t.length === 0 ? null : { start: formatInstant(t[0]), end: formatInstant(t[t.length - 1]) };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
