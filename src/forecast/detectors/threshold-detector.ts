import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall, orReason } from "../../contract/outcome.ts";
import { distancesOutside, excursions } from "../detect/threshold.ts";
import { detector } from "../other-components.ts";

interface ThresholdParams {
  upper: number | null;
  lower: number | "-upper" | null;
  mode: "segments" | "points";
}

export default detector<ThresholdParams>({
  name: "ThresholdDetector",
  object_type: "detector",
  summary: "Runs of values outside two fixed bounds.",
  source: "a comparison",
  parameters: z.strictObject({
    upper: field(z._default(z.nullable(z.number()), 1), "Upper bound; None for none."),
    lower: field(
      z._default(z.nullable(z.union([z.number(), z.literal("-upper")])), "-upper"),
      "Lower bound; None for none.",
    ),
    mode: field(z._default(z.enum(["segments", "points"]), "segments"), "The first row of a run, or the middle one."),
  }),
  tags: { "capability:missing_values": true },
  refuses: [],
  example: "forecast call-method 'ThresholdDetector(upper=1200, lower=600)' predict --kwargs y=demo:nile",
  finds: "segments",
  detect({ y }, { upper, lower: stated, mode }) {
    const lower = stated === "-upper" ? (upper === null ? null : -upper) : stated;
    if (upper !== null && lower !== null && lower > upper)
      throw new BadCall(`spec: ThresholdDetector: lower=${lower} is above upper=${upper}`);
    const distances = distancesOutside(y, lower, upper);
    const { found, segments } = excursions(distances, mode);
    const open = "there is no such bound";
    const bounds = { ...orReason("lower", lower, open), ...orReason("upper", upper, open) };
    const facts = { ...bounds, segments: segments.map(({ from, to }) => ({ from, to, n: to - from + 1 })) };
    return { found, scores: distances.map(Math.abs), facts };
  },
});
