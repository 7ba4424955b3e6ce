/** How many values lie strictly below and strictly above each value, itself and its equals on neither side. */
export function sidesOf(values: Float64Array): { below: Uint32Array; above: Uint32Array } {
  const n = values.length;
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  const below = new Uint32Array(n);
  const above = new Uint32Array(n);
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && values[order[to]] === values[order[from]]) to++;
    for (let k = from; k < to; k++) {
      below[order[k]] = from;
      above[order[k]] = n - to;
    }
    from = to;
  }
  return { below, above };
}

/** Pairs among n things, n(n − 1)/2. */
export function pairsOf(n: number): number {
  return (n * (n - 1)) / 2;
}
