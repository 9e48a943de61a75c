import { cpuOf } from "./process-use.ts";
import { median, quantile } from "./table.ts";

export interface Target {
  readonly name: string;
  readonly url: string;
  /** The processes of the server and its database; their children are included. */
  readonly pids: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answered {
  /** CPU microseconds of the server and its database per request. */
  readonly cpu: number;
  /** Milliseconds. */
  readonly p99: number;
}

const AT_ONCE = 4;
/** Until most of what runs often is compiled: a server runs for weeks. */
const WARM_UP = 1_000;
const ROUNDS = 3;

/**
 * Sends the same requests to all targets in turns, so that noise affects all equally, and returns
 * medians of three. The `paths` of a target are requested in a cycle.
 */
export async function sendRequests(
  targets: readonly { target: Target; paths: readonly string[]; count: number }[],
): Promise<Map<string, Answered>> {
  const seen = targets.map(() => [] as Answered[]);
  for (const { target, paths, count } of targets)
    await ask(target, paths, Math.min(WARM_UP, count));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, { target, paths, count }] of targets.entries())
      seen[at]?.push(await ask(target, paths, count));
  return new Map(
    targets.map(({ target }, at) => [
      target.name,
      {
        cpu: median((seen[at] ?? []).map(({ cpu }) => cpu)),
        p99: median((seen[at] ?? []).map(({ p99 }) => p99)),
      },
    ]),
  );
}

async function ask(target: Target, paths: readonly string[], count: number): Promise<Answered> {
  const waits: number[] = [];
  let next = 0;
  const before = cpuOfAll(target);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) {
        const path = paths[next % paths.length] ?? "/";
        next += 1;
        const started = performance.now();
        const response = await fetch(target.url + path, { headers: target.headers });
        await response.arrayBuffer();
        waits.push(performance.now() - started);
        if (!response.ok) throw new Error(`${target.name} answered ${response.status} to ${path}`);
      }
    }),
  );
  return { cpu: (cpuOfAll(target) - before) / count, p99: quantile(waits, 0.99) };
}

function cpuOfAll({ pids }: Target): number {
  return pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
}
