import { labels } from "../../series/labels.ts";
import type { Severity } from "../../series/tag-meta.ts";
import type { Table } from "../table.ts";
import { breathe } from "./check.ts";
import type { Layout } from "./layout.ts";
import type { IngestPlan } from "./plan.ts";
import type { IngestDeps } from "./request.ts";

/** What a metadata template is made of. */
export interface TemplateFacts {
  tag: string;
  /** Distinct quality codes and distinct texts of the value column. */
  qualities: Set<string>;
  texts: Set<string>;
}

/** Reads the value and quality columns of every tag once; timestamps are not looked at. */
export async function surveyForTemplates(
  table: Table,
  layout: Layout,
  plan: IngestPlan,
  deps: IngestDeps,
): Promise<TemplateFacts[]> {
  const found = new Map<string, TemplateFacts>();
  const of = (tag: string) => {
    const known = found.get(tag) ?? { tag, qualities: new Set<string>(), texts: new Set<string>() };
    found.set(tag, known);
    return known;
  };
  if (plan.form !== "long") for (const { name } of layout.series) of(name);
  const tags = labels(`${table.label}: the tag column`);
  const [qualities, texts] = [labels(`${table.label}: the quality column`), labels(`${table.label}: the value column`)];
  for await (const batch of table.batches()) {
    const owner = layout.tag === null ? null : await batch.codes(layout.tag, tags);
    for (const { name, value, quality } of layout.series) {
      const { text } = await batch.values(value, texts);
      const codes = quality === null ? null : await batch.codes(quality, qualities);
      for (let i = 0; i < batch.rows; i++) {
        if (owner && owner[i] < 0) continue;
        const code = codes ? codes[i] : -1;
        const word = text ? text[i] : -1;
        if (!owner && code < 0 && word < 0) continue;
        const facts = of(owner ? tags.list[owner[i]] : name);
        if (code >= 0) facts.qualities.add(qualities.list[code]);
        if (word >= 0) facts.texts.add(texts.list[word]);
      }
    }
    deps.progress(batch.done, batch.total, "reading");
    await breathe(deps.signal);
  }
  return [...found.values()];
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
