import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "../load.ts";
import { peerPackages } from "./packages.ts";
import { freePort } from "./postgres.ts";

/** Starts the same pages in Next.js, built as a standalone server, or returns why it can't. */
export async function nextPages(
  install: boolean,
): Promise<(Target & { kill: () => void }) | string> {
  const folder = peerPackages("next", ["next", "react", "react-dom"], install);
  if (!folder) return "Next.js is not installed; run with --install";
  cpSync(join(import.meta.dir, "next"), folder, { recursive: true });
  const env = {
    PATH: process.env["PATH"] ?? "",
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const program = join(folder, ".next/standalone/server.js");
  if (!existsSync(program)) {
    const { exitCode } = Bun.spawnSync(["node", "node_modules/.bin/next", "build"], {
      cwd: folder,
      env,
      stdout: "ignore",
      stderr: "ignore",
    });
    if (exitCode !== 0 || !existsSync(program)) return "Next.js: the build failed";
  }
  const port = await freePort();
  const child = Bun.spawn(["node", program], {
    env: { ...env, PORT: String(port), HOSTNAME: "127.0.0.1" },
    stdout: "ignore",
    stderr: "ignore",
  });
  const target = {
    name: "Next.js",
    url: `http://127.0.0.1:${port}`,
    pids: [child.pid],
    headers: { cookie: "session=a-session-of-the-bench" },
    kill: () => child.kill(),
  };
  for (let tries = 0; tries < 100 && child.exitCode === null; tries += 1) {
    const answer = await fetch(target.url, { headers: target.headers }).catch(() => undefined);
    if (answer?.ok) return target;
    await Bun.sleep(200);
  }
  child.kill();
  return "Next.js: it did not start within 20 seconds";
}
