import {
  labelled,
  more,
  parts,
  section,
  showDuration,
  showInstant,
  showNumber,
  showSpan,
} from "../../contract/text.ts";
import { folded } from "../control/chart-text.ts";
import type { DesignFields } from "./design.ts";
import type { planDocument } from "./plan-document.ts";
import type { PowerReadout } from "./power.ts";
import type { PlanFields } from "./verify.ts";

/** `over 10^6 balanced assignments   1000 drawn   smallest p 0.000999` */
export function designLine({ assignments, log10_assignments, ...design }: DesignFields): string {
  const exact = assignments !== null && assignments < 1e6;
  const count = exact ? String(assignments) : `over 10^${Math.floor(log10_assignments)}`;
  const how = design.reference === "enumerated" ? "enumerated" : `${design.reference_size - 1} drawn`;
  return labelled("design", parts(`${count} balanced assignments`, how, `smallest p ${showP(design.smallest_p)}`));
}

/** The lines that an answer about a verified plan carries. */
export function planLines(plan: PlanFields): string[] {
  const { start, end, duration_s } = plan.schedule;
  const half = plan.blocks / 2;
  const length = `${plan.blocks} of ${showDuration(plan.block_s)}`;
  return [
    labelled("plan", parts(`digest ${plan.digest.slice(0, 12)} verified`, `seed ${plan.seed}`)),
    labelled("schedule", `${showSpan(start, end)}  (${showDuration(duration_s)})`),
    labelled("blocks", parts(length, `A ${half}`, `B ${half}`, `washout ${showDuration(plan.washout_s)}`)),
    designLine(plan),
  ];
}

/** The fields of a plan's answer. */
type PlanAnswer = ReturnType<typeof planDocument> & { schedule_dropped: number; out: string | null };

const BLOCKS_SHOWN = 24;

/** A plan as lines for a person. */
export function planText(f: PlanAnswer): string[] {
  const { window, blocks, block_s, schedule } = f;
  const half = blocks / 2;
  const seconds = (Date.parse(window.end) - Date.parse(window.start)) / 1000;
  const rows = schedule.slice(0, BLOCKS_SHOWN);
  const left = blocks - rows.length;
  return [
    parts(
      "switchback plan",
      `${blocks} blocks of ${showDuration(block_s)}`,
      `A ${half}`,
      `B ${half}`,
      `digest ${f.digest.slice(0, 12)}`,
    ),
    "",
    labelled("window", `${showSpan(window.start, window.end)}  (${showDuration(seconds)})`),
    labelled("schedule", parts(`ends ${showInstant(f.schedule_end)}`, `seed ${f.seed}`, f.generator)),
    labelled("washout", showDuration(f.washout_s)),
    designLine(f),
    ...(f.out === null ? [] : [labelled("wrote", f.out)]),
    ...section("Schedule", [
      ...rows.map((row) => `${String(row.block).padStart(4)}  ${showInstant(row.start)}  ${row.setting}`),
      ...more(left, "block"),
    ]),
    ...(f.power === null ? [] : section("Power", powerLines(f.power))),
  ];
}

function powerLines(power: PowerReadout): string[] {
  const head = labelled("history", parts(power.tag, showSpan(power.history.start, power.history.end)));
  if (power.reason !== null) return [head, ...folded("refused", `${power.reason}: ${power.detail}`)];
  const unit = power.unit === null ? "" : ` ${power.unit}`;
  const cells = (texts: string[]) => texts.map((text) => text.padStart(7)).join(" ");
  const smallest = power.smallest_shift_sigma;
  const target = `${power.detection_target * 100}%`;
  const found = `${smallest} sigma = ${showNumber(power.smallest_shift)}${unit}`;
  return [
    head,
    labelled("sigma", `${showNumber(power.sigma)}${unit}   kept ${power.kept}   draws ${power.draws}`),
    labelled("shift", cells(power.rows.map(({ shift_sigma }) => `${shift_sigma}`))),
    labelled("claimed", cells(power.rows.map(({ claim_rate }) => claim_rate.toFixed(3)))),
    labelled(
      "smallest",
      `${smallest === null ? "none of these shifts" : found} is claimed in at least ${target} of the trials`,
    ),
  ];
}

/** Three significant digits: `0.154`, `0.000999`. */
export function showP(p: number): string {
  if (p <= 0 || p >= 1) return p.toFixed(3);
  return p.toFixed(Math.min(12, 2 - Math.floor(Math.log10(p))));
}
