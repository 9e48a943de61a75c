import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./binary.ts";

const LIBRARIES = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(
  (architecture) => `/usr/lib/${architecture}/faketime/libfaketimeMT.so.1`,
);

/** The wall clock of other programs, which can be set while they run. Their timers keep the real time. */
export interface MovingClock {
  readonly env: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Moves it forward, or back with a negative number. */
  readonly jump: (milliseconds: number) => void;
  readonly set: (at: number) => void;
}

/** Undefined without libfaketime. */
export function createMovingClock(start: number): MovingClock | undefined {
  const library = LIBRARIES.find((file) => existsSync(file));
  if (!library) {
    process.stdout.write(
      "NO MOVING CLOCK: libfaketime is missing (apt-get install libfaketime), so this is skipped.\n",
    );
    return undefined;
  }
  const file = join(newFolder("clock"), "offset");
  let offset = 0;
  const set = (at: number) => {
    offset = Math.round((at - Date.now()) / 1_000);
    // By a rename, because the file is read with each look at the clock.
    writeFileSync(`${file}.new`, `${offset < 0 ? "" : "+"}${offset}\n`);
    renameSync(`${file}.new`, file);
  };
  set(start);
  const now = () => Date.now() + offset * 1_000;
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    now,
    jump: (milliseconds) => set(now() + milliseconds),
    set,
  };
}
