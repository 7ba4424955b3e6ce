import { labels } from "../../series/labels.ts";
import type { Severity } from "../../series/tag-meta.ts";
import type { Table } from "../table.ts";
import { breathe } from "./check.ts";
import type { Layout } from "./layout.ts";
import { NUMBERS, refuseMisreadNumbers } from "./number-words.ts";
import type { IngestPlan } from "./plan.ts";
import type { IngestDeps } from "./request.ts";

/** What a metadata template is made of. */
export interface TemplateFacts {
  tag: string;
  /** Distinct quality codes and distinct texts of the value column. */
  qualities: Set<string>;
  texts: Set<string>;
}

/**
 * Reads the value and quality columns of every tag once; timestamps are not looked at. Refuses SchemaError when a CSV's
 * values are numbers written in another way than was said: a template would list them all as states.
 */
export async function surveyForTemplates(
  table: Table,
  layout: Layout,
  plan: IngestPlan,
  deps: IngestDeps,
): Promise<TemplateFacts[]> {
  const { label } = table;
  const tags = labels(`${label}: the tag column`);
  const [qualities, texts] = [labels(`${label}: the quality column`), labels(`${label}: the value column`, NUMBERS)];
  const found = plan.form === "long" ? [] : layout.series.map(({ name }) => emptyFacts(name));
  const seen = { texts: [] as number[], textRows: [] as number[] };
  for await (const batch of table.batches()) {
    const owner = layout.tag === null ? null : await batch.codes(layout.tag, tags);
    while (owner && found.length < tags.list.length) found.push(emptyFacts(tags.list[found.length]));
    for (const [tag, { value, quality }] of layout.series.entries()) {
      const { text } = await batch.values(value, texts);
      const codes = quality === null ? null : await batch.codes(quality, qualities);
      for (let i = 0; i < batch.rows; i++) {
        const facts = found[owner ? owner[i] : tag];
        if (facts && codes && codes[i] >= 0) facts.qualities.add(qualities.list[codes[i]]);
        if (!facts || !text || text[i] < 0) continue;
        facts.texts.add(texts.list[text[i]]);
        seen.texts[text[i]] = (seen.texts[text[i]] ?? 0) + 1;
        seen.textRows[text[i]] ??= batch.first + i;
      }
    }
    deps.progress(batch.done, batch.total, "reading");
    await breathe(deps.signal);
  }
  if (/\.csv$/i.test(label)) refuseMisreadNumbers(label, "the value column", seen, texts.list, () => null);
  return found;
}

function emptyFacts(tag: string): TemplateFacts {
  return { tag, qualities: new Set(), texts: new Set() };
}

/**
 * The metadata of a tag with every fact left to state: null until someone who knows the tag fills it in, so that it is
 * refused as it stands. Of a single export the tag's identity is unknown too, and `_comments` say what was found.
 */
export function templateText({ tag, qualities, texts }: TemplateFacts, plan: IngestPlan, hasQuality: boolean): string {
  const single = plan.form === "single";
  const codes = Object.fromEntries([
    ...[...qualities].sort().map((raw) => [raw, spelledSeverity(raw)]),
    ...[...texts]
      .filter((text) => !qualities.has(text))
      .sort()
      .map((text) => [text, null]),
  ]);
  const template = {
    ...(single ? { _comments: comments(plan, hasQuality) } : {}),
    identity: { source_id: single ? null : (plan.request.source_id ?? null), point_id: single ? null : tag },
    name: single ? null : tag,
    unit_raw: null,
    unit_canonical: null,
    eng_range_zero: null,
    eng_range_span: null,
    sample_rate_s: null,
    retrieval_mode: null,
    asset: null,
    loop_id: null,
    role: null,
    quality_codes: codes,
    quality_assumed: null,
  };
  return `${JSON.stringify(template, null, 2)}\n`;
}

function spelledSeverity(raw: string): Severity | null {
  const word = raw.trim().toUpperCase();
  return word === "GOOD" || word === "UNCERTAIN" || word === "BAD" ? word : null;
}

function comments(plan: IngestPlan, hasQuality: boolean): Record<string, string> {
  const quality = hasQuality ? `quality '${plan.qualityCol}'` : "no quality column: pass --assume-quality";
  return {
    columns: `timestamp '${plan.timestampCol}', value '${plan.valueCol}', ${quality}`,
    identity: "source_id names the system the export came from, point_id the tag in it; both are required, and name is",
    unit_raw: "the unit as the source spells it, or null",
    eng_range:
      "eng_range_zero and eng_range_span are the low end and the width of the instrument's range, or both null",
    sample_rate_s: "declared seconds between samples, or null",
    retrieval_mode: "RECORDED, INTERPOLATED or null",
    role: "PV, SP, OP, MODE or null",
    quality_codes: "every code and every text in the value column, each GOOD, UNCERTAIN or BAD",
  };
}
