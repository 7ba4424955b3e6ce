import { readSync, writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { answerStatement } from "./sqlite-statement.ts";

const WATCH = `
  const { Socket } = require("node:net");
  new Socket({ fd: 0 }).on("close", () => process.kill(process.pid, "SIGKILL")).resume();`;

/**
 * What the process of one SQL statement does; sqlite.ts starts it. The statement is the first line of stdin, which then
 * stays open for as long as somebody waits for the rows on stdout: this thread sees nothing until the statement has ended,
 * so another one watches, and kills the process, since ending this thread would wait for the statement too.
 */
export async function runStatementProcess(): Promise<void> {
  const request = JSON.parse(firstLine());
  new Worker(WATCH, { eval: true });
  await answerStatement(request, (line) => {
    for (let at = 0; at < line.length; ) at += writeSync(1, line, at);
  });
}

function firstLine(): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(1 << 16);
    const length = readSync(0, part);
    parts.push(part.subarray(0, length));
    if (length === 0 || part.indexOf(10) >= 0) return Buffer.concat(parts).toString("utf8");
  }
}
