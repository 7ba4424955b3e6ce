import type { Core } from "./core.ts";
import { importSdkV2, serverFactory } from "./sdk-v2.ts";

/** The connection of this process, being served. */
export interface Serving {
  close(): Promise<void>;
}

/**
 * Serves stdio by the protocol of 2026-07-28; older ones too, unless `only`. `gone` is called once the transport has
 * given up. BadCall where the optional package is absent.
 */
export async function serveV2(
  core: Core,
  { only, gone, onerror }: { only: boolean; gone(): void; onerror(error: Error): void },
): Promise<Serving> {
  const sdk = await importSdkV2();
  const { serveStdio, StdioServerTransport } = await import("@modelcontextprotocol/server/stdio");
  const transport = new StdioServerTransport();
  const handle = serveStdio(serverFactory(core, sdk), { legacy: only ? "reject" : "serve", transport, onerror });
  const closed = transport.onclose;
  transport.onclose = () => {
    closed?.();
    gone();
  };
  return handle;
}
