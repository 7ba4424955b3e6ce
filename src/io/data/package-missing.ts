import { refusal } from "../../contract/outcome.ts";

/** Refuses PackageMissing: an optional package that reading `what` needs. */
export function packageMissing(name: string, version: string, what: string): Error {
  const remedy = `npm install ${name}@${version}`;
  return refusal(
    "PackageMissing",
    `reading ${what} needs the optional package ${name}, which is not installed; run ${remedy}`,
    {
      check: "package_installed",
      observed: null,
      required: name,
      remedy,
    },
  );
}
