import { BadCall } from "../../contract/outcome.ts";

/** A tag as a file name: characters that some file system forbids become `_`. */
export function safeName(tag: string): string {
  return tag.replace(/[\\/:*?"<>|\p{Cc}]/gu, "_");
}

/**
 * File names for tags, `safeName` and the suffix. BadCall when two tags come to one file, on any file system: letter
 * case does not tell two names apart.
 */
export function fileNames(tags: readonly string[], suffix: string): string[] {
  const taken = new Map<string, string>();
  return tags.map((tag) => {
    const name = safeName(tag) + suffix;
    const other = taken.get(name.toLowerCase());
    if (other !== undefined)
      throw new BadCall(`tags '${other}' and '${tag}' would both be written to '${name}'; ingest them apart with tags`);
    taken.set(name.toLowerCase(), tag);
    return name;
  });
}
