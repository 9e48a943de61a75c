import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#db/connection.ts";
import { debianProgram } from "./peers/packages.ts";
import { serveSalon, startSink, textEverybody } from "./salon-server.ts";
import { type Measuring, toBudgetRow } from "./table.ts";

/** Large enough for pages and indexes to have the proportions of a large salon. */
const MOST = 100_000;

/** Measures the bytes per row with all indexes, by SQLite's dbstat. */
export async function disk({ rows, contacts, servers, install }: Measuring): Promise<void> {
  const count = Math.min(MOST, contacts);
  if (!debianProgram("sqlite3", "sqlite3", install)) return;
  const sink = await startSink();
  servers.push(sink);
  const server = await serveSalon(count, { copy: true, sink: sink.url });
  servers.push(server);
  const before = sizes(server.folder);
  const packedBefore = sizes(server.folder, { packed: true });
  const { id } = await textEverybody(server);
  while (((await server.json(`/api/campaigns/${id}`)) as { status: string }).status === "sending")
    await Bun.sleep(200);
  const after = sizes(server.folder);
  const packed = sizes(server.folder, { packed: true });
  await server.stop();

  const contact = ((before.get("contacts") ?? 0) + (before.get("contacts_search") ?? 0)) / count;
  const perSent = (from: Map<string, number>, to: Map<string, number>) =>
    ((to.get("messages") ?? 0) - (from.get("messages") ?? 0)) / (count * 0.98);
  const sent = perSent(before, after);
  // Nine campaigns to all contacts, and a conversation of ten texts for one contact in ten.
  const messages = (before.get("messages") ?? 0) + (before.get("messages_search") ?? 0);
  const each = messages / (count * 10);
  rows.push(
    toBudgetRow("bytes-contact", contact, contact.toFixed(0)),
    toBudgetRow("bytes-message", each, each.toFixed(0)),
    toBudgetRow("bytes-sent", sent, sent.toFixed(0), perSent(packedBefore, packed)),
  );
}

/**
 * Bytes of each table with its indexes; a search index includes its shadow tables. `packed`: as if all rows had been
 * written in the order in which they are stored.
 */
function sizes(folder: string, { packed = false } = {}): Map<string, number> {
  const copy = mkdtempSync(join(tmpdir(), "parlor-disk-"));
  // Not the whole folder, in which a running program makes and renames files.
  for (const file of ["parlor.db", "parlor.db-wal"]) cpSync(join(folder, file), join(copy, file));
  // Moves the contents of the write-ahead log into the file.
  const db = openDatabase(join(copy, "parlor.db"));
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  if (packed) db.run("VACUUM");
  db.close();
  const { stdout } = Bun.spawnSync([
    "sqlite3",
    "-readonly",
    "-separator",
    " ",
    join(copy, "parlor.db"),
    `select case when tbl_name like 'contacts_search%' or tbl_name like 'contacts_words%' then 'contacts_search'
       when tbl_name like 'messages_search%' then 'messages_search' else tbl_name end, sum(pgsize)
     from dbstat join sqlite_schema using (name) group by 1`,
  ]);
  rmSync(copy, { recursive: true });
  return new Map(
    stdout
      .toString()
      .trim()
      .split("\n")
      .map((line) => line.split(" "))
      .map(([name = "", bytes]) => [name, Number(bytes)]),
  );
}
