/** The integer-built experiment: 200 units with arm, covariate, outcome and denominator that any language can rebuild. */
export interface FixtureArm {
  y: Float64Array;
  x: Float64Array;
  /** Denominators. */
  b: Float64Array;
  stratum: number[];
}

/** Arms 0 (101 units) and 1 (99 units). */
export function integerFixture(): { control: FixtureArm; treatment: FixtureArm } {
  const arms = [0, 1].map(() => ({ y: [] as number[], x: [] as number[], b: [] as number[], stratum: [] as number[] }));
  for (let i = 0; i < 200; i++) {
    const x = ((37 * i) % 101) / 10;
    const t = (7919 * i + ((i * i) % 11)) % 2;
    const e = (((53 * i) % 97) - 48) / 12;
    arms[t].y.push(5 + 0.6 * x + 1.5 * t + 0.4 * t * (x - 5) + e);
    arms[t].x.push(x);
    arms[t].b.push(1 + ((13 * i) % 4));
    arms[t].stratum.push(i % 3);
  }
  const [control, treatment] = arms.map(({ y, x, b, stratum }) => ({
    y: Float64Array.from(y),
    x: Float64Array.from(x),
    b: Float64Array.from(b),
    stratum,
  }));
  return { control, treatment };
}
