/** Orders (p, d, q)(P, D, Q) of a seasonal ARIMA with season `m` (1: none). */
export interface Orders {
  p: number;
  d: number;
  q: number;
  P: number;
  D: number;
  Q: number;
  m: number;
}

/** Number of estimated ARMA coefficients, in the order ar, ma, sar, sma. */
export function armaCount({ p, q, P, Q }: Orders): number {
  return p + q + P + Q;
}

/** Rows that differencing uses up: d + m·D. */
export function lostRows({ d, D, m }: Orders): number {
  return d + m * D;
}

/** Names of the ARMA coefficients: ar1, ma1, sar1, sma1 and so on. */
export function armaNames({ p, q, P, Q }: Orders): string[] {
  const numbered = (stem: string, n: number) => Array.from({ length: n }, (_, i) => `${stem}${i + 1}`);
  return [...numbered("ar", p), ...numbered("ma", q), ...numbered("sar", P), ...numbered("sma", Q)];
}

/** As the field writes it: ARIMA(0,1,1)(0,1,1)[12]. */
export function modelName({ p, d, q, P, D, Q, m }: Orders, constant: "none" | "mean" | "drift" = "none"): string {
  const season = m > 1 && P + D + Q > 0 ? `(${P},${D},${Q})[${m}]` : "";
  return `ARIMA(${p},${d},${q})${season}${constant === "none" ? "" : ` with ${constant}`}`;
}
