import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { orReason } from "../../contract/outcome.ts";
import { mosumChanges, mosumStatistic, mosumThreshold } from "../detect/mosum.ts";
import { noiseScale } from "../detect/noise-scale.ts";
import { detector } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";

interface MovingWindowParams {
  change_score: "cusum" | null;
  penalty: number | null;
  bandwidth: number | number[];
  selection_method: "local_optimum" | "detection_length";
  min_detection_fraction: number;
  local_optimum_fraction: number;
  scale: boolean;
}

/** Chance that a series of noise alone exceeds the threshold that is taken when none is stated. */
const ALPHA = 0.05;
const bandwidth = z.int().check(z.gte(1));

export default detector<MovingWindowParams>({
  name: "MovingWindow",
  aliases: ["MOSUM"],
  object_type: "detector",
  summary: "Changes of level: peaks of the difference between the means of the rows before and after each row.",
  source: "Eichinger & Kirch 2018",
  parameters: z.strictObject({
    change_score: field(z._default(z.nullable(z.literal("cusum")), null), "The CUSUM statistic alone is offered."),
    penalty: field(
      z._default(z.nullable(z.number().check(z.gte(0))), null),
      "What a statistic must exceed; None for the asymptotic 5 % bound.",
    ),
    bandwidth: field(
      z._default(z.union([bandwidth, z.array(bandwidth).check(z.minLength(1))]), 20),
      "Rows on each side; several are joined.",
    ),
    selection_method: field(z._default(z.enum(["local_optimum", "detection_length"]), "local_optimum"), "Of peaks."),
    min_detection_fraction: field(
      z._default(z.number().check(z.gt(0), z.lt(0.5)), 0.2),
      "Share of the bandwidth above the bound (detection_length).",
    ),
    local_optimum_fraction: field(
      z._default(z.number().check(z.gte(0)), 0.4),
      "Share of the bandwidth around a peak that is lower (local_optimum).",
    ),
    scale: field(z._default(z.boolean(), true), "Divide by a robust scale of the noise first."),
  }),
  tags: {},
  refuses: ["SeriesTooShort"],
  example: "forecast call-method 'MovingWindow(bandwidth=15)' predict --kwargs y=demo:nile",
  finds: "changes",
  detect({ label, y }, params) {
    const bandwidths = [params.bandwidth].flat();
    const widest = Math.max(...bandwidths);
    if (y.length < 2 * widest) throw seriesTooShort(label, y.length, 2 * widest, `a bandwidth of ${widest}`);
    const { sigma, method } = params.scale ? noiseScale(y) : { sigma: 1, method: "none" };
    const threshold = params.penalty ?? mosumThreshold(y.length, Math.min(...bandwidths), ALPHA);
    const scale = orReason("sigma", params.scale ? sigma : null, "the values were taken as they are");
    const facts = { threshold, ...scale, sigma_method: method };
    if (sigma === 0) return { found: [], scores: new Float64Array(y.length).fill(Number.NaN), facts };
    const scaled = y.map((value) => value / sigma);
    const { selection_method: selection, min_detection_fraction, local_optimum_fraction } = params;
    const options = { bandwidths, threshold, selection, min_detection_fraction, local_optimum_fraction };
    return { found: mosumChanges(scaled, options), scores: mosumStatistic(scaled, widest).map(Math.abs), facts };
  },
});
