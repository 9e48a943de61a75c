import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The first jobs run ten seconds after the start. */
const IDLE_MS = 14_000;
const ORDER = join(import.meta.dir, "start.order");

/**
 * Records which functions of dist/parlor a start, the sign-in page and an idle server run, for `bytecodeOrder` in
 * compile.ts. Old records still apply to what has not changed, so this is run before a release.
 */
const data = mkdtempSync(join(tmpdir(), "parlor-record-"));
const recorded = join(data, "order");
// The first start creates the database; later starts, which are recorded, do not.
await run(0);
await run(IDLE_MS);
const lines = (await Bun.file(recorded).text()).split("\n");
// Functions and modules; the order of single strings and keys, 95% of the file, changed nothing measurable.
await Bun.write(ORDER, lines.filter((line) => /^(?:v|[FMN] )/.test(line)).join("\n"));
rmSync(data, { recursive: true });

async function run(idle: number): Promise<void> {
  const child = Bun.spawn(["dist/parlor", "serve", "--data", data, "--port", "0"], {
    env: { PATH: process.env["PATH"] ?? "", BUN_BYTECODE_ORDER_OUT: recorded },
    stdout: "pipe",
    stderr: "ignore",
  });
  let said = "";
  for await (const chunk of child.stdout.values({ preventCancel: true })) {
    said += new TextDecoder().decode(chunk);
    if (/listening on \S+\n/.test(said)) break;
  }
  await (await fetch(`${/listening on (\S+)/.exec(said)?.[1]}/auth`)).text();
  await Bun.sleep(idle);
  child.kill("SIGTERM");
  await child.exited;
}
