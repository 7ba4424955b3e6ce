/** A row of a forecast, as answers have it. */
interface Row {
  time: string;
  step: number;
  point: number;
  intervals?: { coverage: number; lower: number; upper: number }[];
  quantiles?: { p: number; value: number }[];
  variance?: number | null;
  distribution?: Record<string, unknown>;
}

/** A forecast as CSV: one row a step; columns lower_0.9, upper_0.9, q0.05, variance, or the distribution's parameters. */
export function forecastCsv(rows: Row[]): string {
  const lines = rows.map((row) => Object.entries(flat(row)));
  const header = lines[0]?.map(([key]) => key).join(",") ?? "time,step,point";
  return `${[header, ...lines.map((entries) => entries.map(([, value]) => value).join(","))].join("\n")}\n`;
}

function flat({ time, step, point, intervals = [], quantiles = [], variance, distribution = {} }: Row) {
  return {
    time,
    step: String(step),
    point: String(point),
    ...Object.fromEntries(
      intervals.flatMap(({ coverage, lower, upper }) => [
        [`lower_${coverage}`, lower],
        [`upper_${coverage}`, upper],
      ]),
    ),
    ...Object.fromEntries(quantiles.map(({ p, value }) => [`q${p}`, value])),
    ...(variance === undefined ? {} : { variance: variance ?? "" }),
    ...distribution,
  };
}
