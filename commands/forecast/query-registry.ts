import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { columns, more, section } from "../../src/contract/text.ts";
import { OBJECT_TYPES } from "../../src/forecast/component.ts";
import { describeTags, queryComponents } from "../../src/forecast/query-components.ts";

export default command({
  summary: "Find forecasters, transformers, metrics and other components by task, tag or word.",
  args: ["query"],
  input: z.strictObject({
    query: field(z.optional(z.string()), "Word in name or description."),
    task: field(z.optional(z.enum([...OBJECT_TYPES, "tag"])), "Kind; tag lists the tags."),
    tags: field(z.optional(z.record(z.string(), z.union([z.boolean(), z.string()]))), "Tags and required values."),
    limit: field(z._default(z.int().check(z.positive()), 40), "Most results."),
    offset: field(z._default(z.int().check(z.nonnegative()), 0), "Results to skip."),
  }),
  evidence: z.strictObject({
    results: z.array(
      z.strictObject({ name: z.string(), task: z.string(), summary: z.string(), tags: z.array(z.string()) }),
    ),
    tags: z.array(z.strictObject({ tag: z.string(), description: z.string(), applies_to: z.array(z.string()) })),
    count: z.int(),
    total: z.int(),
    offset: z.int(),
    has_more: z.boolean(),
  }),
  examples: [
    "forecast query-registry --task forecaster",
    "forecast query-registry naive --tags capability:pred_int=true --json",
    "forecast query-registry --task tag",
  ],
  notes: [
    "Every component that is listed runs: nothing has to be installed. A word finds exact names first, then names that",
    "start with it or hold it, then descriptions.",
  ],
  async run({ query, task, tags = {}, limit, offset }) {
    const listed = task === "tag" ? describeTags(query) : [];
    const found = task === "tag" ? [] : await queryComponents({ query, task, tags });
    const page = <T>(all: T[]) => all.slice(offset, offset + limit);
    const [results, tagPage] = [page(found), page(listed)];
    const total = found.length + listed.length;
    const count = results.length + tagPage.length;
    return evidence({ results, tags: tagPage, count, total, offset, has_more: offset + count < total });
  },
  text: (f) => [
    `${f.count} of ${f.total}`,
    ...section(
      "Components",
      f.results.length === 0
        ? []
        : columns([["name", "task", "does"], ...f.results.map((r) => [r.name, r.task, r.summary])]),
    ),
    ...section(
      "Tags",
      f.tags.map((t) => `${t.tag}  ${t.description}`),
    ),
    ...more(f.has_more ? f.total - f.offset - f.count : 0, "result"),
  ],
});
