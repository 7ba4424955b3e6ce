/** The folder in a store that holds a store for each subject of a server, so that nobody sees or ends what is another's. */
export const PARTS = "subjects";

/** True for the name of such a store: 32 hex digits of a SHA-256, so that it says nothing of whose it is. */
export function isPartName(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}
