import assert from "node:assert/strict";
import { test } from "node:test";
import { completion, isAtLeast, page, subscribe } from "../../../src/surface/mcp/wire.ts";

test("pages of a hundred, followed by their cursors, are the whole list once", () => {
  const all = Array.from({ length: 250 }, (_, i) => i);
  const seen: number[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { items, nextCursor } = page(all, cursor);
    seen.push(...items);
    cursor = nextCursor;
    pages++;
  } while (cursor !== undefined);
  assert.deepEqual(seen, all);
  assert.equal(pages, 3);
  assert.deepEqual(page([], undefined), { items: [] });
  // Exactly a hundred are one page, not one and an empty one.
  assert.equal(page(all.slice(0, 100), undefined).nextCursor, undefined);
});

test("a cursor that is not of this list is refused", () => {
  for (const cursor of ["", "from-", "from--1", "from-1e3", "from-999999999999", "from-250", "200"])
    assert.throws(() => page(Array(250), cursor), { code: -32602 }, cursor);
});

test("a completion has each value once, at most a hundred, and says how many there are", () => {
  assert.deepEqual(completion(["b", "a", "b"]), { values: ["b", "a"], total: 2, hasMore: false });
  const many = completion(Array.from({ length: 101 }, (_, i) => String(i)));
  assert.deepEqual([many.values.length, many.total, many.hasMore], [100, 101, true]);
});

test("severities are ordered as syslog orders them", () => {
  assert.ok(isAtLeast("error", "warning") && isAtLeast("warning", "warning") && !isAtLeast("notice", "warning"));
});

test("a connection subscribes to a thousand resources and no more; one it has may be asked for again", () => {
  const subscribed = new Set<string>();
  for (let i = 0; i < 1000; i++) subscribe(subscribed, `experiment://${i}`);
  subscribe(subscribed, "experiment://0");
  assert.throws(() => subscribe(subscribed, "experiment://1000"), { code: -32602 });
});
