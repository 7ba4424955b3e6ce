/** One row of the exposures: which offer and arm, and the outcomes; NaN where a cell is empty. */
export interface ExposureRow {
  offer_id: string;
  arm: string;
  redeemed: number;
  post_spend: number;
}

/** What an arm of an offer holds: counted, not tested. */
export interface ArmSummary {
  arm: string;
  units: number;
  redeemed: number;
  /** Rows without the outcome; they are left out of the share and of the mean. */
  redeemed_missing: number;
  redemption_share: number | null;
  redemption_share_reason?: string;
  post_spend_missing: number;
  post_spend_mean: number | null;
  post_spend_mean_reason?: string;
}

/** Counts, shares (of the rows with an outcome) and means of every arm of every offer, both in code-unit order. */
export function summariseOffers(rows: Iterable<ExposureRow>): { offer_id: string; arms: ArmSummary[] }[] {
  const offers = new Map<string, Map<string, ExposureRow[]>>();
  for (const row of rows) {
    const arms = offers.get(row.offer_id) ?? new Map<string, ExposureRow[]>();
    offers.set(row.offer_id, arms);
    const own = arms.get(row.arm) ?? [];
    arms.set(row.arm, own);
    own.push(row);
  }
  return sorted(offers).map(([offer_id, arms]) => ({
    offer_id,
    arms: sorted(arms).map(([arm, own]) => summariseArm(arm, own)),
  }));
}

function summariseArm(arm: string, rows: ExposureRow[]): ArmSummary {
  const redeemed = rows.map((row) => row.redeemed).filter((value) => !Number.isNaN(value));
  const spend = rows.map((row) => row.post_spend).filter((value) => !Number.isNaN(value));
  return {
    arm,
    units: rows.length,
    redeemed: sum(redeemed),
    redeemed_missing: rows.length - redeemed.length,
    ...mean("redemption_share", redeemed),
    post_spend_missing: rows.length - spend.length,
    ...mean("post_spend_mean", spend),
  };
}

function mean<K extends "redemption_share" | "post_spend_mean">(key: K, values: number[]) {
  const none = { [key]: null, [`${key}_reason`]: "no row of the arm has the outcome" };
  const entry = values.length === 0 ? none : { [key]: sum(values) / values.length };
  return entry as Pick<ArmSummary, K> & Partial<Pick<ArmSummary, `${K}_reason`>>;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sorted<T>(map: Map<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
