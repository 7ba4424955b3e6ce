import { runStatementProcess } from "../src/io/data/statement-process.ts";

runStatementProcess().finally(() => process.exit(0));
