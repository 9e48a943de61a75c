import { join } from "node:path";
import { appointments } from "./appointments.ts";
import { auditLog } from "./audit.ts";
import { quietTabs, readsWhileBusy, signIns } from "./busy.ts";
import { calls } from "./calls.ts";
import { campaignToAll } from "./campaign.ts";
import { disk } from "./disk.ts";
import { imports } from "./import.ts";
import { pages } from "./pages.ts";
import { program } from "./program.ts";
import { scan } from "./scan.ts";
import { sendPipeline } from "./send.ts";
import { formatRow, type Measuring, type Row } from "./table.ts";

/**
 * `bun scripts/bench/bench.ts [--contacts N] [PART…]` prints a table of all parts, or of those named,
 * and writes it to dist/bench.json. Fewer contacts make it fast, for development only.
 */
const PARTS: Readonly<Record<string, (measuring: Measuring) => Promise<void>>> = {
  send: sendPipeline,
  program,
  pages,
  campaign: campaignToAll,
  import: imports,
  disk,
  scan,
  audit: auditLog,
  tabs: quietTabs,
  busy: readsWhileBusy,
  "sign-ins": signIns,
  appointments,
  calls,
};

const { parts, contacts } = parseArguments(process.argv.slice(2));
const rows: Row[] = [];
const servers: Measuring["servers"] = [];
let printed = 0;
try {
  for (const part of parts) {
    await PARTS[part]?.({ rows, servers, contacts });
    for (const row of rows.slice(printed)) process.stdout.write(`${formatRow(row)}\n`);
    printed = rows.length;
  }
} finally {
  for (const server of servers) server.kill();
}
await Bun.write(join(import.meta.dir, "../../dist/bench.json"), JSON.stringify(rows, null, 2));
process.exit(0);

function parseArguments(given: string[]): { parts: string[]; contacts: number } {
  const at = given.indexOf("--contacts");
  const contacts = at < 0 ? 1_000_000 : Number(given.splice(at, 2)[1]);
  const unknown = given.filter((part) => !(part in PARTS));
  if (unknown.length > 0 || !Number.isInteger(contacts))
    throw new Error(
      `Unknown part: ${unknown.join(", ")}. The parts are ${Object.keys(PARTS).join(", ")}.`,
    );
  return { parts: given.length > 0 ? given : Object.keys(PARTS), contacts };
}
