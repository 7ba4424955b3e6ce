import { BadCall } from "../../contract/outcome.ts";
import { alignment } from "./alignment.ts";
import { basis } from "./basis.ts";
import { clustering } from "./clustering.ts";
import { depth } from "./depth.ts";
import { fpca } from "./fpca.ts";
import type { Method } from "./method.ts";
import { smoothing } from "./smoothing.ts";

/** The methods of the loop. A new one is a file beside these and a word in this list. */
export const METHODS: Method[] = [alignment, fpca, basis, smoothing, clustering, depth];

/** A method by its name in any case. BadCall for another. */
export function methodNamed(name: string): Method {
  const found = METHODS.find((method) => method.name === name.toLowerCase());
  if (found !== undefined) return found;
  throw new BadCall(`method: '${name}' is none of ${METHODS.map((method) => method.name).join(", ")}`);
}
