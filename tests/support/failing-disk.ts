import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./binary.ts";

/** Bits of failing-disk.c. The log is the write-ahead log. */
export const WRITES = {
  "write to the log": 1,
  "sync of the log": 2,
  "write to the database": 4,
  "sync of the database": 8,
  "cut of the log": 16,
} as const;
export type Write = keyof typeof WRITES;

export interface FailingDisk {
  /** For a program that shall have this disk. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes the nth of these writes from now on fail, once. */
  readonly failNext: (nth: number, writes: readonly Write[]) => void;
  /** What failed since; undefined while nothing has. */
  readonly failed: () => Write | undefined;
  /** After the program's end: what the log did not sync is lost, as in a power failure. Returns its bytes. */
  readonly losePower: (data: string) => number;
}

const EMPTY_PLAN = new Int32Array(8);

/** Undefined without a C compiler. */
export function buildFailingDisk(): FailingDisk | undefined {
  const compiler = Bun.which("cc");
  const folder = newFolder("failing-disk");
  const library = join(folder, "failing-disk.so");
  const source = join(import.meta.dir, "failing-disk.c");
  const isBuilt =
    process.platform === "linux" &&
    compiler !== null &&
    Bun.spawnSync([compiler, "-shared", "-fPIC", "-O2", "-o", library, source]).exitCode === 0;
  if (!isBuilt) {
    process.stdout.write("NO FAILING DISK: there is no C compiler, so this test is skipped.\n");
    return undefined;
  }
  const plan = join(folder, "plan");
  const write = (left: number, kinds: number) =>
    writeFileSync(plan, new Int32Array([left, kinds, 0, 0]), { flag: "r+" });
  writeFileSync(plan, EMPTY_PLAN);
  return {
    env: { LD_PRELOAD: library, FAILING_DISK: plan },
    failNext: (nth, writes) =>
      write(
        nth,
        writes.reduce((bits, one) => bits | WRITES[one], 0),
      ),
    failed() {
      const bit = new Int32Array(readFileSync(plan).buffer.slice(0, 16))[2];
      return (Object.keys(WRITES) as Write[]).find((one) => WRITES[one] === bit);
    },
    losePower(data) {
      const [from = 0n, to = 0n] = new BigInt64Array(readFileSync(plan).buffer.slice(16, 32));
      const size = Number(to - from);
      const log = openSync(join(data, "parlor.db-wal"), "r+");
      writeSync(log, new Uint8Array(size), 0, size, Number(from));
      closeSync(log);
      writeFileSync(plan, EMPTY_PLAN);
      return size;
    },
  };
}
