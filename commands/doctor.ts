import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import { evidence } from "../src/contract/outcome.ts";

export default command({
  summary: "State what this installation can do: versions, optional packages, folders.",
  args: [],
  input: z.strictObject({}),
  evidence: z.strictObject({
    node: z.string(),
    platform: z.string(),
    checks: z.array(z.strictObject({ check: z.string(), ok: z.boolean(), detail: z.string() })),
  }),
  examples: ["doctor", "doctor --json"],
  volatile: true,
  async run(_input, ctx) {
    return evidence(await ctx.environment());
  },
  text(fields) {
    return [
      `node ${fields.node}   ${fields.platform}`,
      "",
      ...fields.checks.map(
        ({ check, ok, detail }) => `${ok ? "ok      " : "missing "}  ${check.padEnd(29)}  ${detail}`,
      ),
    ];
  },
});
