import { refusal } from "../contract/outcome.ts";

/** Cells of a table of dynamic programming: at 9 bytes each, 180 MB. */
const MOST_CELLS = 2e7;

/** Refuses TooManyPoints when a table of dynamic programming would not fit into memory. */
export function requireFit(label: string, points: number, cells: number, remedy: string): void {
  if (cells <= MOST_CELLS) return;
  const cause = `${label}: curves of ${points} points need a table of ${cells} cells, and ${MOST_CELLS} are held at most; ${remedy}`;
  throw refusal("TooManyPoints", cause, { check: "cells", observed: cells, required: MOST_CELLS, remedy });
}
