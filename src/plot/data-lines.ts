import type { Curve, Data } from "../series/dataset/dataset.ts";
import { shortNames } from "../series/short-names.ts";
import { curveLine, sparkline } from "./sparkline.ts";

/** Data as lines of block characters: y of a series, or each of the first curves with its name. */
export function dataLines(data: Data, most = 5): string[] {
  if (data.layout === "series") {
    const { at } = data.index;
    const [least, greatest] = [at.reduce((a, b) => Math.min(a, b)), at.reduce((a, b) => Math.max(a, b))];
    return [sparkline(at, data.y.values, least, greatest, Math.min(60, at.length))];
  }
  return curveLines(data.curves, most);
}

/** Each of the first curves with its name, as block characters. */
export function curveLines(curves: readonly Pick<Curve, "name" | "t" | "v">[], most = 5): string[] {
  const shown = curves.slice(0, most);
  const names = shortNames(
    shown.map(({ name }) => name),
    16,
  );
  return shown.map(({ t, v }, i) => `${names[i]}  ${curveLine(t, v, t[0], t[t.length - 1], Math.min(60, t.length))}`);
}
