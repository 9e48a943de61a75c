import { Database } from "bun:sqlite";
import { join } from "node:path";

/** Answers from a database and does nothing else: how fast and small a program on Bun can be. */
const folder = process.argv[process.argv.indexOf("--data") + 1] ?? ".";
const db = new Database(join(folder, "bare.db"), { create: true });
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => Response.json(db.query("select count(*) as tables from sqlite_schema").get()),
});
process.once("SIGTERM", () => process.exit(0));
process.stdout.write(`listening on http://127.0.0.1:${server.port}\n`);
