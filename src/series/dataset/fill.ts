/** How a missing value is made up. `ffill` and `constant` use nothing that comes later. */
export const FILL_METHODS = ["ffill", "bfill", "linear", "constant"] as const;
export type FillMethod = (typeof FILL_METHODS)[number];

/**
 * Fills NaN in a copy. `ffill` repeats the last value before, `bfill` the first after, `linear` joins the two by row
 * number, `constant` puts `constant`. What has no neighbour to be made of stays missing. `filled` marks the rows.
 */
export function fillMissing(
  values: Float64Array,
  method: FillMethod,
  constant: number,
): { values: Float64Array; filled: Uint8Array; n_filled: number; n_left: number } {
  const out = Float64Array.from(values);
  const filled = new Uint8Array(values.length);
  let [n_filled, n_left] = [0, 0];
  let [before, after] = [-1, 0];
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i])) {
      before = i;
      continue;
    }
    // A hole is searched once, at its first row.
    if (after <= i) after = nextKnown(values, i);
    out[i] = madeOf(values, i, before, after, method, constant);
    if (Number.isNaN(out[i])) n_left++;
    else {
      filled[i] = 1;
      n_filled++;
    }
  }
  return { values: out, filled, n_filled, n_left };
}

function madeOf(
  values: Float64Array,
  i: number,
  before: number,
  after: number,
  method: FillMethod,
  constant: number,
): number {
  if (method === "constant") return constant;
  if (method === "ffill") return before < 0 ? Number.NaN : values[before];
  if (method === "bfill") return after === values.length ? Number.NaN : values[after];
  if (before < 0 || after === values.length) return Number.NaN;
  return values[before] + ((i - before) / (after - before)) * (values[after] - values[before]);
}

/** The next row with a value, or one past the last row. */
function nextKnown(values: Float64Array, from: number): number {
  let i = from + 1;
  while (i < values.length && Number.isNaN(values[i])) i++;
  return i;
}
