import { join } from "node:path";
import { visitStartsOfContacts } from "#db/calendar/appointments-list.ts";
import { listContacts } from "#db/clients/contacts-list.ts";
import { tagsOfContacts } from "#db/clients/tags.ts";
import { openReadOnly } from "#db/connection.ts";
import { listConversations } from "#db/messaging/conversations.ts";
import { threadBefore } from "#db/messaging/messages-thread.ts";
import { findSession } from "#db/platform/sessions.ts";
import { contactOf } from "./peers/postgres.ts";

/**
 * `bun scripts/bench/least-lists.ts FOLDER` answers a page of contacts, the inbox and a thread of a salon's folder with the
 * rows as they are stored. It does only what no server can leave out: the session, Parlor's own SQL, JSON, compression.
 * There are no permissions, masking, checks of input and reply, formats, revalidation, other routes or a log.
 */
const [folder = ""] = process.argv.slice(2);
const db = openReadOnly(join(folder, "parlor.db"));
const PAGE = 101;
const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const HEADERS = { "content-type": "application/json; charset=utf-8", "content-encoding": "zstd" };

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const session = request.headers.get("cookie")?.split("=")[1] ?? "";
    const idHash = new Bun.CryptoHasher("sha256").update(session).digest();
    if (!findSession(db, idHash, Date.now())) return new Response(null, { status: 401 });
    const body = JSON.stringify(read(new URL(request.url)));
    return new Response(new Uint8Array(Bun.zstdCompressSync(body, { level: 1 })), {
      headers: HEADERS,
    });
  },
});

function read({ pathname, searchParams }: URL): unknown {
  if (pathname === "/api/contacts") {
    const cursor = Buffer.from(searchParams.get("cursor") ?? "", "base64url").toString();
    const [id, rank] = JSON.parse(cursor) as [number, number];
    const after = { id, rank };
    const now = Date.now();
    const rows = listContacts(db, { search: "", state: "all", limit: PAGE, after, now });
    const ids = rows.map((row) => row.id);
    const tags = [...tagsOfContacts(db, ids)];
    const today = new Date(now).toISOString().slice(0, 16);
    const visits = visitStartsOfContacts(db, ids, { now: today, employees: "all" });
    return { rows, tags, visits };
  }
  const conversation = /(\d+)\/messages$/.exec(pathname)?.[1];
  return conversation === undefined
    ? listConversations(db, NEWEST, 51)
    : threadBefore(db, contactOf(Number(conversation)), NEWEST, 51);
}

process.once("SIGTERM", () => process.exit(0));
process.stdout.write(`${server.url.origin}\n`);
