import { expect, test } from "bun:test";
import {
  detectDayFirst,
  isCountryDayFirst,
  readTags,
} from "#src/shared/contact-csv/csv-columns.ts";

test.each([
  ["VIP; Bridal", ["VIP", "Bridal"]],
  ['"VIP","New"', ["VIP", "New"]],
  ["* myContacts ::: VIP", ["VIP"]],
  ["VIP, VIP", ["VIP"]],
  ["", []],
  ["x".repeat(41), []],
])("the tags of %p are %p", (cell, tags) => expect(readTags(cell)).toEqual(tags));

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
