import { normalCdf } from "../../numerics/normal.ts";

/** Units of the two arms of one comparison; need not be whole while a size is sought. */
export interface ArmSizes {
  control: number;
  treatment: number;
}

/**
 * A test of one comparison as a size formula sees it: how far the truth lies from the edge of the null, and the
 * standard error at these sizes under each. `distance` is signed: positive is the side the test looks for.
 */
export interface TestModel {
  distance: number;
  nullError(sizes: ArmSizes): number;
  alternativeError(sizes: ArmSizes): number;
}

/** The bound that the statistic must exceed, in its null standard errors; may grow with the sizes. */
export type Critical = (sizes: ArmSizes) => number;

/** Chance that a test rejects in the direction of the effect; the far tail is no success and is not counted. */
export type PowerFunction = (sizes: ArmSizes) => number;

/** Power of a normal test: Φ((distance − c·se₀)/se₁). */
export function normalPower({ distance, nullError, alternativeError }: TestModel, critical: Critical): PowerFunction {
  return (sizes) => normalCdf((distance - critical(sizes) * nullError(sizes)) / alternativeError(sizes));
}
