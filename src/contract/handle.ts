/** What a handle stands for: data, a specification, a fitted model, a result, a forecast, a job. */
export const HANDLE_KINDS = ["data", "est", "fit", "res", "fc", "job"] as const;

export type HandleKind = (typeof HANDLE_KINDS)[number];

const HANDLE = /^(?:data|est|fit|res|fc|job)_[0-9a-f]{12}$/;

/** True when a text has the form of a handle: a kind, `_`, and 12 hex digits. */
export function isHandle(text: string): boolean {
  return HANDLE.test(text);
}

/** The kind of a handle. */
export function kindOf(handle: string): HandleKind {
  return handle.slice(0, handle.indexOf("_")) as HandleKind;
}
