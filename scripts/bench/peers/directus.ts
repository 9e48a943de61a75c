import { join } from "node:path";
import { peerPackages } from "./packages.ts";
import { contactOf, freePort, type Peer } from "./postgres.ts";

const TOKEN = "a-static-token-of-the-bench";
const START_MS = 120_000;

/**
 * Directus with the same PostgreSQL, as its administrator, or why it can't run. It answers the rows of one table, without
 * tags, visits and the client of a conversation. Installing it takes minutes and half a gigabyte.
 */
export async function directus(database: Peer | string, install: boolean): Promise<Peer | string> {
  if (typeof database === "string") return `Directus: ${database}`;
  const folder = peerPackages("directus", ["directus"], install);
  if (!folder) return "Directus: not installed; run with --install";

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = {
    cwd: folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOST: "127.0.0.1",
      PORT: String(port),
      SECRET: "bench",
      DB_CLIENT: "pg",
      DB_HOST: "127.0.0.1",
      DB_PORT: String(database.port),
      DB_DATABASE: "postgres",
      DB_USER: "postgres",
      DB_PASSWORD: "none",
      ADMIN_EMAIL: "owner@example.com",
      ADMIN_PASSWORD: crypto.randomUUID(),
      ADMIN_TOKEN: TOKEN,
      TELEMETRY: "false",
      LOG_LEVEL: "error",
    },
    stdout: "ignore",
    stderr: "ignore",
  } as const;
  const program = join(folder, "node_modules/.bin/directus");
  Bun.spawnSync([program, "bootstrap"], options);
  const child = Bun.spawn([program, "start"], options);
  const peer: Peer = {
    name: "Directus",
    url,
    pids: [child.pid, ...database.databasePids],
    databasePids: database.databasePids,
    headers: { authorization: `Bearer ${TOKEN}` },
    port: database.port,
    contacts: (id) => `/items/contacts?limit=100&sort=-id&filter[id][_lt]=${id}`,
    search: (term) => {
      const like = encodeURIComponent(term);
      return `/items/contacts?limit=100&sort=-id&filter[_or][0][name][_icontains]=${like}&filter[_or][1][phone_number][_icontains]=${like}`;
    },
    conversations: "/items/conversations?limit=50&sort=-last_message_at",
    thread: (conversation) =>
      `/items/messages?limit=50&sort=-at&filter[contact_id][_eq]=${contactOf(conversation)}`,
    stats: "/items/contacts?aggregate[count]=*",
    kill: () => child.kill(),
  };
  const started = performance.now();
  while (performance.now() - started < START_MS && child.exitCode === null) {
    const answer = await fetch(url + peer.contacts(1000), { headers: peer.headers }).catch(
      () => undefined,
    );
    if (answer?.ok) return peer;
    await Bun.sleep(500);
  }
  peer.kill();
  return "Directus: it did not start within two minutes";
}
