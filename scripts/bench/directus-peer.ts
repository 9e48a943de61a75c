import { existsSync } from "node:fs";
import { join } from "node:path";
import { peerPackages } from "./peers.ts";
import { freePort, type Peer } from "./postgres-peer.ts";

const TOKEN = "a-static-token-of-the-bench";
const START_MS = 120_000;

/**
 * Directus with the same PostgreSQL, as its administrator. Installing it takes minutes and half a
 * gigabyte, so it runs only when BENCH_DIRECTUS is set.
 */
export async function directus(database: Peer | string): Promise<Peer | string> {
  if (typeof database === "string") return `Directus ${database}`;
  const folder = findInstallation();
  if (!folder) return "Directus not run: set BENCH_DIRECTUS=1 to install it (minutes, 0.5 GB)";

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
    thread: (contactId) => `/items/messages?limit=50&sort=-at&filter[contact_id][_eq]=${contactId}`,
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
  return "Directus not run: it did not start within two minutes";
}

function findInstallation(): string | undefined {
  const wanted = process.env["BENCH_DIRECTUS"] !== undefined;
  const folder = join(import.meta.dir, "../../dist/bench-directus");
  if (!wanted && !existsSync(join(folder, "node_modules/directus"))) return undefined;
  return peerPackages(folder, "directus");
}
