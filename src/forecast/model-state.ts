import type { Plain } from "./component.ts";

/** A state as the bytes that are kept. Throws Error on a number that JSON has not: that is a fault of the component. */
export function encodeState(state: unknown): Uint8Array {
  return Buffer.from(
    JSON.stringify(state, (key, value) => {
      if (typeof value === "number" && !Number.isFinite(value))
        throw new Error(`a model's state holds ${value} at '${key}'`);
      return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
    }),
  );
}

/** The state that bytes hold. */
export function decodeState(bytes: Uint8Array): Plain {
  return JSON.parse(Buffer.from(bytes).toString("utf8")) as Plain;
}
