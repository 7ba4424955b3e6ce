import { setTimeout } from "node:timers/promises";
import type { Asking, CallResult, ClientSide, WireTool } from "../../src/surface/mcp/core.ts";
import { PIXEL, SILENCE } from "./samples.ts";

export interface FixtureTool extends WireTool {
  call(args: Record<string, unknown>, client: ClientSide): Promise<CallResult | Asking> | CallResult | Asking;
}

const NO_ARGUMENTS = { type: "object" as const, properties: {}, additionalProperties: false };
const oneText = (name: string) => ({
  type: "object" as const,
  properties: { [name]: { type: "string" } },
  required: [name],
});
export const said = (text: string): CallResult => ({ content: [{ type: "text", text }] });
const failed = (text: string): CallResult => ({ ...said(text), isError: true });
const image = { type: "image", data: PIXEL, mimeType: "image/png" };

export function tool(
  name: string,
  call: FixtureTool["call"],
  inputSchema: FixtureTool["inputSchema"] = NO_ARGUMENTS,
): FixtureTool {
  return { name, description: `Fixture ${name} of the conformance suite.`, inputSchema, call };
}

/** Asks, and once there is a reply says it. */
export function asking(
  params: Record<string, unknown>,
  shown: (reply: unknown) => string,
  key = "ask",
): FixtureTool["call"] {
  return (_, { elicitation, replies }) => {
    if (!elicitation) return failed("the client does not support elicitation");
    if (key in replies) return said(shown(replies[key]));
    return { asking: { key, method: "elicitation/create", params } };
  };
}

export const form = (properties: Record<string, unknown>, required: string[] = []) => ({
  message: "Please fill in the form.",
  requestedSchema: { type: "object", properties, required },
});
const completed = (reply: unknown) => {
  const { action, content } = reply as { action: string; content: unknown };
  return `Elicitation completed: action=${action}, content=${JSON.stringify(content)}`;
};
const titled = (...names: string[]) => names.map((title, i) => ({ const: `value${i + 1}`, title }));
const OPTIONS = ["option1", "option2", "option3"];

export const FIXTURE_TOOLS: FixtureTool[] = [
  tool("test_simple_text", () => said("This is a simple text response for testing.")),
  tool("test_image_content", () => ({ content: [image] })),
  tool("test_audio_content", () => ({ content: [{ type: "audio", data: SILENCE, mimeType: "audio/wav" }] })),
  tool("test_embedded_resource", () => ({
    content: [
      {
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is an embedded resource content.",
        },
      },
    ],
  })),
  tool("test_multiple_content_types", () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      image,
      {
        type: "resource",
        resource: {
          uri: "test://mixed-content-resource",
          mimeType: "application/json",
          text: '{"test":"data","value":123}',
        },
      },
    ],
  })),
  tool("test_tool_with_logging", async (_, { log }) => {
    log("info", "Tool execution started");
    await setTimeout(50);
    log("info", "Tool processing data");
    await setTimeout(50);
    log("info", "Tool execution completed");
    return said("Logged three times.");
  }),
  tool("test_tool_with_progress", async (_, { progress }) => {
    progress(0, 100, "started");
    await setTimeout(50);
    progress(50, 100, "half");
    await setTimeout(50);
    progress(100, 100, "done");
    return said("Told three times.");
  }),
  tool("test_error_handling", () => failed("This tool intentionally returns an error for testing")),
  tool(
    "test_sampling",
    ({ prompt }, { sampling, replies }) => {
      if (!sampling) return failed("the client does not support sampling");
      if ("ask" in replies) {
        const { content } = replies.ask as { content: { text: string } };
        return said(`LLM response: ${content.text}`);
      }
      const messages = [{ role: "user", content: { type: "text", text: prompt } }];
      return { asking: { key: "ask", method: "sampling/createMessage", params: { messages, maxTokens: 100 } } };
    },
    oneText("prompt"),
  ),
  tool(
    "test_elicitation",
    ({ message }, client) => {
      const fields = {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      };
      const params = { ...form(fields, ["username", "email"]), message };
      return asking(params, (reply) => `User response: ${JSON.stringify(reply)}`)({}, client);
    },
    oneText("message"),
  ),
  tool(
    "test_elicitation_sep1034_defaults",
    asking(
      form({
        name: { type: "string", default: "John Doe" },
        age: { type: "integer", default: 30 },
        score: { type: "number", default: 95.5 },
        status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
        verified: { type: "boolean", default: true },
      }),
      completed,
    ),
  ),
  tool(
    "test_elicitation_sep1330_enums",
    asking(
      form({
        untitledSingle: { type: "string", enum: OPTIONS },
        titledSingle: { type: "string", oneOf: titled("First Option", "Second Option", "Third Option") },
        legacyEnum: {
          type: "string",
          enum: ["opt1", "opt2", "opt3"],
          enumNames: ["Option One", "Option Two", "Option Three"],
        },
        untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
        titledMulti: { type: "array", items: { anyOf: titled("First Choice", "Second Choice", "Third Choice") } },
      }),
      completed,
    ),
  ),
  tool("json_schema_2020_12_tool", () => said("ok"), {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "address",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
    allOf: [{ anyOf: [{ required: ["name"] }, { required: ["address"] }] }],
    if: { required: ["address"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["name"] },
    else: {},
    additionalProperties: false,
  }),
];
