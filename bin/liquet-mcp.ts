import { start } from "./start.ts";

process.argv.splice(2, 0, "mcp");
start("main");
