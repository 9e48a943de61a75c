import { expect, test } from "bun:test";
import { missingNoticeParts } from "#src/shared/opt-out-notice.ts";

test.each([
  ["Halcyon Skin & Hair: winter facials", "Halcyon Skin & Hair", false],
  ["Halcyon: winter facials", "Halcyon Skin & Hair", false],
  ["See you at halcyon!", "Halcyon Skin & Hair", false],
  ["Halcyonic days", "Halcyon Skin & Hair", true],
  ["Your hair, our care", "Hair Lounge", true],
  ["the best of November", "The Mane Room", true],
  ["Glo: winter", "Glo & Co", true],
  ["Winter facials", "Halcyon Skin & Hair", true],
])("%p lacks the name of %p: %p", (message, businessName, lacks) => {
  expect(missingNoticeParts(message, businessName).businessName).toBe(lacks);
});
