import { shortNames } from "../series/short-names.ts";
import { curveLine } from "./sparkline.ts";

/** Values over the grid of the target. */
interface NamedValues {
  name: string;
  v: Float64Array;
}

/** Curves that are drawn beside the target, and characters of a name. */
const MOST = 6;
const LONGEST_NAME = 20;

/** A target and the first of the curves that were warped to it, as block characters over its grid. */
export function warpedLines(t: Float64Array, target: NamedValues, warped: readonly NamedValues[]): string[] {
  const shown = warped.slice(0, MOST);
  const names = shortNames(
    shown.map(({ name }) => `${name} warped`),
    LONGEST_NAME,
  );
  const labels = [target.name.slice(0, LONGEST_NAME), ...names];
  const width = Math.max(...labels.map((label) => label.length));
  return [target, ...shown].map(({ v }, i) => {
    return `${labels[i].padEnd(width)}  ${curveLine(t, v, t[0], t[t.length - 1], Math.min(50, v.length))}`;
  });
}
