import { labelled, more, parts, plural, section, showNumber } from "../../contract/text.ts";
import {
  baselineLines,
  checkLines,
  folded,
  labelledParts,
  runLines,
  showLimits,
  showShare,
  windowLines,
} from "./chart-text.ts";
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
    ...windowLines(f.window, f.n_screened + f.n_unscreened, f.n_samples),
    ...(f.regimes === null ? plainLines(f) : regimeLines(f)),
    ...section("Flagged", runLines(f.runs, f.runs_dropped)),
  ];
}

function plainLines(f: Extract<ScreenFields, { regimes: null }>): string[] {
  const center = `center ${showNumber(f.center)}`;
  const scale = `scale ${showNumber(f.scale)}`;
  return [
    ...labelledParts("method", f.method, center, scale, `k ${f.k}`, `limits ${showLimits(f.limits)}`),
    ...checkLines(f.baseline_check),
    ...folded("caveat", f.caveat),
  ];
}

type RegimeScreen = Exclude<ScreenFields, { regimes: null }>;

function regimeLines(f: RegimeScreen): string[] {
  const { baseline, window } = f.alignment;
  const aligned = parts(`baseline ${baseline.kept}/${baseline.total}`, `window ${window.kept}/${window.total}`);
  const leftOut = `${plural(f.n_unscreened, "GOOD sample")} in no regime with a baseline`;
  return [
    labelled("mode", f.mode),
    labelled("", `alignment ${aligned}`),
    labelled("method", parts(f.method, `k ${f.k}`)),
    ...(f.n_unscreened > 0 ? [labelled("left out", leftOut)] : []),
    ...section("Regimes", [...f.regimes.flatMap(regimeBlock), ...more(f.regimes_dropped, "regime")]),
    ...section("Regimes that could not be screened", [
      ...f.regimes_refused.map(refusedLine),
      ...more(f.regimes_refused_dropped, "regime"),
    ]),
  ];
}

function regimeBlock(r: RegimeScreen["regimes"][number]): string[] {
  const flags = `${r.regime}  flagged ${r.n_flagged} of ${r.n_screened}`;
  const check = checkLines(r.baseline_check, "").map((line) => `  ${line.trimStart()}`);
  return [parts(flags, `limits ${showLimits(r.limits)}`, `GOOD ${r.n_good}`), ...check];
}

function refusedLine(r: RegimeScreen["regimes_refused"][number]): string {
  return parts(`${r.regime}  [${r.error_type}]`, `GOOD ${r.n_baseline} in baseline`, `${r.n_window} in window`);
}
