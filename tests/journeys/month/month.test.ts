import { expect, test } from "bun:test";
import { runParlor } from "#tests/support/binary.ts";
import { createMovingClock } from "#tests/support/moving-clock.ts";
import { runMonths } from "./run.ts";
import { toInstant } from "./wall.ts";

/** Ahead of the machine's clock. The clocks change on the 14th, as in March 2027. */
const START = toInstant("2032-03-01T08:00");

test("a month of 200 clients: every text, visit, payment and consent is as a model expects it", async () => {
  const clock = createMovingClock(START);
  if (!clock) return;
  const { data, exitCode, counts } = await runMonths(clock, { months: 1, seed: 1 });
  process.stdout.write(`${[...counts].map(([kind, count]) => `${kind} ${count}`).join(", ")}\n`);
  expect(exitCode).toBe(0);
  expect((await runParlor(["doctor", "--data", data])).out).not.toContain("BAD");
}, 180_000);
