import { BadCall } from "../../contract/outcome.ts";
import { findZone, type Zone } from "../../series/calendar.ts";
import type { Severity } from "../../series/tag-meta.ts";
import { dialectOf } from "../csv/csv.ts";
import { numberFormat } from "../csv/decimal.ts";
import type { CsvOptions } from "../csv/table.ts";
import { checkTimestampOptions, type TimestampOptions } from "../timestamps/reader.ts";
import type { IngestForm, IngestRequest } from "./request.ts";

/** A request whose arguments fit together, with defaults filled in. */
export interface IngestPlan {
  request: IngestRequest;
  form: IngestForm;
  timestampCol: string;
  valueCol: string;
  qualityCol: string;
  timestamps: TimestampOptions;
  /** The zone of naive timestamps, or null when none was named. */
  zone: Zone | null;
  csv: CsvOptions;
  /** An option that only a CSV has and that was given. */
  csvOnly: string | null;
  assumed: Severity | null;
}

type Key = keyof IngestRequest;

/** Checks how the arguments fit together and fills in defaults. BadCall; no file is looked at. */
export function planIngest(request: IngestRequest): IngestPlan {
  const form: IngestForm = request.wide ? "wide" : request.tag_col !== undefined ? "long" : "single";
  checkForm(request, form);
  checkTarget(request, form);
  const timestamps: TimestampOptions = {
    format: request.timestamp_format,
    unit: request.timestamp_unit,
    dayfirst: request.dayfirst,
    tz: request.tz,
  };
  checkTimestampOptions(timestamps);
  const csvKeys: Key[] = ["sep", "decimal", "thousands", "encoding", "na"];
  return {
    request,
    form,
    timestampCol: request.timestamp_col ?? "timestamp",
    valueCol: request.value_col ?? "value",
    qualityCol: request.quality_col ?? "quality",
    timestamps,
    zone: zoneOf(request.tz),
    csv: {
      ...dialectOf(request.sep, request.encoding),
      ...numberFormat(request.decimal, request.thousands),
      missing: new Set((request.na ?? []).map((word) => word.trim())),
    },
    csvOnly: csvKeys.find((key) => given(request, key)) ?? null,
    assumed: request.assume_quality ?? null,
  };
}

function given(request: IngestRequest, key: Key): boolean {
  const value = request[key];
  return value !== undefined && value !== false;
}

/** BadCall when any of the keys is given. */
function refuseGiven(request: IngestRequest, keys: Key[], why: string): void {
  const odd = keys.find((key) => given(request, key));
  if (odd) throw new BadCall(`${odd} ${why}`);
}

function checkForm(request: IngestRequest, form: IngestForm): void {
  if (request.wide && request.tag_col !== undefined) throw new BadCall("wide and tag_col exclude each other");
  if (form === "wide") {
    refuseGiven(request, ["meta", "value_col", "quality_col"], "does not go with wide: every column is a tag");
  } else {
    refuseGiven(request, ["quality_suffix"], "needs wide");
  }
  if (form === "long") refuseGiven(request, ["meta"], "does not go with tag_col: name a folder with meta_dir");
  if (form === "single") refuseGiven(request, ["tags", "meta_dir", "source_id"], "needs wide or tag_col");
}

function checkTarget(request: IngestRequest, form: IngestForm): void {
  const single = form === "single";
  if (request.init_meta !== undefined) {
    refuseGiven(
      request,
      ["out", "meta", "meta_dir", "assume_quality"],
      "does not go with init_meta, which writes a template and no archive",
    );
    if (!single && !given(request, "source_id")) throw new BadCall("init_meta of several tags needs source_id");
    return;
  }
  refuseGiven(request, ["source_id"], "needs init_meta");
  const wanted: Key[] = single ? ["out", "meta"] : ["out", "meta_dir"];
  const missing = wanted.find((key) => !given(request, key));
  if (missing)
    throw new BadCall(
      `${missing}: missing; ingest writes ${single ? "an archive" : "archives"}, or a template with init_meta`,
    );
}

function zoneOf(name: string | undefined): Zone | null {
  if (name === undefined) return null;
  const zone = findZone(name);
  if (!zone) throw new BadCall(`tz: unknown time zone '${name}'; it is not an IANA name such as Europe/Berlin`);
  return zone;
}
