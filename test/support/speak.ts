import { connect } from "node:net";

/** Writes bytes to a port of this machine and returns what comes until it is closed. `then` may write more. */
export function speak(
  port: number,
  text: string,
  then: (write: (more: string) => void) => void = () => {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => {
      if (text !== "") socket.write(text);
      then((more) => void (socket.writable && socket.write(more)));
    });
    socket.on("data", (chunk) => {
      got += chunk;
    });
    socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? resolve(got) : reject(error)));
    socket.on("close", () => resolve(got));
  });
}
