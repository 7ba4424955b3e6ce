// Modules that the build writes from the commands/ tree.
declare module "liquet:commands" {
  export const commands: Record<string, import("./registry.ts").Entry>;
}
declare module "liquet:tools" {
  export const tools: Record<string, import("./describe.ts").CommandFacts>;
}
declare module "liquet:version" {
  export const version: string;
}
