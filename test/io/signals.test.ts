import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openFileStream } from "../../src/io/file-stream.ts";
import { holding, openSignals } from "../../src/io/signals.ts";
import { inFolder } from "../support/folder.ts";

/** A process that only listens; its end is an error that says the signal. */
function fakeProcess() {
  const listeners = new EventEmitter();
  const source = {
    on: (name: string, heard: (signal: NodeJS.Signals) => void) => listeners.on(name, heard),
    off: (name: string, heard: (signal: NodeJS.Signals) => void) => listeners.off(name, heard),
    pid: 42,
    kill: (pid: number, signal: string): never => {
      throw new Error(`${pid} by ${signal}`);
    },
  };
  const heard = () => listeners.listenerCount("SIGINT") + listeners.listenerCount("SIGTERM");
  return { listeners, heard, ...openSignals(source) };
}

test("signals are listened to only while something is held, however often and however nested", async () => {
  const { hold, heard, signal } = fakeProcess();
  assert.equal(heard(), 0);
  const [a, b] = [hold(), hold()];
  assert.equal(heard(), 2);
  await a();
  await a();
  assert.equal(heard(), 2, "the other one still holds");
  await b();
  assert.equal(heard(), 0);
  assert.equal(await holding(hold, async () => heard()), 2);
  assert.equal(heard(), 0);
  await assert.rejects(
    holding(hold, () => Promise.reject(new Error("full"))),
    /full/,
  );
  assert.equal(heard(), 0);
  assert.equal(signal.aborted, false);
});

test("a signal while something is held aborts; letting go of it then throws, and a second signal ends the process", async () => {
  const { hold, listeners, signal } = fakeProcess();
  const release = hold();
  listeners.emit("SIGTERM", "SIGTERM");
  assert.equal(signal.aborted, true);
  assert.throws(() => listeners.emit("SIGINT", "SIGINT"), /42 by SIGINT/);
  await assert.rejects(release(), { name: "AbortError" });
});

test("what was put in order ends by the signal that came, and listens no more; without one nothing ends", async () => {
  const { hold, listeners, end, heard } = fakeProcess();
  end();
  const release = hold();
  listeners.emit("SIGTERM", "SIGTERM");
  assert.throws(end, /42 by SIGTERM/);
  assert.equal(heard(), 0);
  await assert.rejects(release(), { name: "AbortError" });
});

test("a signal that comes during a synchronous write is heard before the hold is let go", async () => {
  const { signal, hold } = openSignals(process);
  const written = holding(hold, async () => {
    process.kill(process.pid, "SIGINT");
    return signal.aborted;
  });
  await assert.rejects(written, { name: "AbortError" });
  assert.equal(process.listenerCount("SIGINT"), 0);
});

test("a file that is written piece by piece holds until it is committed, abandoned or could not be made", () =>
  inFolder({ taken: "" }, async (dir) => {
    const { hold, heard } = fakeProcess();
    const open = (name: string) => openFileStream(join(dir, name), name, true, hold);
    const kept = await open("kept.csv");
    const left = await open("left.csv");
    await kept.write("a\n");
    assert.equal(heard(), 2);
    await kept.commit();
    assert.equal(heard(), 2);
    await left.abandon();
    assert.equal(heard(), 0);
    await assert.rejects(open("taken/below"), /cannot write 'taken\/below'/);
    assert.equal(heard(), 0);
    assert.deepEqual(readdirSync(dir), ["kept.csv", "taken"]);
  }));
