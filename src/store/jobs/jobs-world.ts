import { relative } from "node:path";
import type { CallFile } from "./run-files.ts";

/** What a caller of jobs may do, and with what. */
export interface JobsWorld {
  version: string;
  env: Record<string, string | undefined>;
  now(): Date;
  /** The module that a job's process starts with. */
  entry: URL;
  /** Resolved folders that the caller is held to; empty: anywhere. */
  roots: string[];
  allowNetwork: boolean;
  allowWrite: boolean;
  /** The files that arguments name, as they are now. */
  files(args: Record<string, unknown>): NonNullable<CallFile["files"]>;
}

/** True when whatever was read within `theirs` may be read by one who is held to `ours`. */
export function covers(ours: string[], theirs: string[]): boolean {
  if (ours.length === 0) return true;
  const within = (root: string) => ours.some((outer) => !/^\.\.|^[A-Za-z]:|^\//.test(relative(outer, root)));
  return theirs.length > 0 && theirs.every(within);
}
