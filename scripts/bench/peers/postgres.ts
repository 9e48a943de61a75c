import { existsSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Target } from "../load.ts";
import { debianProgram, peerPackages } from "./packages.ts";

const BIN = "/usr/lib/postgresql/15/bin";
const SESSION = "a-session-of-the-bench";

/** The same rows, with the indexes that these screens need. */
const TABLES = `
  create extension if not exists pg_trgm;
  create table sessions (id text primary key, user_id text not null, expires_at timestamptz not null);
  insert into sessions values ('${SESSION}', 'owner', now() + interval '7 days');
  create table contacts (id integer primary key, name text not null, phone_number text not null, email text,
    opted_out boolean not null, undeliverable boolean not null, created_at timestamptz not null);
  create table conversations (id integer primary key, contact_id integer not null, last_message_at timestamptz not null,
    preview text, unread_count integer not null);
  create table messages (id bigint primary key, contact_id integer, campaign_id integer, body text, status text not null,
    at timestamptz not null);`;
const INDEXES = `
  create unique index on contacts (phone_number);
  create index on contacts using gin (name gin_trgm_ops, phone_number gin_trgm_ops);
  create index on conversations (last_message_at desc, id desc);
  create index on messages (contact_id, at desc, id desc);
  vacuum analyze;`;
const ROWS: Readonly<Record<string, string>> = {
  contacts: `select id, name, '+' || phone, email, opted_out, undeliverable, strftime('%Y-%m-%dT%H:%M:%SZ', created_at / 1000, 'unixepoch') from contacts`,
  conversations: `select id, contact_id, strftime('%Y-%m-%dT%H:%M:%SZ', last_message_at / 1000, 'unixepoch'), last_message_preview, unread_count from conversations`,
  messages: `select id, contact_id, campaign_id, body, status, strftime('%Y-%m-%dT%H:%M:%SZ', at / 1000, 'unixepoch') from messages`,
};

export interface Peer extends Target {
  /** The database's process. */
  readonly port: number;
  readonly databasePids: readonly number[];
  /** Returns the path of a page of a hundred before this id. */
  readonly contacts: (id: number) => string;
  readonly search: (term: string) => string;
  readonly conversations: string;
  readonly thread: (contactId: number) => string;
  readonly stats: string;
  readonly kill: () => void;
}

/** Starts Express and PostgreSQL 15 with the rows of this salon, or returns why it can't. The loaded folder is kept between runs. */
export async function expressWithPostgres(
  salon: string,
  contacts: number,
  install: boolean,
): Promise<Peer | string> {
  if (process.getuid?.() !== 0) return "PostgreSQL needs root to become its own user";
  debianProgram("psql", "postgresql-15", install);
  const folder = peerPackages("express", ["express", "drizzle-orm", "pg"], install);
  if (!existsSync(`${BIN}/postgres`) || !folder)
    return "PostgreSQL 15 or Express is not installed; run with --install";

  const data = join(tmpdir(), `parlor-bench-postgres-${contacts}`);
  const loaded = existsSync(join(data, "loaded"));
  if (!loaded) {
    Bun.spawnSync(["rm", "-rf", data]);
    mkdirSync(data, { recursive: true });
    Bun.spawnSync(["chown", "postgres", data]);
    asPostgres([
      `${BIN}/initdb`,
      "-D",
      `${data}/db`,
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C",
    ]);
  }
  const port = await freePort();
  const database = Bun.spawn(
    [
      "runuser",
      "-u",
      "postgres",
      "--",
      `${BIN}/postgres`,
      "-D",
      `${data}/db`,
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      "-k",
      data,
      "-c",
      "shared_buffers=512MB",
      "-c",
      "max_wal_size=4GB",
    ],
    { stdout: "ignore", stderr: "ignore" },
  );
  while (!sql(port, "select 1")) await Bun.sleep(100);
  if (!loaded) {
    sql(port, TABLES);
    for (const [table, rows] of Object.entries(ROWS))
      copy(join(salon, "parlor.db"), rows, port, table);
    for (const statement of INDEXES.split(";")) if (statement.trim()) sql(port, statement);
    await Bun.write(join(data, "loaded"), "");
  }

  await Bun.write(join(folder, "express.mjs"), Bun.file(join(import.meta.dir, "express.mjs")));
  const express = Bun.spawn(["node", join(folder, "express.mjs"), String(port)], {
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production" },
    stdout: "pipe",
  });
  const { value } = await express.stdout.getReader().read();
  return {
    name: "Express + PostgreSQL",
    url: new TextDecoder().decode(value).trim(),
    pids: [express.pid, database.pid],
    databasePids: [database.pid],
    contacts: (id) => `/api/contacts?cursor=${id}`,
    search: (term: string) => `/api/contacts?q=${encodeURIComponent(term)}`,
    conversations: "/api/conversations",
    thread: (contactId) => `/api/contacts/${contactId}/messages`,
    stats: "/api/stats",
    headers: { cookie: `session=${SESSION}` },
    port,
    kill: () => {
      express.kill();
      database.kill("SIGTERM");
    },
  };
}

function asPostgres(command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(["runuser", "-u", "postgres", "--", ...command], {
    cwd: tmpdir(),
  });
  if (exitCode !== 0) throw new Error(`${command[0]}: ${stderr.toString()}`);
}

function sql(port: number, statements: string): boolean {
  const command = [
    "psql",
    "-h",
    "127.0.0.1",
    "-p",
    String(port),
    "-U",
    "postgres",
    "-v",
    "ON_ERROR_STOP=1",
    "-qc",
    statements,
  ];
  return Bun.spawnSync(command, { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
}

function copy(file: string, rows: string, port: number, table: string): void {
  const into = `psql -h 127.0.0.1 -p ${port} -U postgres -qc "copy ${table} from stdin csv"`;
  const { exitCode, stderr } = Bun.spawnSync([
    "bash",
    "-o",
    "pipefail",
    "-c",
    `sqlite3 -readonly -csv "$0" "$1" | ${into}`,
    file,
    rows,
  ]);
  if (exitCode !== 0) throw new Error(`copying ${table}: ${stderr.toString()}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
