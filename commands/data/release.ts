import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { isHandle, kindOf } from "../../src/contract/handle.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { releasedShape, releasedText } from "../../src/contract/released-shape.ts";

export default command({
  summary: "Forget a data handle: its results, and its recipe unless other handles are made of it.",
  args: ["data_handle"],
  input: z.strictObject({
    data_handle: field(z.string(), "Handle (data_…) to forget; files are never touched."),
  }),
  evidence: z.strictObject(releasedShape),
  examples: ["data release data_7c96cd30cc76"],
  notes: ["Loading the same content with the same options gives the same handle again."],
  volatile: true,
  async run({ data_handle }, ctx) {
    if (!isHandle(data_handle) || kindOf(data_handle) !== "data")
      throw new BadCall(`data_handle: '${data_handle}' is no handle of data`);
    const { recipe, results, contents, dependents } = await (await ctx.store()).release(data_handle);
    return evidence({
      handle: data_handle,
      recipe_removed: recipe,
      results_removed: results,
      contents_removed: contents,
      dependents,
    });
  },
  text: releasedText,
});
