import { expect, test } from "bun:test";
import {
  DEFAULT_MISSED_CALL_TEXT,
  DEFAULT_REMINDER,
} from "#src/platform/settings/fields-contract.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";

test.each([
  ["{businessName}: you are booked", "Glow: you are booked", "You are booked"],
  ["{businessName} - see you", "Glow - see you", "See you"],
  [
    "Thank you for visiting {businessName}!",
    "Thank you for visiting Glow!",
    "Thank you for visiting us!",
  ],
  ["{businessName}, by {businessName}", "Glow, by Glow", "By us"],
  ["no field", "no field", "no field"],
])("%p with and without a name", (template, named, unnamed) => {
  expect(fillBusinessName(template, "Glow")).toBe(named);
  expect(fillBusinessName(template, "")).toBe(unnamed);
});

test("a name with a dollar sign is inserted as it is", () => {
  expect(fillBusinessName("{businessName}: hi", "Cuts for $& less")).toBe("Cuts for $& less: hi");
});

test("the standard texts begin with a capital while the business has no name", () => {
  for (const template of [DEFAULT_REMINDER, DEFAULT_MISSED_CALL_TEXT])
    expect(fillBusinessName(template, "")).toMatch(/^[A-Z]/);
});
