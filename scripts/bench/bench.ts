import { join } from "node:path";
import { parseArgs } from "node:util";
import { appointments } from "./appointments.ts";
import { auditLog } from "./audit.ts";
import { quietTabs, readsWhileBusy, signIns } from "./busy.ts";
import { calls } from "./calls.ts";
import { campaignToAll } from "./campaign.ts";
import { capacity } from "./capacity.ts";
import { disk } from "./disk.ts";
import { imports } from "./import.ts";
import { lighthouse, lighthouseOfGuide } from "./lighthouse.ts";
import { lists } from "./lists.ts";
import { pace } from "./pace.ts";
import { program } from "./program.ts";
import { publish } from "./publish.ts";
import { rendered } from "./rendered.ts";
import { scan } from "./scan.ts";
import { sendPipeline } from "./send.ts";
import { formatRow, formatTable, type Measuring, middleRows, type Row } from "./table.ts";
import { waitlist } from "./waitlist.ts";

/**
 * `bun scripts/bench/bench.ts [--contacts N] [--rounds N] [--install] [--publish] [PART…]` measures all parts, or
 * those named, prints the median of each figure over the rounds, and writes the table to dist/bench.json
 * and dist/bench.md. Fewer contacts make it fast, for development only. Peers that are missing are
 * reported and skipped; --install installs them first. --publish writes docs/performance.md.
 */
const PARTS: Readonly<Record<string, (measuring: Measuring) => Promise<void>>> = {
  send: sendPipeline,
  program,
  rendered,
  lists,
  campaign: campaignToAll,
  pace,
  import: imports,
  disk,
  scan,
  audit: auditLog,
  tabs: quietTabs,
  busy: readsWhileBusy,
  "sign-ins": signIns,
  appointments,
  waitlist,
  calls,
  lighthouse,
  guide: lighthouseOfGuide,
  capacity,
};

const dist = join(import.meta.dir, "../../dist");
const { parts, rounds, isPublished, ...options } = parseArguments(process.argv.slice(2));
const rows: Row[] = [];
const servers: Measuring["servers"] = [];
try {
  for (const part of parts) {
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      const ofRound: Row[] = [];
      await PARTS[part]?.({ rows: ofRound, servers, ...options });
      measured.push(ofRound);
    }
    const middle = middleRows(measured);
    for (const row of middle) process.stdout.write(`${formatRow(row)}\n`);
    rows.push(...middle);
  }
} finally {
  for (const server of servers) server.kill();
}
await Bun.write(join(dist, "bench.json"), JSON.stringify(rows, null, 2));
await Bun.write(join(dist, "bench.md"), formatTable(rows));
if (isPublished) await publish(rows);
process.exit(0);

function parseArguments(given: string[]) {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      contacts: { type: "string", default: "1000000" },
      install: { type: "boolean", default: false },
      publish: { type: "boolean", default: false },
      rounds: { type: "string", default: "1" },
    },
  });
  const contacts = Number(values.contacts);
  const rounds = Number(values.rounds);
  const unknown = positionals.filter((part) => !(part in PARTS));
  if (unknown.length > 0)
    throw new Error(
      `Unknown part: ${unknown.join(", ")}. The parts are ${Object.keys(PARTS).join(", ")}.`,
    );
  for (const [option, count] of Object.entries({ contacts, rounds }))
    if (!Number.isInteger(count) || count < 1)
      throw new Error(`--${option} must be a whole number.`);
  const parts = positionals.length > 0 ? positionals : Object.keys(PARTS);
  return { parts, contacts, rounds, install: values.install, isPublished: values.publish };
}
