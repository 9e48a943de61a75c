import { expect, test } from "bun:test";
import { parseSpokenTimes } from "#src/shared/spoken-times.ts";

test.each([
  ["After half past five", "17:30", null],
  ["2:30 PM", "14:30", null],
  ["at 10", "10:00", null],
  ["around four thirty", "16:00", null],
  ["quarter to six", "17:45", null],
  ["8 in the evening", "20:00", null],
  ["12:15", "12:15", null],
  ["12 a.m.", "00:00", null],
  ["14:00", "14:00", null],
  ["before noon", null, "12:00"],
  ["by 11 at the latest", null, "11:00"],
  ["between 2 and 4 PM", "14:00", "16:00"],
  ["10 to 12", "10:00", "12:00"],
  ["10 or 11", "10:00", null],
  ["four or ten", "10:00", null],
  ["not before 10", null, null],
  ["I can't after two", null, null],
  ["any time but noon", null, null],
  ["in the morning", null, "12:00"],
  ["Afternoon", "12:00", null],
  ["evenings", "17:00", null],
  ["for 2 hours", null, null],
  ["any time", null, null],
  ["", null, null],
])("%p is from %p to %p", (words, timeFrom, timeTo) => {
  expect(parseSpokenTimes(words)).toEqual({ timeFrom, timeTo });
});
