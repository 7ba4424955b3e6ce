import type { Change } from "./core.ts";
import { experimentUri } from "./resources.ts";

/**
 * What a call has changed of the resources. Those are made from the default records, so a call that names a file of its
 * own changes none of them; nor does one that was refused or that found everything as it wanted it.
 */
export function changesAfter(
  command: string,
  args: Record<string, unknown>,
  document: Record<string, unknown>,
): Change[] {
  if (document.result_kind !== "evidence" || (args.db ?? null) !== null) return [];
  const index: Change = { kind: "updated", uri: "experiment://index" };
  const one = (id: unknown): Change[] => [
    { kind: "updated", uri: experimentUri(String(id)) },
    { kind: "updated", uri: `${experimentUri(String(id))}/results` },
  ];
  if (command === "experiment create" && document.created === true)
    return [{ kind: "list" }, index, ...one(document.experiment_id)];
  if (command === "experiment close" && document.already_closed === false)
    return [{ kind: "list" }, index, ...one(document.experiment_id)];
  if (typeof args.record_look === "string") return [index, ...one(args.record_look)];
  return [];
}
