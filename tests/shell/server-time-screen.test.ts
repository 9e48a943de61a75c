import { afterEach, expect, test } from "bun:test";
import { serverNow, setServerTime } from "#ui/shell/format/server-time.ts";

afterEach(() => setServerTime(Date.now()));

test.each([
  ["four minutes fast", -4 * 60_000],
  ["three hours slow", 3 * 3_600_000],
])("on a device whose clock is %s, times are the server's", (_, ahead) => {
  setServerTime(Date.now() + ahead);
  expect(Math.abs(serverNow() - Date.now() - ahead)).toBeLessThan(2_000);
});

test("a few seconds between the page and its script move no clock", () => {
  setServerTime(Date.now() - 5_000);
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(50);
});
