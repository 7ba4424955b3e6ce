import { BadCall } from "../../contract/outcome.ts";

/** The names of the scopes, as the issuer knows them. Compared exactly: `Liquet:read` is not `liquet:read`. */
export interface ScopeNames {
  read: string;
  /** Implies read. */
  write: string;
  /** As read, for the experiment tools alone. */
  experiments_read: string;
  /** As write, for the experiment tools alone. */
  experiments_write: string;
}

/** What a request needs: to be of someone with any of the scopes, or to read or write, maybe of experiments alone. */
export interface Need {
  access: "any" | "read" | "write";
  experiment: boolean;
}

const USUAL: ScopeNames = {
  read: "liquet:read",
  write: "liquet:write",
  experiments_read: "experiments:read",
  experiments_write: "experiments:write",
};

/** Reads `read=NAME,write=NAME,…`; what is not stated keeps its usual name. BadCall for anything else. */
export function readScopeNames(setting: string, text: string | null): ScopeNames {
  const names = { ...USUAL };
  for (const part of text?.split(",") ?? []) {
    const [key, name, ...more] = part.trim().split("=");
    if (!Object.hasOwn(names, key) || more.length > 0 || !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name ?? ""))
      throw new BadCall(`${setting}: '${part.trim()}' is none of ${Object.keys(USUAL).join("=NAME, ")}=NAME`);
    names[key as keyof ScopeNames] = name;
  }
  if (new Set(Object.values(names)).size < 4) throw new BadCall(`${setting}: two scopes have the same name`);
  return names;
}

/** Whether these scopes allow what is needed. */
export function grants(names: ScopeNames, scopes: readonly string[], { access, experiment }: Need): boolean {
  const accepted = {
    any: Object.values(names),
    read: [names.read, names.write, ...(experiment ? [names.experiments_read, names.experiments_write] : [])],
    write: [names.write, ...(experiment ? [names.experiments_write] : [])],
  };
  return accepted[access].some((name) => scopes.includes(name));
}

/** The scopes to ask for: those of ours that were granted, so that none is lost, and the one that was missing. */
export function scopesToAskFor(names: ScopeNames, granted: readonly string[], { access }: Need): string {
  const kept = Object.values(names).filter((name) => granted.includes(name));
  return [...new Set([...kept, access === "write" ? names.write : names.read])].join(" ");
}
