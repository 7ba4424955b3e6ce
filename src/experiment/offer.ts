import { BadCall, refusal } from "../contract/outcome.ts";
import type { LiftCall } from "./lift-call.ts";

/** The call with the columns of an offer's folder filled in, and where its rows come from. */
export interface OfferCall {
  call: LiftCall;
  /** The `origin` of the folder's metadata; null when the call names no folder. */
  origin: string | null;
}

const UNIT = "customer_id";
const COVARIATE = "pre_spend";
const COVARIATE_TABLE = "customers.csv";

/**
 * Turns `data_dir` and `offer_id` into the columns they stand for. The folder's metadata.json must say in `origin` where
 * its rows come from: SchemaError else. BadCall when the call names a file as well, or no offer.
 */
export async function withOffer(call: LiftCall, readText: (path: string) => Promise<string>): Promise<OfferCall> {
  const { data_dir, offer_id } = call;
  if (data_dir === undefined) {
    if (offer_id !== undefined) throw new BadCall("offer_id: goes with data_dir");
    return { call, origin: null };
  }
  if (call.units !== undefined) throw new BadCall("units: data_dir names the files; state one of the two");
  if (offer_id === undefined) throw new BadCall("offer_id: state which offer of the folder to analyse");
  const path = `${data_dir}/metadata.json`;
  const origin = originOf(await readText(path), path);
  const beside = call.adjust !== "none" || call.stratum !== undefined;
  const filled: LiftCall = {
    ...call,
    units: `${data_dir}/exposures.csv`,
    unit: call.unit ?? UNIT,
    where: { ...call.where, offer_id },
    ...(call.adjust !== "none" ? { covariate: call.covariate ?? COVARIATE } : {}),
    ...(beside ? { covariate_table: call.covariate_table ?? `${data_dir}/${COVARIATE_TABLE}` } : {}),
  };
  return { call: filled, origin };
}

/** The `origin` that a folder's metadata state. Refuses SchemaError when they state none. */
export function originOf(text: string, path: string): string {
  const origin = (readJson(text) as { origin?: unknown } | null)?.origin;
  if (typeof origin === "string" && origin.trim() !== "") return origin;
  const remedy = 'write {"origin": "…"} that says where the rows come from';
  throw refusal("SchemaError", `${path}: no 'origin'; ${remedy}`, {
    check: "metadata_origin",
    file: path,
    required: "origin",
    remedy,
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
