import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile } from "./after-file.ts";
import { CLOCK_ENVIRONMENT } from "./clock-environment.ts";

export const BINARY = join(import.meta.dir, "../../dist/parlor");

/** A salon whose settings name no time zone uses the machine's, so the tests choose one. */
const ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "",
  TZ: "America/New_York",
  ...CLOCK_ENVIRONMENT,
};

export interface RunningParlor {
  readonly url: string;
  readonly pid: number;
  /** What it said on standard output so far. */
  readonly said: () => string;
  readonly logged: () => string;
  /** Its exit code. */
  readonly exited: Promise<number>;
  /** Ends it and waits. Returns the exit code. */
  readonly end: (signal: "SIGKILL" | "SIGTERM") => Promise<number>;
}

/** An empty folder, removed after the file's tests. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `parlor-${name}-`));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A port that was free a moment ago, for servers that must come back to the same address. */
export function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = probe;
  probe.stop(true);
  if (port === undefined) throw new Error("no free port");
  return port;
}

/** Starts Parlor on this folder: after a kill again at the same address. */
export function serverOf(
  data: string,
  env: Readonly<Record<string, string>> = {},
): () => Promise<RunningParlor> {
  const port = String(freePort());
  return () => startParlor(["serve", "--data", data, "--port", port], env);
}

/**
 * Runs the compiled program, or a command that starts it, and waits until it responds. It is killed after
 * the file's tests if it still runs.
 */
export async function startParlor(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program: readonly string[] = [BINARY],
): Promise<RunningParlor> {
  if (!existsSync(BINARY)) throw new Error("dist/parlor is missing: run `npm run build`");
  const child = Bun.spawn([...program, ...args], {
    env: { ...ENVIRONMENT, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const end = (signal: "SIGKILL" | "SIGTERM") => {
    child.kill(signal);
    return child.exited;
  };
  afterFile(() => end("SIGKILL"));
  const said = gather(child.stdout);
  const logged = gather(child.stderr);
  const url = await waitFor(() => /listening on (\S+)/.exec(said())?.[1], child, logged);
  return {
    url,
    pid: child.pid,
    said,
    logged,
    exited: child.exited,
    end,
  };
}

/** Runs a command of the compiled program to its end. */
export async function runParlor(
  args: readonly string[],
  input = "",
  env: Record<string, string> = {},
) {
  const child = Bun.spawn([BINARY, ...args], {
    env: { ...ENVIRONMENT, ...env },
    stdin: new TextEncoder().encode(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, err, code };
}

function gather(stream: ReadableStream<Uint8Array>): () => string {
  let text = "";
  const decoder = new TextDecoder();
  (async () => {
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  })().catch(() => undefined);
  return () => text;
}

async function waitFor(
  ready: () => string | undefined,
  child: Bun.Subprocess,
  logged: () => string,
): Promise<string> {
  for (const started = performance.now(); performance.now() - started < 60_000; ) {
    const value = ready();
    if (value) return value;
    if (child.exitCode !== null)
      throw new Error(`parlor ended with ${child.exitCode}: ${logged()}`);
    await Bun.sleep(10);
  }
  throw new Error(`parlor did not start: ${logged()}`);
}
