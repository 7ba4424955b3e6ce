import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { isHandle, kindOf } from "../../src/contract/handle.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { releasedShape, releasedText } from "../../src/contract/released-shape.ts";

export default command({
  summary: "Forget a specification, model or forecast: its results, and its recipe unless in use.",
  args: ["handle"],
  input: z.strictObject({ handle: field(z.string(), "est_…, fit_… or fc_… to forget.") }),
  evidence: z.strictObject(releasedShape),
  examples: ["forecast release-handle fit_5b57a864ca3d"],
  notes: ["The same specification and data give the same handle again."],
  volatile: true,
  async run({ handle }, ctx) {
    if (!isHandle(handle) || !["est", "fit", "fc"].includes(kindOf(handle)))
      throw new BadCall(`handle: '${handle}' is no handle of a specification, a fitted model or a forecast`);
    const { recipe, results, contents, dependents } = await (await ctx.store()).release(handle);
    return evidence({
      handle,
      recipe_removed: recipe,
      results_removed: results,
      contents_removed: contents,
      dependents,
    });
  },
  text: releasedText,
});
