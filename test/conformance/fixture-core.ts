import { type Core, Fault, INVALID_PARAMS, openChanges, RESOURCE_NOT_FOUND } from "../../src/surface/mcp/core.ts";
import { FIXTURE_TOOLS, type FixtureTool } from "./fixture-tools.ts";
import { PIXEL } from "./samples.ts";

/** What the official conformance suite expects a server to offer, served by our adapters. Its names are the suite's. */
export function fixtureCore(tools: FixtureTool[] = FIXTURE_TOOLS): Core {
  return {
    name: "liquet-conformance",
    version: "0.0.0",
    instructions: "Fixtures of the conformance suite.",
    changes: openChanges(),
    attend: async () => {},
    listTools: async () => tools.map(({ call, ...tool }) => tool),
    async callTool({ name, arguments: args }, client) {
      const tool = tools.find((each) => each.name === name);
      if (!tool) throw new Fault(INVALID_PARAMS, `unknown tool '${name}'`);
      return tool.call(args, client);
    },
    listResources: async () =>
      RESOURCES.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType })),
    listResourceTemplates: async () => [
      {
        uriTemplate: "test://template/{id}/data",
        name: "template",
        description: "Repeats its id.",
        mimeType: "application/json",
      },
    ],
    async readResource(uri) {
      const fixed = RESOURCES.find((each) => each.uri === uri);
      if (fixed) return [{ uri, mimeType: fixed.mimeType, ...fixed.body }];
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
      if (id === undefined) throw new Fault(RESOURCE_NOT_FOUND, `no resource at ${uri}`, { uri });
      const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return [{ uri, mimeType: "application/json", text }];
    },
    listPrompts: async () => PROMPTS.map(({ messages, ...prompt }) => prompt),
    async getPrompt(name, args) {
      const prompt = PROMPTS.find((each) => each.name === name);
      if (!prompt) throw new Fault(INVALID_PARAMS, `unknown prompt '${name}'`);
      return { messages: prompt.messages(args).map((content) => ({ role: "user" as const, content })) };
    },
    complete: async ({ argument }) => ["paris", "park", "party"].filter((value) => value.startsWith(argument.value)),
  };
}

const RESOURCES = [
  {
    uri: "test://static-text",
    name: "static-text",
    description: "A text.",
    mimeType: "text/plain",
    body: { text: "This is the content of the static text resource." },
  },
  {
    uri: "test://static-binary",
    name: "static-binary",
    description: "A picture.",
    mimeType: "image/png",
    body: { blob: PIXEL },
  },
  {
    uri: "test://watched-resource",
    name: "watched-resource",
    description: "One to subscribe to.",
    mimeType: "text/plain",
    body: { text: "Watched." },
  },
];

const required = (...names: string[]) => names.map((name) => ({ name, description: `The ${name}.`, required: true }));
const text = (words: string) => ({ type: "text", text: words });

const PROMPTS: {
  name: string;
  description: string;
  arguments?: { name: string; description: string; required?: boolean }[];
  messages(args: Record<string, string>): { type: string; [key: string]: unknown }[];
}[] = [
  {
    name: "test_simple_prompt",
    description: "One message.",
    messages: () => [text("This is a simple prompt for testing.")],
  },
  {
    name: "test_prompt_with_arguments",
    description: "Repeats its arguments.",
    arguments: required("arg1", "arg2"),
    messages: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "Holds a resource.",
    arguments: required("resourceUri"),
    messages: ({ resourceUri: uri }) => [
      {
        type: "resource",
        resource: { uri, mimeType: "text/plain", text: "Embedded resource content for testing." },
      },
      text("Please process the embedded resource above."),
    ],
  },
  {
    name: "test_prompt_with_image",
    description: "Holds a picture.",
    messages: () => [{ type: "image", data: PIXEL, mimeType: "image/png" }, text("Please analyze the image above.")],
  },
];
