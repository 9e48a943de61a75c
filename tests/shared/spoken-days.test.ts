import { expect, test } from "bun:test";
import { parseSpokenDays } from "#src/shared/spoken-times.ts";

const SATURDAY = "2026-11-28";
const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri"];

test.each([
  ["Next week, whenever there is an opening", "2026-11-30", "2026-12-06", null],
  ["Thursday or Friday", "2026-11-28", "2026-12-26", ["thu", "fri"]],
  ["Next week on Tuesday", "2026-11-30", "2026-12-06", ["tue"]],
  ["This week", "2026-11-28", "2026-11-29", null],
  ["Any weekday", "2026-11-28", "2026-12-26", WEEKDAYS],
  ["Some weekend", "2026-11-28", "2026-12-26", ["sat", "sun"]],
  ["Tomorrow", "2026-11-29", "2026-11-29", null],
  ["January 5th", "2027-01-05", "2027-01-05", null],
  ["Sometime next month", "2026-12-01", "2026-12-31", null],
  ["Whenever", "2026-11-28", "2026-12-26", null],
])("%s, said on a Saturday", (words, from, to, weekdays) => {
  expect(parseSpokenDays(words, SATURDAY)).toEqual({
    ...{ from, to, timeFrom: null, timeTo: null },
    weekdays: weekdays as string[] | null,
  });
});

test("next month, said on the first of a month, is the month after", () => {
  expect(parseSpokenDays("Next month", "2026-12-01")).toMatchObject({
    from: "2027-01-01",
    to: "2027-01-31",
  });
});
