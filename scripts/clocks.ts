import { existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { ensureChromium } from "./ensure-chromium.ts";

/** Runs the tests under other clocks, time zones and locales. Names after `--` select conditions. */

const LIBRARIES = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(
  // The variant without MT is not safe in programs with threads.
  (architecture) => `/usr/lib/${architecture}/faketime/libfaketimeMT.so.1`,
);
const LOGS = "dist/clocks";
const CORES = 2;
const CHICAGO = "America/Chicago";

interface Condition {
  readonly name: string;
  /** When the run starts. */
  readonly start: () => Temporal.ZonedDateTime;
  readonly env: Readonly<Record<string, string>>;
  /** Whether other programs keep the processor's cores busy meanwhile. */
  readonly busy?: boolean;
}

const CONDITIONS: readonly Condition[] = [
  {
    name: "sunday 08:00 Chicago, LC_ALL=C",
    start: () => nextWeekday(7, "08:00"),
    env: { TZ: CHICAGO, LANG: "C", LC_ALL: "C" },
  },
  {
    name: "tuesday 03:00 Chicago, German locale",
    start: () => nextWeekday(2, "03:00"),
    env: { TZ: CHICAGO, LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8", LANGUAGE: "de" },
  },
  {
    name: "friday 21:30 Chicago",
    start: () => nextWeekday(5, "21:30"),
    env: { TZ: CHICAGO },
  },
  {
    name: "dst begins, Chicago",
    start: () => beforeNextTransition("forward"),
    env: { TZ: CHICAGO },
  },
  {
    name: "dst ends, Chicago",
    start: () => beforeNextTransition("back"),
    env: { TZ: CHICAGO },
  },
  {
    name: "new year, Kolkata",
    start: () => nextOf("Asia/Kolkata", { month: 12, day: 31 }, "23:55"),
    env: { TZ: "Asia/Kolkata" },
  },
  {
    name: "february 29, Apia",
    // In the evening it is February 29 in UTC too.
    start: () => nextOf("Pacific/Apia", { month: 2, day: 29 }, "20:00"),
    env: { TZ: "Pacific/Apia" },
  },
  {
    name: "five years on, busy cores",
    // Midnight in UTC passes during the run.
    start: () => nowIn("UTC").add({ years: 5 }).withPlainTime("23:55"),
    env: {},
    busy: true,
  },
];

interface Result {
  readonly condition: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
}

const library = LIBRARIES.find((file) => existsSync(file));
if (!library) stop("libfaketime is missing. On Debian: apt-get install libfaketime");
const names = process.argv.slice(2).map((name) => name.toLowerCase());
const selected = CONDITIONS.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.toLowerCase().includes(part)),
);
if (selected.length === 0)
  stop(`No such condition. These exist:\n${CONDITIONS.map(({ name }) => `  ${name}`).join("\n")}`);

const chromium = ensureChromium();
if (!chromium) print("NO BROWSER: the journeys are skipped. Install chromium, or set CHROMIUM.");
const build = Bun.spawnSync([process.execPath, "scripts/build.ts"], { stderr: "inherit" });
if (build.exitCode !== 0) stop("The build failed.");

mkdirSync(LOGS, { recursive: true });
const results: Result[] = [];
for (const condition of selected) results.push(await run(condition, library));
printTable(results);
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0);

async function run({ name, start, env, busy }: Condition, preload: string): Promise<Result> {
  const moment = start();
  const log = `${LOGS}/${name.replaceAll(/[^a-z0-9]+/gi, "-")}.log`;
  print(`${name}: starts at ${moment.toPlainDateTime()} (${moment.timeZoneId}), log in ${log}`);
  const output = openSync(log, "w");
  const spinners = busy ? startSpinners() : [];
  const started = performance.now();
  try {
    const tests = Bun.spawn([process.execPath, "test", "--parallel=3", "--timeout", "60000"], {
      env: {
        ...process.env,
        ...(chromium && { CHROMIUM: chromium }),
        ...env,
        LD_PRELOAD: preload,
        // An offset rather than a date: programs that start later, in other zones, agree on the time.
        FAKETIME: `+${Math.round((moment.epochMilliseconds - Date.now()) / 1_000)}s`,
        // Timers use the monotonic clock and have to run in real time.
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      },
      stdout: output,
      stderr: output,
    });
    const exitCode = await tests.exited;
    const lines = readFileSync(log, "utf8").split("\n");
    for (const line of new Set(lines)) if (line.startsWith("(fail)")) print(`  ${line}`);
    return {
      condition: name,
      passed: countOf("pass", lines),
      // A run that ends before its summary has failed, whatever it counted.
      failed: countOf("fail", lines) || Number(exitCode !== 0),
      skipped: countOf("skip", lines),
      seconds: Math.round((performance.now() - started) / 1_000),
    };
  } finally {
    for (const spinner of spinners) spinner.kill("SIGKILL");
  }
}

function startSpinners(): Bun.Subprocess[] {
  return Array.from({ length: CORES }, () => Bun.spawn([process.execPath, "-e", "for (;;);"]));
}

/** Reads a count from the summary of `bun test`, such as " 12 pass". */
function countOf(outcome: string, lines: readonly string[]): number {
  const summary = new RegExp(`^\\s*(\\d+) ${outcome}$`);
  return Number(lines.map((line) => summary.exec(line)?.[1]).findLast(Boolean) ?? 0);
}

function printTable(rows: readonly Result[]): void {
  const width = Math.max(...rows.map(({ condition }) => condition.length));
  const columns = ["passed", "failed", "skipped", "seconds"] as const;
  print(`\n${"condition".padEnd(width)}${columns.map((name) => name.padStart(9)).join("")}`);
  for (const row of rows)
    print(
      row.condition.padEnd(width) + columns.map((name) => String(row[name]).padStart(9)).join(""),
    );
}

function nowIn(timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Now.zonedDateTimeISO(timeZone);
}

/** @param weekday 1 is Monday, 7 is Sunday */
function nextWeekday(weekday: number, time: string): Temporal.ZonedDateTime {
  const today = nowIn(CHICAGO);
  const days = (weekday - today.dayOfWeek + 7) % 7 || 7;
  return today.add({ days }).withPlainTime(time);
}

function nextOf(
  timeZone: string,
  { month, day }: { month: number; day: number },
  time: string,
): Temporal.ZonedDateTime {
  const now = nowIn(timeZone);
  for (let { year } = now; ; year += 1) {
    const date = new Temporal.PlainDate(year, month, 1).with({ day });
    const moment = date.toZonedDateTime({ timeZone, plainTime: time });
    const isFuture = Temporal.ZonedDateTime.compare(moment, now) > 0;
    // Outside leap years February 29 becomes February 28.
    if (date.day === day && isFuture) return moment;
  }
}

/** Five minutes before Chicago's clocks change, so that they do so during the run. */
function beforeNextTransition(direction: "forward" | "back"): Temporal.ZonedDateTime {
  let moment = nowIn(CHICAGO);
  for (;;) {
    const next = moment.getTimeZoneTransition("next");
    if (!next) throw new Error(`${CHICAGO} has no clock changes any more`);
    const before = next.subtract({ minutes: 5 });
    const change = next.offsetNanoseconds - before.offsetNanoseconds;
    if (change > 0 === (direction === "forward")) return before;
    moment = next;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function stop(message: string): never {
  print(message);
  process.exit(1);
}
