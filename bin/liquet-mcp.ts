process.argv.splice(2, 0, "mcp");
void import("./liquet.ts");
