import { gammaDraw } from "../numerics/gamma-draw.ts";
import { median } from "../numerics/median.ts";
import { pcg64, type Rng } from "../numerics/pcg64.ts";
import { standardNormal } from "../numerics/standard-normal.ts";
import { uniform } from "../numerics/uniform.ts";
import { allocate } from "./allocation.ts";
import { armFinder } from "./assignment.ts";
import { unitHash } from "./unit-hash.ts";

/** Everything that was planted: what an analysis of the offer should find, but for chance. */
export const PLANTED = {
  seed: 20_261_102,
  generator: "PCG64",
  n_customers: 4000,
  offer_id: "WEEKEND_15",
  salt: "WEEKEND_15",
  weights: { control: 0.5, treatment: 0.5 },
  redemption_control: 0.08,
  redemption_treatment: 0.12,
  /** Added to both for customers who spent more than the median before. */
  redemption_above_median: 0.01,
  spend_shift: 2.5,
  spend_slope_on_pre_spend: 0.51,
  spend_intercept: 12,
  spend_residual_sd: 3,
  pre_spend_mean: 20,
  pre_spend_sd: 9.4,
};

const REGIONS = ["east", "north", "south", "west"];

export interface Customer {
  customer_id: string;
  segment: "new" | "regular" | "loyal";
  region: string;
  /** Money spent before the offer, to the cent. */
  pre_spend: number;
}

export interface Exposure {
  customer_id: string;
  offer_id: string;
  arm: string;
  redeemed: 0 | 1;
  post_spend: number;
}

/**
 * The synthetic retail offer: customers whose spend before is gamma distributed, arms by the tool's own hash, and
 * planted effects on redemption and spend. Seeded, the same on every machine. No customer of it exists.
 */
export function syntheticOffer(): { customers: Customer[]; exposures: Exposure[] } {
  const customers = drawCustomers(pcg64(PLANTED.seed, [0]));
  const half = median(Float64Array.from(customers, ({ pre_spend }) => pre_spend));
  const rng = pcg64(PLANTED.seed, [1]);
  const allocation = allocate(PLANTED.weights, "weights");
  const [find, hash] = [armFinder(allocation), unitHash(PLANTED.salt)];
  const exposures = customers.map((customer) => {
    const { hi, lo } = hash(customer.customer_id);
    return drawExposure(rng, customer, allocation.arms[find(hi, lo)], half);
  });
  return { customers, exposures };
}

function drawCustomers(rng: Rng): Customer[] {
  const { n_customers, pre_spend_mean, pre_spend_sd } = PLANTED;
  const shape = (pre_spend_mean / pre_spend_sd) ** 2;
  return Array.from({ length: n_customers }, (_, i) => {
    const pre_spend = cents((gammaDraw(rng, shape) * pre_spend_mean) / shape);
    const segment = pre_spend < 12 ? "new" : pre_spend < 26 ? "regular" : "loyal";
    const region = REGIONS[Math.floor(uniform(rng) * REGIONS.length)];
    return { customer_id: `C${String(i + 1).padStart(4, "0")}`, segment, region, pre_spend };
  });
}

function drawExposure(rng: Rng, { customer_id, pre_spend }: Customer, arm: string, half: number): Exposure {
  const treated = arm === "treatment";
  const p = PLANTED;
  const chance =
    (treated ? p.redemption_treatment : p.redemption_control) + (pre_spend > half ? p.redemption_above_median : 0);
  const redeemed = uniform(rng) < chance ? 1 : 0;
  const expected = p.spend_intercept + p.spend_slope_on_pre_spend * pre_spend + (treated ? p.spend_shift : 0);
  const post_spend = cents(Math.max(0, expected + p.spend_residual_sd * standardNormal(rng)));
  return { customer_id, offer_id: p.offer_id, arm, redeemed, post_spend };
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
