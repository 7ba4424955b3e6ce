import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import type { Provenance } from "../src/contract/context.ts";
import { field } from "../src/contract/field.ts";
import { isObject } from "../src/contract/is-object.ts";
import { toJson } from "../src/contract/json.ts";
import { evidence, refusal } from "../src/contract/outcome.ts";

type Document = Record<string, unknown>;

const VERDICTS = ["same", "data_changed", "version_changed", "now_refused", "differs"] as const;

export default command({
  summary: "Run the call of a saved answer again and state whether bytes, data or version changed.",
  args: ["answer"],
  input: z.strictObject({ answer: field(z.string(), "File of one --json answer.") }),
  evidence: z.strictObject({
    verdict: z.enum(VERDICTS),
    command: z.string(),
    version_then: z.string(),
    version_now: z.string(),
    archives: z.array(
      z.strictObject({
        archive: z.string(),
        rows_then: z.nullable(z.number()),
        rows_now: z.nullable(z.number()),
        same_rows: z.boolean(),
      }),
    ),
    differing_fields: z.array(z.string()),
    refusal: z.nullable(z.strictObject({ error_type: z.string(), cause: z.string() })),
  }),
  examples: ["replay answer.json"],
  notes: ["To save an answer first: liquet profile liquet-demo/fic101.parquet --json > answer.json"],
  async run({ answer }, ctx) {
    const then = savedEvidence(await ctx.readText(answer), answer);
    const call = then.call as { command: string; arguments: Document };
    const now = JSON.parse(toJson(await ctx.invoke(call.command, call.arguments))) as Document;
    const archives = compareRows(then.provenance as Provenance[], (now.provenance ?? []) as Provenance[]);
    const refused = now.result_kind === "refusal";
    const differing = refused ? [] : differingFields(then, now);
    return evidence({
      verdict: verdict(
        then,
        now,
        refused,
        archives.every(({ same_rows }) => same_rows),
        differing,
      ),
      command: call.command,
      version_then: String(then.liquet_version),
      version_now: ctx.version,
      archives,
      differing_fields: differing,
      refusal: refused ? { error_type: String(now.error_type), cause: String(now.cause) } : null,
    });
  },
  text(f) {
    const lines = [`replay of ${f.command}: ${f.verdict.replaceAll("_", " ")}`, ""];
    lines.push(`version   ${f.version_then} then, ${f.version_now} now`);
    for (const a of f.archives) {
      lines.push(
        `rows      ${a.archive}  ${a.rows_then ?? "n/a"} then, ${a.rows_now ?? "n/a"} now, ${a.same_rows ? "the same" : "changed"}`,
      );
    }
    if (f.differing_fields.length > 0) lines.push(`differs   ${f.differing_fields.join(", ")}`);
    if (f.refusal) lines.push(`now       [${f.refusal.error_type}] ${f.refusal.cause}`);
    return lines;
  },
});

function savedEvidence(text: string, path: string): Document {
  const found = readDocument(text);
  const call = found?.call as { command?: unknown; arguments?: unknown } | undefined;
  const whole =
    found?.result_kind === "evidence" &&
    typeof call?.command === "string" &&
    isObject(call.arguments) &&
    Array.isArray(found.provenance) &&
    found.provenance.every(isObject);
  if (whole && call.command !== "replay") return found as Document;
  throw refusal("NotAnAnswer", `${path}: holds no evidence with a call to run again; save one with --json`, {
    check: "saved_evidence",
    observed: found === null ? "not JSON" : String(found.result_kind ?? "no result_kind"),
    required: "evidence with call and provenance, and not itself a replay",
    remedy: "save an answer with --json",
  });
}

function readDocument(text: string): Document | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function compareRows(then: Provenance[], now: Provenance[]) {
  const names = [...new Set([...then, ...now].map(({ archive }) => archive))];
  return names.map((archive) => {
    const [a, b] = [then.find((p) => p.archive === archive), now.find((p) => p.archive === archive)];
    return { archive, rows_then: a?.rows ?? null, rows_now: b?.rows ?? null, same_rows: a?.sha256 === b?.sha256 };
  });
}

function differingFields(then: Document, now: Document): string[] {
  const keys = new Set([...Object.keys(then), ...Object.keys(now)]);
  return [...keys].filter((key) => JSON.stringify(then[key]) !== JSON.stringify(now[key]));
}

/** Data first: when the rows changed, a change of version explains nothing. */
function verdict(
  then: Document,
  now: Document,
  refused: boolean,
  sameRows: boolean,
  differing: string[],
): (typeof VERDICTS)[number] {
  if (refused) return "now_refused";
  if (differing.length === 0) return "same";
  if (!sameRows) return "data_changed";
  return then.liquet_version === now.liquet_version ? "differs" : "version_changed";
}
