process.argv.splice(2, 0, "mcp");
await import("./liquet.ts");
