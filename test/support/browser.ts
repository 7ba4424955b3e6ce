import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

/** The name of a Chromium on this machine, or null. */
export const chromium =
  ["chromium", "chromium-browser", "google-chrome"].find((name) => spawnSync("which", [name]).status === 0) ?? null;

/** One open page, spoken to over the DevTools protocol. */
export interface Page {
  /** Opens an address and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** Sets the size of the screen in CSS pixels; a phone also lays out and scrolls like one. */
  resize(width: number, height: number, phone: boolean): Promise<void>;
  /** The value of an expression, as JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** Prints to PDF on A4. */
  pdf(): Promise<Uint8Array>;
  screenshot(): Promise<Uint8Array>;
  /** Console messages, errors and whatever was asked of the network since the page was opened. */
  events(): { console: string[]; requests: string[] };
}

const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-pipe",
];

type Reply = { id?: number; method?: string; params?: Record<string, unknown>; result?: unknown; error?: object };

/** Starts a browser, lets `use` work with one page of it, and ends it. */
export async function withPage<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), "liquet-chromium-"));
  const child = spawn(chromium ?? "chromium", [...FLAGS, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  try {
    return await use(await attach(child));
  } finally {
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Requests and replies are JSON texts with a zero byte after each, on the child's descriptors 3 and 4. */
function connect(child: ChildProcess) {
  const to = child.stdio[3] as Writable;
  const from = child.stdio[4] as Readable;
  const waiting = new Map<number, (reply: Reply) => void>();
  const listeners: ((reply: Reply) => void)[] = [];
  let text = "";
  let next = 0;
  from.setEncoding("utf8").on("data", (chunk: string) => {
    const messages = (text + chunk).split("\0");
    text = messages.pop() ?? "";
    for (const message of messages) {
      const reply = JSON.parse(message) as Reply;
      if (reply.id === undefined) for (const listen of listeners) listen(reply);
      else waiting.get(reply.id)?.(reply);
    }
  });
  const send = <T>(method: string, params: object = {}, sessionId?: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++next;
      waiting.set(id, ({ result, error }) => (error ? reject(new Error(JSON.stringify(error))) : resolve(result as T)));
      child.once("exit", () => reject(new Error("the browser ended")));
      to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  return { send, listen: (listener: (reply: Reply) => void) => listeners.push(listener) };
}

async function attach(child: ChildProcess): Promise<Page> {
  child.setMaxListeners(0);
  const { send, listen } = connect(child);
  const { targetInfos } = await send<{ targetInfos: { targetId: string; type: string }[] }>("Target.getTargets");
  const targetId = targetInfos.find(({ type }) => type === "page")?.targetId;
  const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const ask = <T>(method: string, params: object = {}) => send<T>(method, params, sessionId);
  const seen = { console: [] as string[], requests: [] as string[] };
  let loaded = () => {};
  listen(({ method, params }) => {
    if (method === "Page.loadEventFired") loaded();
    if (method === "Network.requestWillBeSent")
      seen.requests.push(String((params?.request as { url?: string } | undefined)?.url));
    if (/^(Runtime\.(consoleAPICalled|exceptionThrown)|Log\.entryAdded)$/.test(method ?? ""))
      seen.console.push(JSON.stringify(params));
  });
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await ask(`${domain}.enable`);
  return {
    async open(url) {
      seen.console = [];
      seen.requests = [];
      const done = new Promise<void>((resolve) => {
        loaded = resolve;
      });
      await ask("Page.navigate", { url });
      await done;
    },
    async resize(width, height, phone) {
      await ask("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: phone });
    },
    async evaluate<T>(expression: string) {
      const { result } = await ask<{ result: { value: T } }>("Runtime.evaluate", { expression, returnByValue: true });
      return result.value;
    },
    async pdf() {
      const { data } = await ask<{ data: string }>("Page.printToPDF", { paperWidth: 8.27, paperHeight: 11.69 });
      return Buffer.from(data, "base64");
    },
    async screenshot() {
      const { data } = await ask<{ data: string }>("Page.captureScreenshot", { captureBeyondViewport: true });
      return Buffer.from(data, "base64");
    },
    events: () => ({ console: [...seen.console], requests: [...seen.requests] }),
  };
}
