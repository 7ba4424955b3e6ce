import { refusal } from "../../contract/outcome.ts";
import { type TagMeta, tagOf } from "../../series/tag-meta.ts";
import { conversion, requireUnit } from "../../series/units.ts";

/** An archive as it was named, and its tag. */
export interface NamedTag {
  ref: string;
  meta: TagMeta;
}

/**
 * Refuses two archives of one tag: one column cannot be both. When they also differ in unit the refusal is that of the
 * units (UnresolvedUnitError, IncomparableUnitsError), since any number over both would mix them; else DuplicateTag.
 */
export function refuseRepeatedTags(archives: readonly NamedTag[]): void {
  const first = new Map<string, NamedTag>();
  for (const archive of archives) {
    const tag = tagOf(archive.meta);
    const other = first.get(tag);
    if (other !== undefined) throw repeatedTag(tag, other, archive);
    first.set(tag, archive);
  }
}

function repeatedTag(tag: string, a: NamedTag, b: NamedTag) {
  const units = [a.meta.unit_raw, b.meta.unit_raw];
  if (units[0] !== units[1]) {
    // Each throws where the two cannot be brought to one unit.
    conversion(requireUnit(units[0], `${tag} in ${a.ref}`), requireUnit(units[1], `${tag} in ${b.ref}`));
  }
  const spelled = units[0] === units[1] ? "" : ` (in '${units[0]}' and '${units[1]}')`;
  return refusal("DuplicateTag", `${tag}: given twice, by ${a.ref} and ${b.ref}${spelled}; name one archive a tag`, {
    check: "one_archive_a_tag",
    observed: [a.ref, b.ref],
    required: "one archive",
    remedy: "name one archive a tag",
    tag,
  });
}
