import { readFileSync } from "node:fs";

const EVERY_MS = 10_000;
const BARS = "▁▂▃▄▅▆▇█";
/** Full caches and what the allocator returns later: a third of the middle's size in the whole run. */
const MOST_GROWTH = 0.25;

export interface MemoryWatch {
  readonly stop: () => MemoryResult;
}

interface MemoryResult {
  readonly chart: string;
  readonly megabytes: readonly number[];
  /** Megabytes per minute over the last two thirds. */
  readonly slope: number;
  /** Growth over the last two thirds, as a share of their average. */
  readonly growth: number;
  readonly isFlat: boolean;
}

/** Samples a program's private memory every ten seconds, more often in short runs. */
export function watchMemory(pid: number, minutes: number): MemoryWatch {
  const everyMs = Math.min(EVERY_MS, minutes * 1_000);
  const megabytes: number[] = [];
  const timer = setInterval(() => megabytes.push(privateMegabytes(pid)), everyMs);
  return {
    stop() {
      clearInterval(timer);
      return summarize(megabytes, everyMs / 60_000);
    },
  };
}

function summarize(megabytes: readonly number[], minutesEach: number): MemoryResult {
  const late = megabytes.slice(Math.floor(megabytes.length / 3));
  const average = late.reduce((sum, each) => sum + each, 0) / Math.max(1, late.length);
  const middle = (late.length - 1) / 2;
  const spread = late.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const perSample =
    late.reduce((sum, each, at) => sum + (at - middle) * (each - average), 0) / (spread || 1);
  const growth = (perSample * late.length) / (average || 1);
  const [least, most] = [Math.min(...megabytes), Math.max(...megabytes)];
  const step = Math.max(1, Math.ceil(megabytes.length / 90));
  const chart = megabytes
    .filter((_, at) => at % step === 0)
    .map((each) => BARS[Math.round(((each - least) / (most - least || 1)) * (BARS.length - 1))])
    .join("");
  return {
    chart: `${chart} ${least.toFixed(0)} to ${most.toFixed(0)} MB`,
    megabytes,
    slope: perSample / minutesEach,
    growth,
    isFlat: growth < MOST_GROWTH,
  };
}

function privateMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
