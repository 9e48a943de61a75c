const NAMES = [
  "TZ",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LD_PRELOAD",
  "FAKETIME",
  "FAKETIME_DONT_FAKE_MONOTONIC",
];

/** Variables that set the clock, time zone and locale of this run. A program under test must share them. */
export const CLOCK_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

/**
 * Milliseconds by which this process's clock is ahead of the machine's. Chromium needs the number:
 * with libfaketime loaded it takes more than a minute to start.
 */
export const CLOCK_OFFSET_MS =
  Number(/^\+(\d+)s$/.exec(process.env["FAKETIME"] ?? "")?.[1] ?? 0) * 1_000;
