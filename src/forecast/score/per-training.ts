/** A function of training rows and a season, computed once for each: every step of a fold is scored against the same rows. */
export function perTraining<T>(
  compute: (train: Float64Array, sp: number) => T,
): (train: Float64Array, sp: number) => T {
  const known = new WeakMap<Float64Array, Map<number, T>>();
  return (train, sp) => {
    const bySeason = known.get(train) ?? new Map<number, T>();
    known.set(train, bySeason);
    if (!bySeason.has(sp)) bySeason.set(sp, compute(train, sp));
    return bySeason.get(sp) as T;
  };
}
