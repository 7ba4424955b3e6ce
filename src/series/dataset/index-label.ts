import { formatInstant } from "../../contract/instant.ts";
import type { TimeIndex } from "./dataset.ts";

/**
 * The text of an index's label: `1949-01`, `1970-Q1`, `2024-01-10`, `2024-01-10T06:00:00` (no zone) or
 * `2024-01-10T06:00:00Z` for times, digits for numbers and positions.
 */
export function labelText({ kind, style }: Pick<TimeIndex, "kind" | "style">, at: number): string {
  if (kind === "number" || kind === "position") return String(at);
  const iso = formatInstant(at);
  if (kind === "instant") return iso;
  if (style === "month") return iso.slice(0, 7);
  if (style === "quarter") return `${iso.slice(0, 4)}-Q${Math.ceil(Number(iso.slice(5, 7)) / 3)}`;
  return style === "date" ? iso.slice(0, 10) : iso.slice(0, -1);
}
