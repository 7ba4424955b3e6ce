import type { Bench } from "./bench.ts";
import { type Complete, type Message, readCall, type WireTool } from "./chat-model.ts";
import { findCalls } from "./match-calls.ts";
import { expectedDocument, faultsOf, proseFaults, type Score } from "./score.ts";
import type { Recording, Task } from "./task.ts";

const SYSTEM =
  "Answer the user's question with the tools that you have. Paths are relative to the current folder. " +
  "State the numbers that the tools return, and no others; when a tool refuses, pass on its reason with the numbers in it.";
/** A model that has not answered after this many turns does not get to. */
const MOST_TURNS = 10;

/** Lets a model work on a task with the tools of the server, and scores what it did and said. */
export async function askModel(
  task: Task,
  complete: Complete,
  bench: Bench,
): Promise<{ recording: Recording; score: Score }> {
  const started = performance.now();
  const { recording, documents } = await converse(task.task, complete, bench);
  const { calls, answer = "" } = recording;
  const found = await findCalls(calls, task.calls, documents);
  const made = calls.map(({ tool, arguments: args }) => `${tool} ${JSON.stringify(args)}`).join("; ");
  const last = await expectedDocument(task, calls, documents);
  const score: Score = {
    id: task.id,
    family: task.family,
    calls: found === null ? [`the expected calls are not among: ${made || "none"}`] : [],
    answer: [...(last === undefined ? [] : faultsOf(task, last)), ...proseFaults(task, answer)],
    ms: performance.now() - started,
  };
  return { recording, score };
}

/** Runs the calls that a model asks for until it answers in words. */
async function converse(question: string, complete: Complete, bench: Bench) {
  const tools = await offered(bench);
  const recording: Recording = { calls: [], answer: "" };
  const documents: Record<string, unknown>[] = [];
  const messages: Message[] = [
    { role: "system", content: SYSTEM },
    { role: "user", content: question },
  ];
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const message = await complete(messages, tools);
    messages.push(message);
    if (!message.tool_calls?.length) {
      recording.answer = message.content ?? "";
      break;
    }
    for (const wire of message.tool_calls) {
      const call = readCall(wire);
      const reply = call === null ? null : await bench.call(call).catch((error: Error) => badTool(error));
      if (call !== null) recording.calls.push(call);
      if (reply !== null)
        documents.push(reply.isError ? { error_type: "bad call", cause: reply.text } : reply.document);
      const content = reply?.text ?? "the arguments are not a JSON object";
      messages.push({ role: "tool", tool_call_id: wire.id, content });
    }
  }
  return { recording, documents };
}

/** A tool that does not exist is a protocol error; the model is told and may go on. */
function badTool({ message }: Error) {
  return { text: message, isError: true, document: {} };
}

async function offered({ client }: Bench): Promise<WireTool[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: inputSchema },
  }));
}
