import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { plainShape } from "../../src/contract/forecast-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { labelled, section } from "../../src/contract/text.ts";
import { describeNamed } from "../../src/forecast/registry.ts";

export default command({
  summary: "Describe a component: purpose, parameters, tags, refusals, source, and an example.",
  args: ["name"],
  input: z.strictObject({ name: field(z.string(), "Component, such as AutoETS.") }),
  evidence: z.strictObject({
    name: z.string(),
    task: z.string(),
    summary: z.string(),
    aliases: z.array(z.string()),
    parameters: z.array(
      z.strictObject({
        name: z.string(),
        about: z.string(),
        required: z.boolean(),
        default: z.unknown(),
        values: z.string(),
        schema: plainShape,
      }),
    ),
    tags: plainShape,
    refuses: z.array(z.string()),
    source: z.string(),
    example: z.string(),
  }),
  examples: ["forecast describe-component NaiveForecaster", "forecast describe-component SeasonalNaive --json"],
  async run({ name }) {
    const { object_type, parameters, example, ...facts } = await describeNamed(name);
    return evidence({
      name: facts.name,
      task: object_type,
      summary: facts.summary,
      aliases: facts.aliases,
      parameters: parameters.map(({ schema, ...p }) => ({ ...p, values: valuesOf(schema), schema })),
      tags: { ...facts.tags },
      refuses: [...facts.refuses],
      source: facts.source,
      example: `liquet ${example}`,
    });
  },
  text: (f) => [
    `${f.name}  ${f.task}`,
    f.summary,
    ...section(
      "Parameters",
      f.parameters.flatMap((p) => [
        `${p.name} = ${p.required ? "(required)" : shownDefault(p.default)}   ${p.values}`,
        `    ${p.about}`,
      ]),
    ),
    ...section(
      "Can",
      Object.entries(f.tags).flatMap(([tag, has]) => (has ? [tag] : [])),
    ),
    ...section("Refuses", f.refuses),
    "",
    labelled("source", f.source),
    labelled("example", f.example),
  ],
});

function shownDefault(value: unknown): string {
  return value === null
    ? "None"
    : typeof value === "boolean"
      ? value
        ? "True"
        : "False"
      : typeof value === "string"
        ? `'${value}'`
        : JSON.stringify(value);
}

/** What a parameter may be, in words. */
function valuesOf(schema: Record<string, unknown>): string {
  const {
    type,
    anyOf,
    enum: words,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    component,
    components,
    prefixItems,
    items,
  } = schema as Record<string, never>;
  if (components) return `list of ${(components as string[]).join(" or ")}`;
  if (component) return (component as string[]).join(" or ");
  if (words)
    return (words as unknown[]).map((word) => (typeof word === "string" ? `'${word}'` : String(word))).join(", ");
  if (anyOf)
    return (anyOf as Record<string, unknown>[])
      .map(valuesOf)
      .filter((text) => text !== "")
      .join(" or ");
  if (prefixItems) return `(${(prefixItems as Record<string, unknown>[]).map((item) => valuesOf(item)).join(", ")})`;
  if (type === "array") return `list of ${valuesOf((items ?? {}) as Record<string, unknown>)}`;
  const low = minimum ?? exclusiveMinimum;
  const high = maximum ?? exclusiveMaximum;
  const range = [
    low === undefined ? "" : `${minimum === undefined ? ">" : ">="} ${low}`,
    high === undefined ? "" : `${maximum === undefined ? "<" : "<="} ${high}`,
  ].filter((text) => text !== "");
  const word =
    type === "null" ? "None" : type === "boolean" ? "True, False" : type === "object" ? "dict" : String(type ?? "");
  return [word, range.join(" and ")].filter((text) => text !== "").join(" ");
}
