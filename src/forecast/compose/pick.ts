import type { Named, Predictive } from "../predictive.ts";

/** The entries of predictions at the given places, in that order. */
export function pick(inner: Predictive, places: number[]): Predictive {
  const take = (values: Float64Array) => Float64Array.from(places, (place) => values[place]);
  return {
    ...inner,
    point: take(inner.point),
    quantile: (i, p) => inner.quantile(places[i], p),
    variance: inner.variance === null ? null : take(inner.variance),
    distribution: inner.distribution === null ? null : pickNamed(inner.distribution, places),
    ...(inner.tail ? { tail: take(inner.tail) } : {}),
  };
}

function pickNamed(named: Named, places: number[]): Named {
  const { name, ...arrays } = named;
  const picked = Object.entries(arrays).map(([key, values]) => [
    key,
    places.map((place) => (values as number[])[place]),
  ]);
  return { name, ...Object.fromEntries(picked) } as Named;
}
