// Modules that the build writes from the commands/ tree and the components of src/forecast.
declare module "liquet:commands" {
  export const commands: Record<string, import("./registry.ts").Entry>;
}
declare module "liquet:tools" {
  export const tools: Record<string, import("./describe.ts").CommandFacts>;
}
declare module "liquet:version" {
  export const version: string;
}
declare module "liquet:components" {
  export const components: {
    facts: import("../forecast/registry.ts").ListedComponent;
    load(): Promise<{ default: import("../forecast/component.ts").Component }>;
  }[];
}
