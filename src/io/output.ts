import { fstatSync, writeSync } from "node:fs";

/** Where the process prints. */
export interface Output {
  isTerminal: boolean;
  write(text: string): void;
}

/**
 * Prints to a file, a pipe or a socket by its descriptor: as one of Node's streams it would take 2 ms to open, most of
 * them for the network modules. A terminal gets the stream, and so does what is left when a pipe that must not block
 * (EAGAIN) is full. `failed` is told of any other error.
 */
export function openOutput(
  fd: number,
  stream: () => NodeJS.WriteStream,
  failed: (error: NodeJS.ErrnoException) => void,
): Output {
  const open = () => stream().on("error", failed);
  let opened = isPlain(fd) ? null : open();
  return {
    isTerminal: opened?.isTTY === true,
    write(text) {
      const bytes = Buffer.from(text, "utf8");
      let done = 0;
      try {
        while (opened === null && done < bytes.length) done += writeSync(fd, bytes, done);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return failed(error as NodeJS.ErrnoException);
        opened = open();
      }
      opened?.write(bytes.subarray(done));
    },
  };
}

function isPlain(fd: number): boolean {
  try {
    const kind = fstatSync(fd);
    return kind.isFile() || kind.isFIFO() || kind.isSocket();
  } catch {
    return false;
  }
}
