import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { METHOD_NAMES } from "../../src/contract/fda-run-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { fill } from "../../src/contract/text.ts";
import { METHODS, methodNamed } from "../../src/fda/methods/registry.ts";

export default command({
  summary: "List the functional methods: parameters, what each computes, rules and refusals.",
  args: ["method"],
  input: z.strictObject({ method: field(z.optional(z.enum(METHOD_NAMES)), "One method. Default: all.") }),
  evidence: z.strictObject({
    methods: z.array(
      z.strictObject({
        method: z.enum(METHOD_NAMES),
        computes: z.string(),
        parameters: z.array(
          z.strictObject({
            parameter: z.string(),
            default: z.union([z.number(), z.string()]),
            range: z.string(),
            about: z.string(),
          }),
        ),
        better: z.record(z.string(), z.enum(["smaller", "larger"])),
        main_field: z.string(),
        rules: z.array(z.string()),
        refuses: z.array(z.string()),
      }),
    ),
  }),
  examples: ["fda list-capabilities", "fda list-capabilities smoothing --json"],
  async run({ method }) {
    const listed = method === undefined ? METHODS : [methodNamed(method)];
    return evidence({
      methods: listed.map(({ name, computes, parameters, better, main, rules, refuses }) => ({
        method: name as (typeof METHOD_NAMES)[number],
        computes,
        parameters: parameters.map(({ name: parameter, ...rest }) => ({ parameter, ...rest })),
        better,
        main_field: main,
        rules,
        refuses,
      })),
    });
  },
  text: (f) =>
    f.methods.flatMap((m, i) => [
      ...(i > 0 ? [""] : []),
      m.method,
      ...indented(m.computes),
      ...m.parameters.flatMap(parameterText),
      ...indented(`refuses ${m.refuses.join(", ")}`),
    ]),
});

const ABOUT_FROM = 31;

function parameterText(p: { parameter: string; default: number | string; range: string; about: string }): string[] {
  const name = `  --${p.parameter.replaceAll("_", "-").padEnd(15)}${String(p.default).padEnd(11)}`;
  const [first, ...rest] = fill(`${p.about} (${p.range})`.split(" "), 79 - ABOUT_FROM);
  return [name + first, ...rest.map((line) => " ".repeat(ABOUT_FROM - 1) + line)];
}

function indented(words: string): string[] {
  return fill(words.split(" "), 76).map((line) => `  ${line}`);
}
