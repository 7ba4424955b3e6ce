import * as z from "zod/mini";
import { labelledWide } from "./experiment-shapes.ts";
import { orReasonShape } from "./shapes.ts";
import { more, parts, plural, section } from "./text.ts";

const number = z.number();
const chiSquare = z.strictObject({ chi_square: number, df: z.int(), p_value: number });

/** The answer of an assignment. Bounds are whole numbers up to 2⁶⁴, as text. */
export const assignmentShape = z.strictObject({
  method: z.enum(["hash", "permuted_blocks"]),
  hash: z.string(),
  salt: z.string(),
  experiment_id: z.nullable(z.string()),
  n_ids: z.int(),
  n_units: z.int(),
  arms: z.array(
    z.strictObject({
      arm: z.string(),
      weight: number,
      share: number,
      lower_bound: z.nullable(z.string()),
      upper_bound: z.nullable(z.string()),
      n_units: z.int(),
    }),
  ),
  exposure: number,
  n_not_exposed: z.int(),
  ...orReasonShape("uniformity", chiSquare),
  ...orReasonShape("split", chiSquare),
  duplicates: z.strictObject({ n: z.int(), examples: z.array(z.string()), complete: z.boolean() }),
  case_duplicates: z.strictObject({ n: z.int(), examples: z.array(z.string()) }),
  n_padded: z.int(),
  n_blank: z.int(),
  blocks: z.nullable(z.strictObject({ n_strata: z.int(), block_size: z.int(), largest_imbalance: number })),
  against: z.nullable(
    z.strictObject({
      n_moved: z.int(),
      share_moved: z.nullable(number),
      expected_share: number,
      moves: z.array(z.strictObject({ from: z.string(), to: z.string(), n_units: z.int() })),
    }),
  ),
  warnings: z.array(z.string()),
  assignments: z.array(
    z.strictObject({
      unit_id: z.string(),
      arm: z.nullable(z.string()),
      explanation: z.optional(
        z.strictObject({
          hashed_bytes: z.string(),
          sha256: z.string(),
          number: z.string(),
          fraction: number,
          lower_bound: z.string(),
          upper_bound: z.string(),
        }),
      ),
    }),
  ),
  assignments_dropped: z.int(),
  out: z.nullable(z.string()),
});

/** More arms than these are counted in their section alone. */
const HEADLINE_ARMS = 6;

type Fields = z.output<typeof assignmentShape>;
type Unit = Fields["assignments"][number];

/** An assignment for a person: counts and checks first, then the units. */
export function assignmentText(f: Fields): string[] {
  const width = Math.max(7, ...f.arms.map(({ arm }) => arm.length));
  const idWidth = Math.min(40, Math.max(1, ...f.assignments.map(({ unit_id }) => unit_id.length)));
  return [
    parts(
      plural(f.n_units, "unit"),
      ...(f.arms.length > HEADLINE_ARMS
        ? [plural(f.arms.length, "arm")]
        : f.arms.map(({ arm, n_units }) => `${arm} ${n_units}`)),
    ),
    "",
    ...labelledWide("salt", f.salt),
    ...labelledWide("method", methodText(f)),
    ...(f.exposure === 1
      ? []
      : labelledWide("exposure", `${f.exposure} of each arm; ${plural(f.n_not_exposed, "unit")} not exposed`)),
    ...checkText("uniform", "hashes over 16 bins", f.uniformity, f.uniformity_reason),
    ...checkText("split", "units by arm", f.split, f.split_reason),
    ...f.warnings.flatMap((warning) => labelledWide("warning", warning)),
    ...(f.out === null ? [] : labelledWide("wrote", `${f.out} (${plural(f.n_ids, "row")})`)),
    ...section("Arms", [
      `${"arm".padEnd(width)}  ${"weight".padStart(8)}  ${"share".padStart(8)}  ${"units".padStart(9)}  numbers below`,
      ...f.arms.map(
        (a) =>
          `${a.arm.padEnd(width)}  ${String(a.weight).padStart(8)}  ${a.share.toFixed(6)}  ${String(a.n_units).padStart(9)}  ${a.upper_bound ?? "-"}`,
      ),
    ]),
    ...againstText(f.against),
    ...section("Units", [
      ...f.assignments.flatMap((unit) => unitText(unit, idWidth)),
      ...more(f.assignments_dropped, "unit"),
    ]),
  ];
}

function methodText({ method, hash, blocks }: Fields): string {
  if (blocks === null) return hash;
  const size = `blocks of ${blocks.block_size} in ${plural(blocks.n_strata, "stratum").replace("stratums", "strata")}`;
  return `${method.replace("_", " ")}: ${size}, ranked by hash; largest gap from the exact share ${blocks.largest_imbalance.toFixed(2)} units`;
}

function checkText(label: string, what: string, test: Fields["split"], reason: string | undefined): string[] {
  return labelledWide(
    label,
    test === null
      ? `not assessed: ${reason}`
      : `${what}: chi-square ${test.chi_square.toFixed(2)}, df ${test.df}, p ${test.p_value.toFixed(4)}`,
  );
}

function againstText(against: Fields["against"]): string[] {
  if (against === null) return [];
  return section("Against the earlier weights", [
    `${plural(against.n_moved, "unit")} would change arms (expected share ${(against.expected_share * 100).toFixed(2)}%)`,
    ...against.moves.map(({ from, to, n_units }) => `${from} -> ${to}  ${n_units}`),
  ]);
}

function unitText({ unit_id, arm, explanation: e }: Unit, width: number): string[] {
  const row = `${unit_id.padEnd(width)}  ${arm ?? "(not exposed)"}`;
  if (e === undefined) return [row];
  return [
    row,
    `  bytes   ${e.hashed_bytes}`,
    `  sha256  ${e.sha256}`,
    `  number  ${e.number} (${e.fraction.toFixed(9)} of 2^64), in [${e.lower_bound}, ${e.upper_bound})`,
  ];
}
