import { expect, jest, test } from "bun:test";
import { readState, writeState } from "#db/state.ts";
import { startScheduler } from "#src/platform/jobs/scheduler.ts";
import { testApp } from "#tests/support/test-app.ts";
import { until } from "#tests/support/until.ts";

const HOUR = 60 * 60 * 1000;

test("a job runs at its interval, never concurrently, and again after it failed", async () => {
  const { app } = testApp();
  let atOnce = 0;
  let most = 0;
  let runs = 0;
  const job = {
    id: "slow",
    description: "Takes longer than its interval.",
    everySeconds: 0.01,
    run: async () => {
      runs += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Bun.sleep(35);
      atOnce -= 1;
      if (runs === 1) throw new Error("once");
    },
  };
  const scheduler = startScheduler(app, [job]);
  await until("a third run", () => runs > 2);
  await scheduler.stop();
  expect([most, atOnce]).toEqual([1, 0]);
});

test.each([
  ["was never run", undefined, false, 10_000],
  ["was due while the server was down", -7 * HOUR, false, 10_000],
  ["ran an hour ago", -HOUR, false, 5 * HOUR],
  ["ran an hour ago and wants each start", -HOUR, true, 10_000],
  ["ran in a future that a wrong clock made", 40 * HOUR, false, 6 * HOUR],
])(
  "a job of every six hours that %s runs on time after a start",
  async (_, ago, atStart, delay) => {
    const { app, clock } = testApp();
    if (ago !== undefined) writeState(app.db, "last run: rare", clock.now + ago);
    jest.useFakeTimers();
    let runs = 0;
    const scheduler = startScheduler(app, [
      {
        id: "rare",
        description: "Runs every six hours.",
        everySeconds: 6 * 3600,
        atStart,
        run: () => {
          runs += 1;
        },
      },
    ]);
    jest.advanceTimersByTime(delay - 1);
    const before = runs;
    jest.advanceTimersByTime(1);
    jest.useRealTimers();
    await scheduler.stop();
    expect([before, runs]).toEqual([0, 1]);
    expect(readState<number>(app.db, "last run: rare")).toBe(clock.now);
  },
);
