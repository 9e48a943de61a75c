import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#db/connection.ts";
import { writeState } from "#db/state.ts";
import { largeSalon, OWNER } from "./large-salon.ts";
import { memoryOf } from "./process-use.ts";

const DIST = join(import.meta.dir, "../../dist");
const BINARY = join(DIST, "parlor");
const METRICS_TOKEN = "bench-metrics-token";

export interface Served {
  readonly url: string;
  readonly pid: number;
  /** Of the owner, signed in. */
  readonly cookie: string;
  readonly folder: string;
  readonly json: (path: string, init?: { method: string; body: unknown }) => Promise<unknown>;
  readonly stop: () => Promise<void>;
  readonly kill: () => void;
}

/** The folder of a salon of this size, made once and kept between runs. */
export async function reuseSalon(contacts: number): Promise<string> {
  const folder = join(DIST, `bench-salon-${contacts}`);
  await largeSalon(folder, contacts, "http://127.0.0.1:9");
  return folder;
}

/** The compiled program on such a folder; on a copy of its own when what is measured changes it. */
export async function serveSalon(
  contacts: number,
  options: { sink?: string; copy?: boolean; passive?: boolean } = {},
): Promise<Served> {
  const kept = await reuseSalon(contacts);
  const folder = options.copy ? mkdtempSync(join(tmpdir(), "parlor-bench-")) : kept;
  if (options.copy) {
    cpSync(kept, folder, { recursive: true });
    // Else the copy's way to the disk is measured with each commit.
    Bun.spawnSync(["sync"]);
  }
  return serveFolder(folder, { ...options, removed: options.copy ?? false });
}

/** The same with nobody in it yet. */
export async function serveEmpty(options: { openai?: string } = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "parlor-bench-"));
  await largeSalon(folder, 0, "http://127.0.0.1:9");
  return serveFolder(folder, { ...options, removed: true });
}

async function serveFolder(
  folder: string,
  options: { sink?: string; openai?: string; passive?: boolean; removed: boolean },
): Promise<Served> {
  recordBackup(folder);
  const child = Bun.spawn(
    [BINARY, "serve", "--data", folder, "--port", "0", ...(options.passive ? ["--passive"] : [])],
    {
      env: {
        PATH: process.env["PATH"] ?? "",
        TWILIO_API_BASE: options.sink ?? "http://127.0.0.1:9",
        OPENAI_BASE_URL: options.openai ?? "http://127.0.0.1:9",
        PARLOR_METRICS_TOKEN: METRICS_TOKEN,
        PARLOR_TRUSTED_PROXIES: "127.0.0.1",
      },
      stdout: "pipe",
      stderr: "ignore",
    },
  );
  const url = await readUrl(child.stdout);
  const signedIn = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0];
  if (!cookie) throw new Error(`nobody could sign in: ${await signedIn.text()}`);

  const headers = { cookie, "content-type": "application/json" };
  async function json(path: string, init?: { method: string; body: unknown }): Promise<unknown> {
    const response = await fetch(url + path, {
      headers,
      ...(init && { method: init.method, body: JSON.stringify(init.body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  const remove = () => options.removed && rmSync(folder, { recursive: true, force: true });
  return {
    url,
    pid: child.pid,
    cookie,
    folder,
    json,
    kill: () => {
      child.kill("SIGKILL");
      remove();
    },
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
      remove();
    },
  };
}

/** Else the nightly backup, missed so far, would begin a minute after the start and be measured too. */
function recordBackup(folder: string): void {
  const db = openDatabase(join(folder, "parlor.db"));
  writeState(db, "last-good-backup", Date.now());
  db.close();
}

/** A local Twilio that accepts everything, as a process of its own. */
export async function startSink(): Promise<{ url: string; kill: () => void }> {
  const sink = Bun.spawn([process.execPath, join(import.meta.dir, "sink.ts")], { stdout: "pipe" });
  const { value } = await sink.stdout.getReader().read();
  return { url: new TextDecoder().decode(value).trim(), kill: () => sink.kill() };
}

/** Seconds, from inside: how late the loop came to its timers since the start. */
export async function loopDelay({ url }: Served): Promise<{ p99: number; longest: number }> {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const text = await response.text();
  const of = (quantile: string) =>
    Number(
      new RegExp(`event_loop_delay_seconds\\{quantile="${quantile}"\\} (\\S+)`).exec(text)?.[1],
    );
  return { p99: of("0.99"), longest: of("1") };
}

export interface Watched {
  /** Milliseconds that GET /up took, each. */
  readonly waits: number[];
  peakAnonymous: number;
  readonly end: () => Promise<void>;
}

/** From outside: asks for /up again and again, and looks at the memory. */
export function watch({ url, pid }: Served, everyMs = 3): Watched {
  const waits: number[] = [];
  let going = true;
  const watched = { waits, peakAnonymous: 0, end };
  const probing = (async () => {
    while (going) {
      const asked = performance.now();
      await (await fetch(`${url}/up`)).text();
      waits.push(performance.now() - asked);
      if (waits.length % 20 === 0)
        watched.peakAnonymous = Math.max(watched.peakAnonymous, memoryOf(pid).anonymous);
      await Bun.sleep(everyMs);
    }
  })();
  async function end(): Promise<void> {
    going = false;
    await probing;
  }
  return watched;
}

/** What it says afterwards is read and thrown away: a full pipe would hold it up. */
function readUrl(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Promise((resolve, reject) => {
    (async () => {
      const decoder = new TextDecoder();
      let said = "";
      for await (const chunk of stream) {
        if (said.length < 10_000) said += decoder.decode(chunk);
        const url = /is listening on (\S+)/.exec(said)?.[1];
        if (url) resolve(url);
      }
      throw new Error(`parlor ended: ${said}`);
    })().catch(reject);
  });
}
