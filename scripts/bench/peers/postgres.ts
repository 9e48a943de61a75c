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
  insert into sessions values ('${SESSION}', 'owner', now() + interval '365 days');
  create table contacts (id integer primary key, name text not null, phone_number text not null, email text,
    birthday text, user_id text not null, opted_out boolean not null, opted_out_at timestamptz,
    undeliverable boolean not null, agreed boolean, client_from timestamptz, client_until timestamptz,
    asked_until timestamptz, created_at timestamptz not null);
  create table tags (id integer primary key, name text not null);
  create table contact_tags (contact_id integer not null, tag_id integer not null, primary key (contact_id, tag_id));
  create table visits (contact_id integer, starts_at text not null);
  create table conversations (id integer primary key, contact_id integer not null, last_message_id bigint,
    last_message_at timestamptz not null, preview text, unread_count integer not null);
  create table campaigns (id integer primary key, name text not null, message text);
  create table messages (id bigint primary key, contact_id integer, campaign_id integer, body text, status text not null,
    error text, read boolean not null, at timestamptz not null);
  create table counters (name text primary key, value bigint not null);
  create table text_days (day date primary key, sent integer not null, failed integer not null);`;
const INDEXES = `
  create unique index on contacts (phone_number);
  create index on contacts using gin (name gin_trgm_ops, phone_number gin_trgm_ops);
  create index on visits (contact_id, starts_at);
  create index on conversations (last_message_at desc, id desc);
  create index on conversations (id) where unread_count > 0;
  create index on messages (contact_id, at desc, id desc);
  vacuum analyze;`;
/** Milliseconds are written as they are: SQLite's own fractions of a second are rounded. */
const time = (column: string) =>
  `strftime('%Y-%m-%dT%H:%M:%S', ${column} / 1000, 'unixepoch') || printf('.%03dZ', ${column} % 1000)`;
const ROWS: Readonly<Record<string, string>> = {
  contacts: `select contacts.id, name, '+' || phone, email, birthday, user_id, opted_out, ${time("opted_out_at")}, undeliverable,
    agreed, ${["client_from", "client_until", "asked_until", "created_at"].map(time).join(", ")}
    from contacts join owners on owners.rowid = owner`,
  tags: "select id, name from tags",
  contact_tags: "select contact_id, tag_id from contact_tags",
  visits:
    "select contact_id, starts_at from appointments where status in ('booked', 'confirmed', 'arrived')",
  conversations: `select id, contact_id, last_message_id, ${time("last_message_at")}, last_message_preview, unread_count from conversations`,
  campaigns:
    "select id, name, message from campaigns join campaign_texts on campaign_id = id and version = text_version",
  messages: `select id, contact_id, campaign_id, body, status, error, read, ${time("at")} from messages where at is not null and hidden = 0`,
  counters: "select name, value from counters",
  text_days: "select day, sent, failed from daily_texts",
};

export interface Peer extends Target {
  /** The database's process. */
  readonly port: number;
  readonly databasePids: readonly number[];
  /** Returns the path of a page of a hundred before this id. */
  readonly contacts: (id: number) => string;
  readonly search: (term: string) => string;
  readonly conversations: string;
  readonly thread: (conversation: number) => string;
  readonly stats: string;
  readonly kill: () => void;
}

/** Parlor's own. */
export const SAME_PATHS = {
  contacts: (id: number) =>
    `/api/contacts?cursor=${Buffer.from(`[${id},0]`).toString("base64url")}`,
  search: (term: string) => `/api/contacts?q=${encodeURIComponent(term)}`,
  conversations: "/api/conversations",
  thread: (conversation: number) => `/api/conversations/${conversation}/messages`,
  stats: "/api/stats",
};

/** Starts Express and PostgreSQL 15 with the rows of this salon, or returns why it can't. The loaded folder is kept between runs. */
export async function expressWithPostgres(
  salon: string,
  contacts: number,
  install: boolean,
): Promise<Peer | string> {
  if (process.getuid?.() !== 0) return "PostgreSQL needs root to become its own user";
  debianProgram("psql", "postgresql-15", install);
  const folder = peerPackages("express", ["express", "pg"], install);
  if (!existsSync(`${BIN}/postgres`) || !folder)
    return "PostgreSQL 15 or Express is not installed; run with --install";

  const version = Bun.hash(TABLES + INDEXES).toString(36);
  const data = join(tmpdir(), `parlor-bench-postgres-${contacts}-${version}`);
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
    ...SAME_PATHS,
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

/** One contact in ten has a conversation. */
export function contactOf(conversation: number): number {
  return 1 + (conversation - 1) * 10;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
