import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import type { Archive, Ctx } from "../src/contract/context.ts";
import { field, fields } from "../src/contract/field.ts";
import { evidence } from "../src/contract/outcome.ts";
import { readWindow } from "../src/contract/read-window.ts";
import { orReasonShape, samplingShape, unitShape, windowShape } from "../src/contract/shapes.ts";
import { parseWindow, type Window } from "../src/contract/window.ts";
import { type Peer, profile, readPeer } from "../src/process/profile.ts";
import { profileText } from "../src/process/profile-text.ts";
import type { Series } from "../src/series/series.ts";

const count = z.int();
const number = z.number();
const rail = z.strictObject({ n_good: count, n_all: count });

const evidenceShape = () =>
  z.strictObject({
    tag: z.string(),
    name: z.string(),
    window: windowShape,
    contract: samplingShape,
    units: unitShape,
    coverage: z.strictObject({
      ...orReasonShape("coverage", number),
      ...orReasonShape("good_coverage", number),
      ...orReasonShape("valid_fraction", number),
      n_gaps: count,
      n_data_loss_gaps: count,
      ...orReasonShape("longest_gap_s", number),
      gap_threshold_s: number,
      gap_threshold_basis: z.enum(["declared_rate", "median_interval", "minimum_60s", "default_3600s"]),
      edge_slack_s: number,
      edge_slack_start_s: number,
      edge_slack_end_s: number,
      gaps: z.array(
        z.strictObject({
          start: z.string(),
          end: z.string(),
          duration_s: number,
          class: z.enum(["scan_off", "comm_outage_multitag", "compression_steady", "sparse_by_design", "unknown"]),
          rule: z.string(),
        }),
      ),
      gaps_dropped: count,
    }),
    quality: z.strictObject({
      counts: z.strictObject({ GOOD: count, UNCERTAIN: count, BAD: count }),
      assumed_at_ingest: z.boolean(),
      unmapped_codes: z.array(z.nullable(z.string())),
      unmapped_codes_dropped: count,
      unmapped_look_like_opc_da: z.boolean(),
    }),
    range: z.strictObject({
      ...orReasonShape("clipped_fraction", number),
      n_clipped: count,
      low: rail,
      high: rail,
      censored: z.nullable(z.boolean()),
      range_known: z.boolean(),
      beyond_float32_count: count,
    }),
    timestamps: z.strictObject({
      audited: count,
      distinct: count,
      duplicates: count,
      duplicates_identical: count,
      duplicates_conflicting: count,
      non_monotonic: count,
      sub_microsecond_collisions: count,
      dst_transitions: z.array(
        z.strictObject({ tz: z.string(), instant: z.string(), offset_before_s: number, offset_after_s: number }),
      ),
      dst_transitions_dropped: count,
    }),
    values: z.strictObject({
      n_good: count,
      n_samples: count,
      n_non_finite: count,
      state_valued: z.boolean(),
      state_counts: z.array(z.strictObject({ state: z.string(), n: count })),
      state_counts_dropped: count,
      ...orReasonShape("min", number),
      ...orReasonShape("p05", number),
      ...orReasonShape("median", number),
      ...orReasonShape("p95", number),
      ...orReasonShape("max", number),
      ...orReasonShape("mean", number),
      mean_basis: z.enum(["TIME_WEIGHTED", "EVENT_WEIGHTED"]),
      ...orReasonShape("mean_weighted_s", number),
      ...orReasonShape("std", number),
      ...orReasonShape("mad", number),
      ...orReasonShape("distinct", count),
      ...orReasonShape("stall_s", number),
      ...orReasonShape("changes_per_hour", number),
      ...orReasonShape(
        "constant_run",
        z.strictObject({ start: z.string(), end: z.string(), duration_s: number, samples: count }),
      ),
      ...orReasonShape("interval_median_s", number),
      ...orReasonShape("interval_p05_s", number),
      ...orReasonShape("interval_p95_s", number),
      declared_rate_s: z.nullable(number),
      interval_differs_from_declared: z.boolean(),
    }),
    flatline: z.nullable(
      z.strictObject({
        verdict: z.enum(["NOT ASSESSED", "FLATLINE SUSPECTED", "no flatline"]),
        fired: z.boolean(),
        saturated_not_frozen: z.boolean(),
        not_assessed: z.nullable(z.string()),
        reference_windows: count,
        reference_changes: count,
        signals: z.array(
          z.strictObject({
            signal: z.string(),
            fired: z.boolean(),
            evidence: z.string(),
            evaluable: z.boolean(),
            observed: z.nullable(number),
            reference: z.nullable(number),
          }),
        ),
      }),
    ),
  });

