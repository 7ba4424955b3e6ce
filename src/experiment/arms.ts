/** One arm's units; what was not asked for is null, what a unit lacks is NaN (−1 for a stratum). */
export interface Arm {
  arm: string;
  /** Outcome, or the numerator of a ratio; never NaN. */
  y: Float64Array;
  /** Covariate. */
  x: Float64Array | null;
  /** Denominator of a ratio; never NaN. */
  b: Float64Array | null;
  /** Number of the unit's stratum. */
  stratum: Int32Array | null;
  /** Units of the arm that have no outcome (or no denominator) and are not in `y`. */
  n_missing: number;
}

/** Values by unit, all of one length, with the arm of each unit (−1: left out). */
export interface UnitColumns {
  arm: Int32Array;
  y: Float64Array;
  x: Float64Array | null;
  b: Float64Array | null;
  stratum: Int32Array | null;
}

/** Splits units by arm; those without an outcome or denominator are counted and left out. */
export function splitArms(units: UnitColumns, names: readonly string[]): Arm[] {
  const has = (u: number) => !Number.isNaN(units.y[u]) && !(units.b && Number.isNaN(units.b[u]));
  const [sizes, missing] = [new Int32Array(names.length), new Int32Array(names.length)];
  for (let u = 0; u < units.arm.length; u++) {
    if (units.arm[u] < 0) continue;
    if (has(u)) sizes[units.arm[u]]++;
    else missing[units.arm[u]]++;
  }
  const arms = names.map((arm, a) => ({
    arm,
    y: new Float64Array(sizes[a]),
    x: units.x && new Float64Array(sizes[a]),
    b: units.b && new Float64Array(sizes[a]),
    stratum: units.stratum && new Int32Array(sizes[a]),
    n_missing: missing[a],
  }));
  const next = new Int32Array(names.length);
  for (let u = 0; u < units.arm.length; u++) {
    const a = units.arm[u];
    if (a < 0 || !has(u)) continue;
    const arm = arms[a];
    const at = next[a]++;
    arm.y[at] = units.y[u];
    if (arm.x && units.x) arm.x[at] = units.x[u];
    if (arm.b && units.b) arm.b[at] = units.b[u];
    if (arm.stratum && units.stratum) arm.stratum[at] = units.stratum[u];
  }
  return arms;
}

/** The units of an arm that have a covariate. */
export function withCovariate(arm: Arm): { y: Float64Array; x: Float64Array; stratum: Int32Array | null } {
  const { y, x, stratum } = arm;
  if (!x) throw new Error("the arm was read without a covariate");
  let n = 0;
  for (const value of x) if (!Number.isNaN(value)) n++;
  if (n === x.length) return { y, x, stratum };
  const kept = { y: new Float64Array(n), x: new Float64Array(n), stratum: stratum && new Int32Array(n) };
  let at = 0;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i])) continue;
    kept.y[at] = y[i];
    kept.x[at] = x[i];
    if (kept.stratum && stratum) kept.stratum[at] = stratum[i];
    at++;
  }
  return kept;
}
