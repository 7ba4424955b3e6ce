import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Enter, fairLine } from "../../../src/surface/fair-line.ts";

const never = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Enters for each letter, in order, and notes who got in; `end` gives back the first slot that a subject holds. */
function watch(enter: Enter) {
  const inside: { subject: string; leave: () => void }[] = [];
  const order: string[] = [];
  return {
    order,
    inside,
    come(subjects: string, signal = never) {
      return Promise.all(
        [...subjects].map(async (subject) => {
          const leave = await enter(subject, signal);
          order.push(subject);
          inside.push({ subject, leave });
        }),
      );
    },
    async end(subject: string) {
      const [{ leave }] = inside.splice(
        inside.findIndex((each) => each.subject === subject),
        1,
      );
      leave();
      await settled();
    },
  };
}

test("a subject alone takes every slot, and its calls come in order", async () => {
  const { come, end, order, inside } = watch(fairLine(3));
  void come("aaaaa");
  await settled();
  assert.equal(inside.length, 3);
  await end("a");
  await end("a");
  assert.equal(order.join(""), "aaaaa");
});

test("subjects take turns, however many calls one of them has waiting", async () => {
  const { come, end, order } = watch(fairLine(4));
  void come("aaaaaaaaaa");
  void come("bb");
  void come("c");
  await settled();
  for (let i = 0; i < 5; i++) await end("a");
  // After the four at the start, b and c until each holds as many as a, then in turn.
  assert.equal(order.join(""), "aaaabcaba");
});

test("while another waits, a subject that holds all slots but one gets no further one", async () => {
  const { come, end, order } = watch(fairLine(2));
  void come("abaaabb");
  await settled();
  // The long call of a goes on while those of b come and go.
  await end("b");
  await end("b");
  assert.equal(order.join(""), "abbb");
  // Nobody else waits any more.
  await end("b");
  assert.equal(order.join(""), "abbba");
});

test("a call that is cancelled leaves the line at once and takes no turn", async () => {
  const { come, end, order } = watch(fairLine(2));
  const gone = new AbortController();
  void come("aaa");
  const left = come("b", gone.signal);
  gone.abort(new Error("cancelled"));
  await assert.rejects(left, /cancelled/);
  await assert.rejects(come("b", gone.signal), /cancelled/);
  await end("a");
  await end("a");
  await end("a");
  void come("bb");
  await settled();
  assert.equal(order.join(""), "aaabb");
});

test("whatever comes, goes and is cancelled: no slot is lost, none is used twice, none is free while one waits", async () => {
  const step = fc.record({ act: fc.constantFrom("come", "end", "cancel"), subject: fc.constantFrom("a", "b", "c") });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 4 }), fc.array(step, { maxLength: 40 }), async (slots, steps) => {
      const enter = fairLine(slots);
      const inside: (() => void)[] = [];
      const waiting = new Set<AbortController>();
      for (const { act, subject } of steps) {
        if (act === "come") {
          const cancel = new AbortController();
          waiting.add(cancel);
          enter(subject, cancel.signal)
            .then((leave) => inside.push(leave))
            .catch(() => {})
            .finally(() => waiting.delete(cancel));
        } else if (act === "end") inside.shift()?.();
        else [...waiting].at(-1)?.abort();
        await settled();
        assert.ok(inside.length <= slots);
        assert.ok(waiting.size === 0 || inside.length === slots);
      }
    }),
    { numRuns: 100 },
  );
});
