import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { test } from "node:test";
import { openOutput } from "../../src/io/output.ts";

const never = () => assert.fail("not wanted here");

test("text goes to a file by its descriptor, and no stream is opened", () => {
  const path = join(tmpdir(), `liquet-output-${process.pid}`);
  const fd = openSync(path, "w");
  try {
    const output = openOutput(fd, never, never);
    assert.equal(output.isTerminal, false);
    output.write("ä");
    output.write("\n");
    assert.equal(readFileSync(path, "utf8"), "ä\n");
  } finally {
    closeSync(fd);
    rmSync(path);
  }
});

test("what a full pipe that must not block does not take goes to the stream, in order", {
  skip: process.platform === "win32" && "no named pipes here",
}, () => {
  const path = join(tmpdir(), `liquet-output-${process.pid}.fifo`);
  execFileSync("mkfifo", [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const streamed: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      streamed.push(chunk);
      done();
    },
  });
  try {
    const output = openOutput(fd, () => stream as unknown as NodeJS.WriteStream, never);
    const text = Array.from({ length: 40_000 }, (_, i) => `line ${i}`).join("\n");
    output.write(text);
    output.write("\nlast");
    const piped = Buffer.alloc(1 << 20);
    const length = readSync(fd, piped);
    assert.ok(length > 0 && streamed.length === 2);
    assert.equal(Buffer.concat([piped.subarray(0, length), ...streamed]).toString(), `${text}\nlast`);
  } finally {
    closeSync(fd);
    rmSync(path);
  }
});

test("another error is told: the descriptor is closed", () => {
  const path = join(tmpdir(), `liquet-output-${process.pid}`);
  const fd = openSync(path, "w");
  const codes: (string | undefined)[] = [];
  const output = openOutput(fd, never, ({ code }) => codes.push(code));
  closeSync(fd);
  rmSync(path);
  output.write("x");
  assert.deepEqual(codes, ["EBADF"]);
});
