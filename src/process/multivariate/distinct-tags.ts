import { refusal } from "../../contract/outcome.ts";
import { type TagMeta, tagOf } from "../../series/tag-meta.ts";
import { conversion, requireUnit } from "../../series/units.ts";

/** An archive as it was named, and its tag. */
export interface NamedTag {
  ref: string;
  meta: TagMeta;
}

/**
 * Refuses two archives of one tag: one column cannot be both. When their units differ any number over both would mix
 * them, and the refusal is UnresolvedUnitError or IncomparableUnitsError; else DuplicateTag.
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
  const refs = [a.ref, b.ref];
  if (sameUnit(tag, a, b)) {
    return refusal("DuplicateTag", `${tag}: given twice, by ${refs.join(" and ")}; name one archive a tag`, {
      check: "one_archive_a_tag",
      observed: refs,
      required: "one archive",
      remedy: "name one archive a tag",
      tag,
    });
  }
  return refusal(
    "IncomparableUnitsError",
    `${tag}: given in '${units[0]}' by ${refs[0]} and in '${units[1]}' by ${refs[1]}, and one column cannot hold both; bring the tag to one unit and one archive`,
    {
      check: "one_unit_a_tag",
      observed: units,
      required: "one unit",
      remedy: "bring the tag to one unit and one archive",
      tag,
    },
  );
}

/** Two spellings of one unit are one unit. */
function sameUnit(tag: string, a: NamedTag, b: NamedTag): boolean {
  if (a.meta.unit_raw === b.meta.unit_raw) return true;
  const [from, to] = [a, b].map(({ meta, ref }) => requireUnit(meta.unit_raw, `${tag} in ${ref}`));
  const { factor, offset } = conversion(from, to);
  return factor === 1 && offset === 0;
}
