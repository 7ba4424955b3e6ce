import { refusal } from "../../contract/outcome.ts";
import { type TagMeta, tagOf } from "../../series/tag-meta.ts";

/** The step of the grid on which tags are held side by side, and where it came from. */
export interface SampleRate {
  rate_s: number;
  rate_source: "declared" | "--rate-s";
}

/**
 * The stated rate, or the one whole number of seconds that all tags declare. Refuses MspcAlignmentError, naming the tags,
 * when some declare none, when they declare different rates or a fraction of a second.
 */
export function sampleRate(metas: readonly TagMeta[], stated: number | undefined): SampleRate {
  if (stated !== undefined) return { rate_s: stated, rate_source: "--rate-s" };
  const silent = metas.filter(({ sample_rate_s }) => sample_rate_s === null);
  if (silent.length > 0)
    throw noRate(
      `${names(silent)} ${silent.length === 1 ? "declares" : "declare"} no sample rate`,
      "rate_declared",
      silent,
    );
  const rates = [...new Set(metas.map(({ sample_rate_s }) => sample_rate_s as number))];
  if (rates.length > 1) {
    const groups = rates.map((rate) => `${names(metas.filter((meta) => meta.sample_rate_s === rate))} at ${rate} s`);
    throw noRate(`the tags declare ${rates.length} sample rates: ${groups.join("; ")}`, "one_rate", [...metas]);
  }
  if (!Number.isInteger(rates[0])) {
    throw noRate(
      `${names(metas)} declare a sample rate of ${rates[0]} s, which is no whole number of seconds`,
      "whole_seconds",
      [...metas],
    );
  }
  return { rate_s: rates[0], rate_source: "declared" };
}

const NAMED = 5;

function names(metas: readonly TagMeta[]): string {
  const shown = metas.slice(0, NAMED).map(tagOf).join(", ");
  return metas.length > NAMED ? `${shown} and ${metas.length - NAMED} more` : shown;
}

function noRate(found: string, check: string, metas: TagMeta[]) {
  return refusal(
    "MspcAlignmentError",
    `${found}; state --rate-s, a step in whole seconds at which all of them have samples`,
    {
      check,
      observed: metas.map((meta) => ({ tag: tagOf(meta), sample_rate_s: meta.sample_rate_s })).slice(0, 50),
      required: "one whole number of seconds",
      remedy: "state --rate-s",
    },
  );
}
