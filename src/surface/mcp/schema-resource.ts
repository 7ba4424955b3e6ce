import { outputSchema } from "../output-schema.ts";
import type { Tool } from "../tools.ts";
import type { ResourceContents, ResourceTemplate } from "./core.ts";

/** The contract of a tool's answers, for who wants to check them. */
export const SCHEMA_TEMPLATE: ResourceTemplate = {
  uriTemplate: "liquet://schema/{tool}",
  name: "output-schema",
  title: "What a tool answers",
  description: "JSON Schema of a tool's structured content: its evidence, or a refusal.",
  mimeType: "application/schema+json",
};

/** The output schema of an offered tool at an address of the template; null when it is no such address. */
export async function readSchema(uri: string, offered: Tool[]): Promise<ResourceContents[] | null> {
  const name = /^liquet:\/\/schema\/(\w+)$/.exec(uri)?.[1];
  const tool = offered.find((each) => each.name === name);
  const { tools } = await import("liquet:tools");
  const facts = tool === undefined ? undefined : tools[tool.command];
  // The shell tool is no command and has no contract of its own.
  if (facts === undefined) return null;
  const text = JSON.stringify(outputSchema(facts));
  return [{ uri, mimeType: SCHEMA_TEMPLATE.mimeType, text }];
}
