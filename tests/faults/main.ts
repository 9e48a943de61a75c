import { existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { readFaultReports } from "#tests/support/fault-report.ts";

/**
 * Runs the fault tests at full size, at most two at a time, and ends with a table. Names after `--` select parts.
 * Takes about 15 minutes on two quiet cores, most of them waiting for processes to start again.
 */

const LOGS = "dist/faults";
const AT_ONCE = 2;
const TEST_TIMEOUT_MS = 900_000;

interface Part {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The longest first, so that none is left alone at the end. */
const PARTS: readonly Part[] = [
  { name: "kill-nine", env: { FAULT_ROUNDS: "200", FAULT_CLIENTS: "10000" } },
  { name: "mixed-load", env: { FAULT_LOAD_SECONDS: "240" } },
  { name: "waitlist", env: { FAULT_ROUNDS: "30" } },
  { name: "booking-race", env: { FAULT_ROUNDS: "50" } },
  { name: "billing", env: { FAULT_ROUNDS: "50" } },
  { name: "outages" },
  { name: "clock-jumps" },
  { name: "restore-in-the-middle" },
  { name: "io-errors" },
  { name: "import" },
  { name: "scan", env: { FAULT_MESSAGES: "50000" } },
  { name: "migration" },
  { name: "audience" },
  { name: "appointment-texts" },
  { name: "disk-full" },
  { name: "restore-elsewhere" },
  { name: "disk-failure" },
  { name: "lanes" },
  { name: "doctor", env: { FAULT_ROUNDS: "50" } },
];

interface Result {
  readonly part: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly output: string;
}

const names = process.argv.slice(2);
const waiting = PARTS.filter(({ name }) => names.length === 0 || names.includes(name));
if (waiting.length === 0) {
  print(`No such part. These exist: ${PARTS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
if (Bun.spawnSync([process.execPath, "scripts/build.ts"], { stderr: "inherit" }).exitCode !== 0)
  throw new Error("The build failed.");
mkdirSync(LOGS, { recursive: true });

const started = performance.now();
const results: Result[] = [];
await Promise.all(Array.from({ length: AT_ONCE }, work));
printTable();
process.exit(results.every(({ passed }) => passed) ? 0 : 1);

async function work(): Promise<void> {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const result = await run(part);
    results.push(result);
    print(`${result.passed ? "passed" : "FAILED"}  ${part.name} (${result.seconds} s)`);
    if (!result.passed) print(`  see ${LOGS}/${part.name}.log`);
  }
}

async function run({ name, env }: Part): Promise<Result> {
  const log = `${LOGS}/${name}.log`;
  const output = openSync(log, "w");
  const partStarted = performance.now();
  const tests = Bun.spawn(
    [process.execPath, "test", "--timeout", String(TEST_TIMEOUT_MS), fileOf(name)],
    { env: { ...process.env, ...env }, stdout: output, stderr: output },
  );
  const exitCode = await tests.exited;
  const { user = 0, system = 0 } = tests.resourceUsage()?.cpuTime ?? {};
  return {
    part: name,
    passed: exitCode === 0,
    seconds: Math.round((performance.now() - partStarted) / 1_000),
    cpuSeconds: Math.round(Number(BigInt(user) + BigInt(system)) / 1e6),
    output: readFileSync(log, "utf8"),
  };
}

/** Faults that `npm test` runs too are named .test.ts. */
function fileOf(name: string): string {
  const file = `./tests/faults/${name}.test.ts`;
  return existsSync(file) ? file : `./tests/faults/${name}.fault.ts`;
}

function printTable(): void {
  const rows = results.flatMap(({ part, passed, seconds, output }) => {
    const reports = readFaultReports(output);
    const outcome = passed ? (/^NO [A-Z ]+:/m.test(output) ? "skipped" : "passed") : "FAILED";
    if (reports.length === 0) return [[part, "", "", "", "", seconds, outcome]];
    return reports.map(({ fault, times, lost, doubled, undecided }) => [
      fault,
      times,
      lost,
      doubled,
      undecided,
      seconds,
      outcome,
    ]);
  });
  const table = [
    ["fault", "times", "lost", "doubled", "undecided", "seconds", "outcome"],
    ...rows,
  ].map((row) => row.map(String));
  const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  for (const [first = "", ...others] of table)
    print(
      `${first.padEnd(widths?.[0] ?? 0)}  ${others.map((cell, at) => cell.padStart(widths?.[at + 1] ?? 0)).join("  ")}`,
    );
  const cpu = results.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  print(`${Math.round((performance.now() - started) / 1_000)} s, ${cpu} s of processor time`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
