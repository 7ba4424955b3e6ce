/** A progress bar on stderr, redrawn at most ten times a second; nothing at all when stderr is not a terminal. */
export interface ProgressBar {
  update(done: number, total: number, label: string): void;
  clear(): void;
}

/** `write` gets the raw bytes; `now` is in milliseconds. */
export function progressBar(write: (text: string) => void, now: () => number, enabled: boolean): ProgressBar {
  const started = now();
  let drawn = 0;
  let visible = false;
  return {
    update(done, total, label) {
      const at = now();
      // Short work shows no bar: it would only flicker.
      if (!enabled || total <= 0 || at - started < 500 || at - drawn < 100) return;
      drawn = at;
      visible = true;
      const share = Math.min(1, done / total);
      const filled = Math.round(share * 24);
      const left = share > 0.02 ? `  ${Math.ceil(((at - started) * (1 - share)) / share / 1000)} s left` : "";
      write(
        `\r\x1b[K${"█".repeat(filled)}${"░".repeat(24 - filled)} ${String(Math.floor(share * 100)).padStart(3)} %  ${label}${left}`,
      );
    },
    clear() {
      if (visible) write("\r\x1b[K");
      visible = false;
    },
  };
}
