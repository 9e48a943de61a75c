import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { zoneOffsets } from "#src/platform/time.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { formatMoney } from "#src/shared/money.ts";
import { formatLongDay, formatMonthDay } from "#src/shared/months.ts";
import { toZone } from "#src/shared/zone-offsets.ts";
import { testApp } from "#tests/support/test-app.ts";
import { CURRENCIES } from "#ui/platform/settings/choices.ts";

const ZONES = [
  "America/Chicago",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Europe/Dublin",
  "Pacific/Apia",
  "UTC",
];
const START = Date.UTC(2019, 0);
const END = Date.UTC(2034, 0);

afterAll(() => {
  globalThis.zoneOffsets = undefined;
});

async function appIn(timeZone: string) {
  const { app, admin } = testApp();
  expect((await admin.request("POST", "/api/settings", { timeZone })).status).toBe(200);
  return app;
}

test("a page tells the same time as the server, within the years that it knows and outside them", async () => {
  for (const timeZone of ZONES) {
    globalThis.zoneOffsets = zoneOffsets(await appIn(timeZone));
    fc.assert(
      fc.property(fc.integer({ min: START, max: END }), (moment) => {
        const there = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone);
        expect(toZone(moment, timeZone)).toBe(there.toPlainDateTime().toString().slice(0, 16));
      }),
      { numRuns: 500 },
    );
  }
});

test("another zone than the page's is read too", async () => {
  globalThis.zoneOffsets = zoneOffsets(await appIn("America/Chicago"));
  expect(toZone(Date.UTC(2026, 10, 20, 15), "Europe/Paris")).toBe("2026-11-20T16:00");
});

test("figures are grouped as Intl groups them", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e12 }), (figure) => {
      expect(formatNumber(figure)).toBe(figure.toLocaleString("en-US"));
    }),
  );
  expect(formatNumber(1234.5)).toBe("1,234.5");
});

test("money of every currency that the settings offer reads as Intl writes it, and of others has its code", () => {
  for (const { value: currency } of CURRENCIES) {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
    for (const cents of [0, 5, 8900, -120_050, 123_456_789])
      expect(formatMoney(cents, currency)).toBe(format.format(cents / 100));
  }
  expect(formatMoney(8900, "THB")).toBe("THB\u00a089.00");
});

test("days read as Intl writes them", () => {
  const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
  for (let at = START; at < END; at += 86_400_000 * 5) {
    const day = new Date(at).toISOString().slice(0, 10);
    expect(formatLongDay(day)).toBe(long.format(at));
    expect(formatMonthDay(`${day}T09:30:00`)).toBe(long.format(at).replace(/, \d+$/, ""));
  }
});
