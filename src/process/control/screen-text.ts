import { labelled, parts, section, showNumber, showSpan } from "../../contract/text.ts";
import { baselineLines, checkLines, folded, runLines, showLimits, showShare } from "./chart-text.ts";
import type { screen } from "./screen.ts";
import type { screenRegimes } from "./screen-regimes.ts";

/** The fields of a screen's answer, with or without regimes. */
export type ScreenFields = Awaited<ReturnType<typeof screen> | ReturnType<typeof screenRegimes>>;

/** A screen as lines for a person. */
export function screenText(f: ScreenFields): string[] {
  return [
    `${f.tag}  flagged ${f.n_flagged} of ${f.n_screened} (${showShare(f.n_flagged, f.n_screened)})`,
    "",
    ...baselineLines(f),
    labelled("window", showSpan(f.window.start, f.window.end)),
    ...(f.regimes === null ? plainLines(f) : regimeLines(f)),
    ...section("Flagged", runLines(f.runs, f.runs_dropped)),
  ];
}

function plainLines(f: Extract<ScreenFields, { regimes: null }>): string[] {
  const center = `center ${showNumber(f.center)}`;
  const scale = `scale ${showNumber(f.scale)}`;
  return [
    labelled("method", parts(f.method, center, scale, `k ${f.k}`, `limits ${showLimits(f.limits)}`)),
    ...checkLines(f.baseline_check),
    ...folded("caveat", f.caveat),
  ];
}

function regimeLines(f: Exclude<ScreenFields, { regimes: null }>): string[] {
  const { baseline, window } = f.alignment;
  return [
    labelled("mode", f.mode),
    labelled(
      "",
      parts(`alignment baseline ${baseline.kept}/${baseline.total}`, `window ${window.kept}/${window.total}`),
    ),
    labelled("method", parts(f.method, `k ${f.k}`)),
    ...(f.n_unscreened > 0
      ? [labelled("left out", `${f.n_unscreened} GOOD samples in no regime with a baseline`)]
      : []),
    ...section(
      "Regimes",
      f.regimes.flatMap((r) => [
        parts(
          `${r.regime}  flagged ${r.n_flagged} of ${r.n_screened}`,
          `limits ${showLimits(r.limits)}`,
          `GOOD ${r.n_good}`,
        ),
        ...checkLines(r.baseline_check, "")
          .map((line) => line.trimStart())
          .map((line) => `  ${line}`),
      ]),
    ),
    ...section(
      "Regimes that could not be screened",
      f.regimes_refused.flatMap((r) => [
        `${r.regime}  [${r.error_type}]   GOOD ${r.n_baseline} in baseline, ${r.n_window} in window`,
      ]),
    ),
  ];
}
