import { readdirSync, readFileSync } from "node:fs";

/** Returns the CPU microseconds used so far by a process and its running children. */
export function cpuOf(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuOfOne(one), 0);
}

/** Returns megabytes: resident, peak, and resident without file mappings. */
export function memoryOf(pid: number): { rss: number; peak: number; anonymous: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { rss: read("VmRSS"), peak: read("VmHWM"), anonymous: read("RssAnon") };
}

/** Sums the threads' CPU time in nanoseconds; the ticks of /proc/PID/stat are too coarse for a request. */
function cpuOfOne(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
      const spent = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0];
      return sum + Number(spent) / 1000;
    }, 0);
  } catch {
    return 0;
  }
}

function childrenOf(parent: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // The process has ended in the meantime.
    }
  }
  const below = (pid: number): number[] =>
    [...parents].flatMap(([child, of]) => (of === pid ? [child, ...below(child)] : []));
  return below(parent);
}
