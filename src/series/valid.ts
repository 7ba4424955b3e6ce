/** The rows that count in statistics, in file order, as columns without holes. */
export interface ValidColumns {
  /** Microseconds since the epoch. */
  t: Float64Array;
  v: Float64Array;
}

/** Keeps the rows where `valid` is not 0. When all are kept the columns are shared and not copied: never write to them. */
export function validColumns(series: ValidColumns, valid: Uint8Array, n_valid: number): ValidColumns {
  if (n_valid === series.t.length) return { t: series.t, v: series.v };
  const t = new Float64Array(n_valid);
  const v = new Float64Array(n_valid);
  for (let i = 0, k = 0; i < valid.length; i++) {
    if (valid[i] === 0) continue;
    t[k] = series.t[i];
    v[k++] = series.v[i];
  }
  return { t, v };
}
