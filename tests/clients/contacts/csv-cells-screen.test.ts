import { expect, test } from "bun:test";
import {
  detectDayFirst,
  isCountryDayFirst,
  isOptOut,
  isRefusal,
  readTags,
} from "#src/shared/contact-csv/csv-cells.ts";
import { readRow } from "#src/shared/contact-csv/csv-columns.ts";

test.each(["yes", "Y", "TRUE", "1", "x", "2026-11-20", "5/14/2026", "Opted out", "Unsubscribed"])(
  "%p in an opt-out column is an opt-out",
  (cell) => expect(isOptOut(cell)).toBe(true),
);

test.each(["", " ", "no", "No", "FALSE", "0", "-", "never", "Subscribed", "opted in"])(
  "%p in an opt-out column is no opt-out",
  (cell) => expect(isOptOut(cell)).toBe(false),
);

test.each(["no", "N", "false", "0", "UNSUBSCRIBED", "opted out", "Declined"])(
  "%p in a consent column is a refusal",
  (cell) => expect(isRefusal(cell)).toBe(true),
);

test.each(["", "yes", "true", "SUBSCRIBED", "NEVER_SUBSCRIBED", "2026-11-20"])(
  "%p in a consent column is no refusal",
  (cell) => expect(isRefusal(cell)).toBe(false),
);

test.each([
  ["VIP; Bridal", ["VIP", "Bridal"]],
  ['"VIP","New"', ["VIP", "New"]],
  ["* myContacts ::: VIP", ["VIP"]],
  ["VIP, VIP", ["VIP"]],
  ["", []],
  ["x".repeat(41), []],
])("the tags of %p are %p", (cell, tags) => expect(readTags(cell)).toEqual(tags));

test("an opt-out is recorded with the file's words", () => {
  const headers = ["Name", "Phone", "Email", "Tags", "Opted out", "SMS Consent"];
  const mapping = {
    firstName: 0,
    lastName: 0,
    phoneNumber: 1,
    email: 2,
    tags: 3,
    optedOut: 4,
    consent: 5,
  };
  const read = (...cells: string[]) => readRow(cells, { mapping, headers, dayFirst: false });
  const common = { firstName: "Ada Byrne", lastName: "" };
  expect(read("Ada Byrne", " tel:+1 202 ::: +44", "ada@x.org", "VIP", "2026-11-20", "")).toEqual({
    ...common,
    phoneNumber: "tel:+1 202",
    email: "ada@x.org",
    tags: ["VIP"],
    optOut: "Opted out: 2026-11-20",
  });
  expect(read("Ada Byrne", "n/a", "not an address", "", "", "No")).toEqual({
    ...common,
    phoneNumber: "",
    optOut: "SMS Consent: No",
  });
  expect(read("Ada Byrne", "", "", "", "no", "yes")).toEqual({ ...common, phoneNumber: "" });
});

test.each([
  [["5/1/2027", "14/5/1990"], true],
  [["5.1.2027", "5.14.1990"], false],
  [["5/1/2027", "3/2/1990"], undefined],
  [["1990-05-14", "May 14"], undefined],
])("in the dates %p the day comes first: %p", (cells, expected) => {
  expect(detectDayFirst(cells)).toBe(expected);
});

test.each([
  ["US", false],
  ["CA", false],
  ["AU", true],
  ["GB", true],
  ["DE", true],
  ["MX", true],
  ["JP", false],
])("in dates of %p the day comes first: %p", (country, expected) => {
  expect(isCountryDayFirst(country)).toBe(expected);
});
