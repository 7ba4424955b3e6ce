/** How long work lets others in: `tick` yields and throws when cancelled, `progress` is shown to whoever waits. */
export interface Pace {
  tick(): Promise<void>;
  progress(done: number, total: number, label: string): void;
}

/** Draws between two ticks; some 5 ms. */
export const DRAWS_PER_TICK = 1 << 17;
