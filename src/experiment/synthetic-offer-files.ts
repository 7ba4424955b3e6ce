import { csvCell } from "../series/csv-cell.ts";
import { PLANTED, syntheticOffer } from "./synthetic-offer.ts";

/** A file of the offer's folder. */
export interface OfferFile {
  name: string;
  content: string;
  rows: number | null;
}

/** Where the bundled rows come from. */
export const OFFER_ORIGIN = `synthetic: drawn by 'liquet experiment demo' with seed ${PLANTED.seed}; no customer of it exists`;

/** The tables of an offer's folder: each column, how it is read, and what it means. */
export const OFFER_COLUMNS: {
  file: string;
  columns: { column: string; kind: "text" | "number"; meaning: string }[];
}[] = [
  {
    file: "customers.csv",
    columns: [
      { column: "customer_id", kind: "text", meaning: "unit" },
      { column: "segment", kind: "text", meaning: "by spend before" },
      { column: "region", kind: "text", meaning: "drawn evenly" },
      { column: "pre_spend", kind: "number", meaning: "spend before the offer" },
    ],
  },
  {
    file: "exposures.csv",
    columns: [
      { column: "customer_id", kind: "text", meaning: "unit" },
      { column: "offer_id", kind: "text", meaning: "offer" },
      { column: "arm", kind: "text", meaning: "SHA-256 assignment, see salt and weights" },
      { column: "redeemed", kind: "number", meaning: "1 when the offer was used" },
      { column: "post_spend", kind: "number", meaning: "spend after the offer" },
    ],
  },
];

/** The offer as files: two tables, their metadata with where they come from, and a note for who finds them later. */
export function offerFiles(): OfferFile[] {
  const { customers, exposures } = syntheticOffer();
  const control = exposures.filter(({ arm }) => arm === "control").length;
  const counts = { control, treatment: exposures.length - control };
  return [
    csvFile("customers.csv", ["customer_id", "segment", "region", "pre_spend"], customers),
    csvFile("exposures.csv", ["customer_id", "offer_id", "arm", "redeemed", "post_spend"], exposures),
    { name: "metadata.json", content: `${JSON.stringify(metadata(counts), null, 2)}\n`, rows: null },
    { name: "SYNTHETIC.md", content: note(counts), rows: null },
  ];
}

function csvFile<K extends string>(name: string, columns: K[], rows: Record<K, string | number>[]): OfferFile {
  const lines = rows.map((row) => columns.map((column) => csvCell(shown(column, row[column]))).join(","));
  return { name, content: `${[columns.join(","), ...lines].join("\n")}\n`, rows: rows.length };
}

/** Money has two decimals. */
function shown(column: string, value: string | number): string {
  return typeof value === "number" && column.endsWith("_spend") ? value.toFixed(2) : String(value);
}

function metadata(counts: Record<string, number>) {
  return {
    name: "synthetic retail offer",
    origin: OFFER_ORIGIN,
    synthetic: true,
    unit: "customer_id",
    tables: Object.fromEntries(
      OFFER_COLUMNS.map(({ file, columns }) => [
        file,
        Object.fromEntries(columns.map(({ column, meaning }) => [column, meaning])),
      ]),
    ),
    units_by_arm: counts,
    planted: PLANTED,
  };
}

function note(counts: Record<string, number>): string {
  const p = PLANTED;
  return `# Synthetic data

These rows were drawn by a program (\`liquet experiment demo\`, ${p.generator}, seed ${p.seed}). No customer, offer or sale of
them ever existed. Use them to try the tool and to test it, never as evidence about anything.

${p.n_customers} customers, offer ${p.offer_id}: ${counts.control} in control, ${counts.treatment} in treatment, assigned by SHA-256 of
salt \`${p.salt}\`, byte 0x1f, customer id.

Planted:

- redemption ${p.redemption_control} in control, ${p.redemption_treatment} in treatment; both ${p.redemption_above_median} higher for customers whose spend before is above the median
- spend after = ${p.spend_intercept} + ${p.spend_slope_on_pre_spend} x spend before + ${p.spend_shift} in treatment + normal noise of sd ${p.spend_residual_sd}
- spend before: gamma, mean ${p.pre_spend_mean}, sd ${p.pre_spend_sd}
`;
}
