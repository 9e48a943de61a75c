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

interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Served {
  readonly url: string;
  readonly pid: number;
  /** The session cookie of the owner. */
  readonly cookie: string;
  readonly folder: string;
  /** Signs in and returns the session cookie. */
  readonly signIn: (user: Credentials) => Promise<string>;
  readonly json: (path: string, init?: { method: string; body: unknown }) => Promise<unknown>;
  readonly stop: () => Promise<void>;
  readonly kill: () => void;
}

/** Returns the folder of a salon of this size, which is kept between runs. */
export async function reuseSalon(contacts: number): Promise<string> {
  const folder = join(DIST, `bench-salon-${contacts}`);
  await largeSalon(folder, contacts, "http://127.0.0.1:9");
  return folder;
}

/** Runs the compiled program on such a folder, or on a copy of it when the measurement changes data. */
export async function serveSalon(
  contacts: number,
  options: { sink?: string; copy?: boolean; passive?: boolean } = {},
): Promise<Served> {
  const folder = options.copy ? await copySalon(contacts) : await reuseSalon(contacts);
  return serveFolder(folder, { ...options, removed: options.copy ?? false });
}

/** Copies such a folder. */
export async function copySalon(contacts: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "parlor-bench-"));
  cpSync(await reuseSalon(contacts), folder, { recursive: true });
  // Otherwise each commit would also wait for the copy to be synced.
  Bun.spawnSync(["sync"]);
  return folder;
}

/** Runs it on a salon without contacts. */
export async function serveEmpty(options: { openai?: string } = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "parlor-bench-"));
  await largeSalon(folder, 0, "http://127.0.0.1:9");
  return serveFolder(folder, { ...options, removed: true });
}

/** Runs the sample salon. */
export async function serveDemo(user: Credentials): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "parlor-bench-"));
  return start(["demo", "--data", folder, "--port", "0"], {}, folder, { user, removed: true });
}

/** Runs the compiled program on a folder, which is removed at the end when `removed` is set. */
export async function serveFolder(
  folder: string,
  options: { sink?: string; openai?: string; passive?: boolean; removed: boolean },
): Promise<Served> {
  recordBackup(folder);
  return start(
    ["serve", "--data", folder, "--port", "0", ...(options.passive ? ["--passive"] : [])],
    {
      TWILIO_API_BASE: options.sink ?? "http://127.0.0.1:9",
      OPENAI_BASE_URL: options.openai ?? "http://127.0.0.1:9",
      PARLOR_METRICS_TOKEN: METRICS_TOKEN,
      PARLOR_TRUSTED_PROXIES: "127.0.0.1",
    },
    folder,
    { user: OWNER, removed: options.removed },
  );
}

/** Starts the compiled program and signs in. */
async function start(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  folder: string,
  { user, removed }: { user: Credentials; removed: boolean },
): Promise<Served> {
  const child = Bun.spawn([BINARY, ...command], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdout: "pipe",
    stderr: "ignore",
  });
  const url = await readUrl(child.stdout);
  async function signIn(credentials: Credentials): Promise<string> {
    const signedIn = await fetch(`${url}/api/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(credentials),
    });
    const session = signedIn.headers.get("set-cookie")?.split(";")[0];
    if (!session) throw new Error(`the sign-in failed: ${await signedIn.text()}`);
    return session;
  }

  const cookie = await signIn(user);
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

  const remove = () => removed && rmSync(folder, { recursive: true, force: true });
  return {
    url,
    pid: child.pid,
    cookie,
    folder,
    signIn,
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

/** Prevents the missed nightly backup, which would start a minute after the start and be measured too. */
function recordBackup(folder: string): void {
  const db = openDatabase(join(folder, "parlor.db"));
  writeState(db, "last-good-backup", Date.now());
  db.close();
}

/** Starts a local Twilio that accepts everything. */
export function startSink() {
  return startScript("sink.ts");
}

/** Runs a script of this folder that serves and prints its address, in a separate process. */
export async function startScript(name: string, ...args: string[]) {
  const command = [process.execPath, join(import.meta.dir, name), ...args];
  const child = Bun.spawn(command, { stdout: "pipe" });
  const { value } = await child.stdout.getReader().read();
  const [url = ""] = /http\S+/.exec(new TextDecoder().decode(value)) ?? [];
  return { url, pid: child.pid, kill: () => child.kill() };
}

/** Starts a campaign to all contacts. Returns its id. */
export async function textEverybody({ json }: Served): Promise<{ id: number }> {
  return (await json("/api/campaigns", {
    method: "POST",
    body: {
      name: "To everybody",
      message: "Hi {firstName}, it is glow season. Reply STOP to opt out",
      audience: { all: true },
      skipCheck: true,
    },
  })) as { id: number };
}

/** Returns the event loop's delay since the start in seconds, as measured by the server. */
export async function loopDelay({ url }: Served): Promise<{ p99: number; longest: number }> {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const text = await response.text();
  const of = (percentile: string) =>
    Number(
      new RegExp(`event_loop_delay_seconds\\{percentile="${percentile}"\\} (\\S+)`).exec(text)?.[1],
    );
  return { p99: of("99"), longest: of("100") };
}

export interface Watched {
  /** Milliseconds of each GET /up. */
  readonly waits: number[];
  peakAnonymous: number;
  readonly end: () => Promise<void>;
}

/** Requests /up repeatedly and samples the memory, from outside the server. */
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

/** Returns the server's address. Later output is read and discarded, because a full pipe would block it. */
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
      throw new Error(`Parlor exited: ${said}`);
    })().catch(reject);
  });
}
