import { createHash } from "node:crypto";
import { refusal } from "../contract/outcome.ts";
import type { LiftCall } from "./lift-call.ts";
import { whereText } from "./unit-columns.ts";
import type { Warning } from "./warnings.ts";

/** What an experiment was recorded with, before any look. */
export interface RecordedPlan {
  experiment_id: string;
  arms: Record<string, number>;
  alpha: number;
  plan: "fixed" | "group_sequential" | "always_valid";
  planned_looks: number | null;
}

/** What is known of an experiment before a look at it. */
export interface LookHistory extends Pick<RecordedPlan, "experiment_id" | "plan" | "planned_looks"> {
  /** Digests of the data of the looks at this outcome so far, in order. */
  digests: string[];
}

/**
 * Refuses PeekedWithoutPlan when the question is made for fewer looks than there are: a test for one look after another
 * look on other data, or group-sequential fractions that do not count every look.
 */
export function checkLook(call: LiftCall, history: LookHistory, digest: string): void {
  const earlier = new Set(history.digests.filter((known) => known !== digest)).size;
  const looks = earlier + 1;
  if (call.sequential === "always_valid") return;
  if (call.sequential === "group_sequential") {
    const stated = call.information?.length ?? 0;
    if (stated >= looks) return;
    refusePeeking(
      history,
      looks,
      `--information states ${stated} look${stated === 1 ? "" : "s"}`,
      "state the information fraction of every look",
    );
  }
  if (earlier === 0) return;
  refusePeeking(
    history,
    looks,
    "a fixed-sample p-value and interval hold for one",
    "use --sequential always_valid, or --sequential group_sequential with --information",
  );
}

function refusePeeking(
  { experiment_id, plan, planned_looks }: LookHistory,
  looks: number,
  found: string,
  remedy: string,
): never {
  const planned =
    planned_looks === null ? plan.replace("_", "-") : `${plan.replace("_", "-")} with ${planned_looks} looks`;
  throw refusal(
    "PeekedWithoutPlan",
    `${experiment_id}: this would be look ${looks} (plan: ${planned}), and ${found}; ${remedy}`,
    { check: "looks", observed: looks, required: found, plan, planned_looks, remedy },
  );
}

/** The call with the split checked against the recorded weights, unless it states its own. */
export function asRecorded(call: LiftCall, { arms }: RecordedPlan): LiftCall {
  return { ...call, weights: call.weights ?? arms };
}

/** Where the question differs from what was recorded before there were data. */
export function planWarnings(call: LiftCall, { experiment_id, alpha, plan }: RecordedPlan): Warning[] {
  const code = "NotAsPlanned";
  const warnings: Warning[] = [];
  if (call.alpha !== alpha)
    warnings.push({ code, message: `${experiment_id}: alpha is ${call.alpha} here and ${alpha} in the record` });
  if (plan !== "fixed" && call.sequential !== plan) {
    const planned = `--sequential ${plan}`;
    warnings.push({ code, message: `${experiment_id}: several looks were planned, so its answers need ${planned}` });
  }
  return warnings;
}

/** Name under which looks are counted: the outcome, and the rows kept of it, which make it another question. */
export function lookedAt(call: LiftCall, outcome: string): string {
  return `${outcome}${whereText(call)}`;
}

/** What tells the data of two looks apart: the digests of the tables that were read, or the values in the call. */
export function dataDigest(tables: readonly { sha256: string }[], call: LiftCall): string {
  const { outcomes, covariates, denominators, n, successes, means, sds } = call;
  const inline = { outcomes, covariates, denominators, n, successes, means, sds };
  const text = tables.length > 0 ? tables.map(({ sha256 }) => sha256).join(" ") : JSON.stringify(inline);
  return createHash("sha256").update(text).digest("hex");
}
