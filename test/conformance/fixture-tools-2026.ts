import type { ClientRequest, ClientSide } from "../../src/surface/mcp/core.ts";
import { asking, type FixtureTool, form, said, tool } from "./fixture-tools.ts";

const name = { name: { type: "string" } };
const question = (message: string, properties: object, required: string[]) => ({
  ...form(properties as Record<string, unknown>, required),
  message,
});
const contentOf = (reply: unknown) => (reply as { content?: Record<string, unknown> }).content ?? {};

/** Asks whatever the client has declared: the SDK refuses what a client cannot do. */
function unasked(asked: ClientRequest, done: (reply: unknown) => string): FixtureTool["call"] {
  return (_, { replies }: ClientSide) => (asked.key in replies ? said(done(replies[asked.key])) : { asking: asked });
}

const greeting = question("What is your name?", name, ["name"]);
const confirming = question("Please confirm", { ok: { type: "boolean" } }, ["ok"]);
const sampling: ClientRequest = {
  key: "capital_question",
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
    maxTokens: 100,
  },
};

/** What the suite expects beside the rest of a server that speaks 2026-07-28, as far as liquet asks in such ways. */
export const TOOLS_2026: FixtureTool[] = [
  tool(
    "test_input_required_result_elicitation",
    asking(greeting, (r) => `Hello, ${contentOf(r).name}!`, "user_name"),
  ),
  tool(
    "test_input_required_result_sampling",
    unasked(sampling, (reply) => JSON.stringify(reply)),
  ),
  tool(
    "test_input_required_result_request_state",
    asking(confirming, () => "state-ok", "confirm"),
  ),
  tool(
    "test_input_required_result_tampered_state",
    asking(confirming, () => "state-ok", "confirm"),
  ),
  tool("test_input_required_result_multi_round", (args, client) => {
    if (!("step1" in client.replies)) {
      const first = question("Step 1: What is your name?", name, ["name"]);
      return asking(first, () => "", "step1")(args, client);
    }
    const second = question("Step 2: What is your favorite color?", { color: { type: "string" } }, ["color"]);
    return asking(second, (reply) => JSON.stringify([client.replies.step1, reply]), "step2")(args, client);
  }),
  tool("test_input_required_result_capabilities", (args, client) =>
    client.elicitation
      ? asking(greeting, () => "asked", "user_name")(args, client)
      : unasked(sampling, () => "written")(args, client),
  ),
  tool(
    "test_streaming_elicitation",
    asking(greeting, () => "asked", "user_name"),
  ),
  tool(
    "test_missing_capability",
    unasked(sampling, () => "written"),
  ),
  tool("test_logging_tool", (_, { log }) => {
    log("info", "This is logged for who asked.");
    return said("Logged once.");
  }),
];
