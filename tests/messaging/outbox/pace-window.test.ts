import { expect, test } from "bun:test";
import fc from "fast-check";
import { PaceWindow } from "#src/messaging/outbox/pace.ts";

test("no second exceeds the pace, however the event loop stalls", () => {
  const stall = fc.oneof(
    { weight: 9, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 900 }) },
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 225 }),
      fc.array(stall, { minLength: 300, maxLength: 600 }),
      (rate, stalls) => {
        const interval = 1_000 / rate;
        const pace = new PaceWindow();
        const left: number[] = [];
        let now = 1_000_000;
        let slot = now;
        for (const stalled of stalls) {
          // A text leaves in its slot, later when the loop stalled, and never before its share allows.
          now = Math.max(now + stalled, slot);
          now += pace.wait(interval, now);
          pace.record(now);
          left.push(now);
          slot += interval;
        }
        const most = left.map(
          (first, n) => left.slice(n).filter((at) => at - first < 1_000).length,
        );
        expect(Math.max(...most)).toBeLessThanOrEqual(rate);
      },
    ),
    { numRuns: 60 },
  );
});

test("an undisturbed pace is kept to within half a percent", () => {
  for (const rate of [1, 7, 40, 225]) {
    const pace = new PaceWindow();
    let now = 0;
    for (let n = 0; n < rate * 60; n += 1) {
      now = Math.max(now, (n * 1_000) / rate);
      now += pace.wait(1_000 / rate, now);
      pace.record(now);
    }
    expect((rate * 60 * 1_000) / (now + 1_000 / rate)).toBeGreaterThan(rate * 0.995);
  }
});

test("a copy of the pace's window and the window itself go on independently", () => {
  const window = new PaceWindow();
  window.record(1_000);
  const [one, other] = [window.copy(), window.copy()];
  one.record(1_200);
  other.record(1_400);
  // One text in a second.
  expect([window, one, other].map((each) => each.wait(1_000, 1_500))).toEqual([500, 700, 900]);
});