export default command({
  summary: "Report whether a tag's history can be trusted: coverage, quality, range, times, values.",
  args: ["archive"],
  input: z.strictObject({
    archive: fields.archive(),
    window: fields.window(),
    basis: fields.basis(),
    stepped: fields.stepped(),
    tz: field(z._default(z.array(z.string()), []), "IANA zone to list clock changes of."),
    flatline: field(z._default(z.boolean(), false), "Judge standing still against its own history."),
    peer: field(z._default(z.array(z.string()), []), "Archive of a tag that moves alike, for gaps and flatline."),
    scan_off: field(z._default(z.array(z.string()), []), "START/END off scan, to class gaps."),
    max_runs: field(
      z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 40),
      "Longest gaps to list; a quarter of it for codes, states, clock changes.",
    ),
  }),
  evidence: evidenceShape,
  examples: [
    "profile liquet-demo/fic101.parquet",
    "profile liquet-demo/fic101.parquet --flatline --tz Europe/London",
    "profile liquet-demo/fic101.parquet --peer liquet-demo/tic101.parquet --json",
  ],
  notes: [
    "A gap that a --peer shares is a common outage, and --flatline sees from it that the process moved. Of the --tz zones the",
    "clock changes within the window are listed.",
  ],
  async run(input, ctx) {
    const stated = input.window === undefined ? null : parseWindow(input.window);
    const scan_off = input.scan_off.map((text) => parseWindow(text, "scan_off"));
    // Loads the zone rules, and with them a calendar library, only when a zone is named.
    const calendar = input.tz.length > 0 ? await import("../src/series/clock-changes.ts") : null;
    const zones = calendar?.requireZones(input.tz) ?? [];
    const archive = await ctx.archive(input.archive);
    const { rows, window } = await readWindow(archive, stated);
    const request = {
      meta: archive.meta,
      rows,
      window,
      basis: input.basis,
      stepped: input.stepped,
      scan_off,
      peers: await readPeers(input.peer, window, ctx),
      transitions: calendar?.clockChanges(zones, window) ?? [],
      history: input.flatline ? await readHistory(archive, stated, rows) : null,
      ...listLimits(input.max_runs),
    };
    return evidence(await profile(request, ctx.tick));
  },
  text: profileText,
});

function listLimits(max_runs: number | "all"): { max_runs: number; max_codes: number } {
  const most = max_runs === "all" ? Number.POSITIVE_INFINITY : max_runs;
  return { max_runs: most, max_codes: Math.ceil(most / 4) };
}

async function readPeers(refs: string[], window: Window, ctx: Ctx): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const ref of refs) {
    const archive = await ctx.archive(ref);
    peers.push(readPeer(await archive.read(window), archive.meta, window));
  }
  return peers;
}

/** Rows strictly before a stated window; without one the archive's first row starts the window and nothing is earlier. */
async function readHistory(archive: Archive, stated: Window | null, rows: Series): Promise<Series> {
  if (stated !== null) return archive.read({ start: Number.MIN_SAFE_INTEGER, end: stated.start, end_inclusive: false });
  return { ...rows, t: rows.t.subarray(0, 0), v: rows.v.subarray(0, 0), q: rows.q.subarray(0, 0), states: null };
}
