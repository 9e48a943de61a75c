import { expect, test } from "bun:test";
import fc from "fast-check";
import { createPhoneSet } from "#src/clients/contacts/phone-set.ts";

test("a set of numbers has exactly the numbers that were added", () => {
  const phone = fc.integer({ min: 1, max: 400 }).map((n) => `+1212555${n * 32}`);
  fc.assert(
    fc.property(fc.array(phone, { maxLength: 300 }), phone, (added, other) => {
      const phones = createPhoneSet();
      for (const one of added) phones.add(one);
      for (const one of [...added, other]) expect(phones.has(one)).toBe(added.includes(one));
    }),
  );
});

test("10,000 numbers in a row, each 64th in the same part, are found", () => {
  const phones = createPhoneSet();
  for (let n = 0; n < 10_000; n += 1) phones.add(`+${15_125_550_000 + n * 64}`);
  expect(phones.has("+15125550064")).toBe(true);
  expect(phones.has("+15125550065")).toBe(false);
});
