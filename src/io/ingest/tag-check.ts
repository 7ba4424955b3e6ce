import type { BackwardSteps } from "../../series/monotonic.ts";
import { collisionCounter } from "../timestamps/collisions.ts";
import type { TagRows } from "./tag-rows.ts";

/** What one pass found out about a tag. Counts are by dictionary index. */
export interface TagFacts {
  rows: number;
  /** Microseconds; NaN without rows. */
  first: number;
  last: number;
  /** Neighbouring rows with one timestamp. */
  repeats: number;
  /** `first` is the data row, from 0. */
  backwards: BackwardSteps;
  collisions: number;
  /** Rows of each text of the value column, and of each quality code (place 0 is the empty cell). */
  texts: number[];
  qualities: number[];
  /** Data row, from 0, where each text first stands. */
  textRows: number[];
}

/** Gathers the facts of one tag from its rows in file order. */
export interface TagCheck {
  add(rows: TagRows): void;
  facts(): TagFacts;
}

/** A check that has seen no row. */
export function tagCheck(): TagCheck {
  const facts: TagFacts = {
    rows: 0,
    first: Number.NaN,
    last: Number.NaN,
    repeats: 0,
    backwards: { steps: 0, first: -1, from: Number.NaN, to: Number.NaN },
    collisions: 0,
    texts: [],
    qualities: [],
    textRows: [],
  };
  const collisions = collisionCounter();
  return {
    add(rows) {
      if (rows.t.length === 0) return;
      if (facts.rows === 0) facts.first = rows.t[0];
      checkOrder(rows, facts);
      facts.rows += rows.t.length;
      facts.last = rows.t[rows.t.length - 1];
      collisions.add({ us: rows.t, nanos: rows.nanos }, 0, rows.t.length);
      countCodes(rows.quality, facts.qualities, 1);
      if (rows.text) {
        countCodes(rows.text, facts.texts, 0);
        rows.text.forEach((code, i) => {
          if (code >= 0) facts.textRows[code] ??= rows.numbers ? rows.numbers[i] : rows.first + i;
        });
      }
    },
    facts: () => ({ ...facts, collisions: collisions.count() }),
  };
}

function checkOrder({ t, numbers, first }: TagRows, facts: TagFacts): void {
  let previous = facts.last;
  let repeats = 0;
  for (let i = 0; i < t.length; i++) {
    if (t[i] === previous) repeats++;
    else if (t[i] < previous && facts.backwards.steps++ === 0) {
      Object.assign(facts.backwards, { first: numbers ? numbers[i] : first + i, from: previous, to: t[i] });
    }
    previous = t[i];
  }
  facts.repeats += repeats;
}

function countCodes(codes: Int32Array, counts: number[], shift: number): void {
  for (let i = 0; i < codes.length; i++) {
    const at = codes[i] + shift;
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  }
}
