import { expect, test } from "bun:test";
import { readDay, readTime } from "#ui/shell/fields/read-typed.ts";

/** A Friday. */
const today = "2026-11-20";

test.each([
  ["", ""],
  ["constructor", undefined],
  ["11/28", "2026-11-28"],
  ["11-28", "2026-11-28"],
  ["11/28/27", "2027-11-28"],
  ["1/7/2031", "2031-01-07"],
  ["2031-01-07", "2031-01-07"],
  ["nov 28", "2026-11-28"],
  ["28 November", "2026-11-28"],
  ["Sat, Nov 28, 2026", "2026-11-28"],
  ["Nov 28, 2026", "2026-11-28"],
  ["today", "2026-11-20"],
  ["tomorrow", "2026-11-21"],
  ["fri", "2026-11-20"],
  ["tu", "2026-11-24"],
  ["Thursday", "2026-11-26"],
  ["+4w", "2026-12-18"],
  ["+10 days", "2026-11-30"],
  ["+3m", "2027-02-20"],
  ["2/3", "2027-02-03"],
  ["9/1", "2026-09-01"],
  ["2/30", undefined],
  ["13/1", undefined],
  ["soon", undefined],
])("the day %p is read as %p", (text, day) => {
  expect(readDay(text, { today })).toBe(day);
});

test.each([
  ["11/28", "2025-11-28"],
  ["fri", "2026-11-20"],
  ["sat", "2026-11-14"],
])("where only the past is asked for, %p is read as %p", (text, day) => {
  expect(readDay(text, { today, max: today })).toBe(day);
});

test.each([
  ["", ""],
  ["230", "14:30"],
  ["2:30p", "14:30"],
  ["14:30", "14:30"],
  ["2 pm", "14:00"],
  ["2", "14:00"],
  ["9", "09:00"],
  ["930", "09:30"],
  ["0930", "09:30"],
  ["03:00", "03:00"],
  ["12", "12:00"],
  ["12a", "00:00"],
  ["12:15 PM", "12:15"],
  ["2.15 p.m.", "14:15"],
  ["noon", "12:00"],
  ["24:00", undefined],
  ["13p", undefined],
  ["9:75", undefined],
  ["x", undefined],
])("the time %p is read as %p", (text, time) => {
  expect(readTime(text)).toBe(time);
});
