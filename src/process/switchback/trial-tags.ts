import { BadCall, refusal } from "../../contract/outcome.ts";

/** Which of the given archives play which part; the numbers are positions in the list of archives. */
export interface TrialTags {
  target: number;
  covariates: number[];
  unused: number[];
}

/**
 * Finds the archives that are named as `source:point`, or by a point id that exactly one archive carries. BadCall when
 * a name fits none or several, when a covariate is named twice, or is the target. Refuses DuplicateTag when two
 * archives are of one tag.
 */
export function chooseTags(tags: readonly string[], target: string, covariates: readonly string[]): TrialTags {
  requireDistinct(tags);
  const chosen = findTag(tags, target, "target");
  const found: number[] = [];
  for (const name of covariates) {
    const at = findTag(tags, name, "covariates");
    if (at === chosen) throw new BadCall(`covariates: '${name}' is the target`);
    if (found.includes(at)) throw new BadCall(`covariates: ${tags[at]} is named twice`);
    found.push(at);
  }
  const unused = Array.from(tags.keys()).filter((i) => i !== chosen && !found.includes(i));
  return { target: chosen, covariates: found, unused };
}

function findTag(tags: readonly string[], name: string, field: string): number {
  const exact = tags.indexOf(name);
  if (exact >= 0) return exact;
  const byPoint = Array.from(tags.keys()).filter((i) => tags[i].slice(tags[i].indexOf(":") + 1) === name);
  if (byPoint.length === 1) return byPoint[0];
  const found = byPoint.length === 0 ? "no archive carries" : `${byPoint.length} archives carry`;
  const use = byPoint.length === 0 ? "" : "; write it as source:point";
  throw new BadCall(`${field}: ${found} '${name}'${use} (given: ${tags.join(", ")})`);
}

function requireDistinct(tags: readonly string[]): void {
  const again = tags.find((tag, i) => tags.indexOf(tag) !== i);
  if (again === undefined) return;
  const n = tags.filter((tag) => tag === again).length;
  const remedy = "name each tag's archive once";
  throw refusal("DuplicateTag", `${again}: ${n} of the archives are of this tag; ${remedy}`, {
    check: "distinct_tags",
    observed: n,
    required: 1,
    remedy,
    tag: again,
  });
}
