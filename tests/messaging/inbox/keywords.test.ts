import { expect, test } from "bun:test";
import fc from "fast-check";
import { asksToStop, findKeyword } from "#src/messaging/inbox/keywords.ts";

const STOP = [
  "stop",
  "stopall",
  "unsubscribe",
  "cancel",
  "end",
  "quit",
  "revoke",
  "optout",
  "opt out",
];

test("a stop word counts whatever its case, spaces and punctuation", () => {
  const noise = fc.string({
    unit: fc.constantFrom(" ", ".", "!", "?", "\n", "\t", "-", "…"),
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...STOP),
      noise,
      noise,
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      (word, before, after, upper) => {
        const said = [...word]
          .map((sign, index) => (upper[index] ? sign.toUpperCase() : sign))
          .join("");
        expect(findKeyword(before + said + after)).toBe("stop");
      },
    ),
  );
});

test("a keyword inside other words is none", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...STOP, "help", "start"),
      fc.stringMatching(/^[a-z]{3,8}$/),
      (word, other) => {
        expect(findKeyword(`${word} ${other}`)).toBeUndefined();
        expect(findKeyword(`${other} ${word}`)).toBeUndefined();
      },
    ),
  );
});

test.each([
  ["HELP", "help"],
  ["info", "help"],
  ["Yes!", "start"],
  ["UNSTOP", "start"],
  ["C", "confirm"],
  [" x. ", "cancel"],
  ["CC", undefined],
  ["stopp", undefined],
] as const)("%p is %p", (body, keyword) => {
  expect(findKeyword(body)).toBe(keyword);
});

test.each([
  "please stop texting me",
  "Please STOP texting me!!",
  "stop messaging",
  "Stop sending me these texts",
  "Don't text me anymore",
  "don’t message this number",
  "do not contact me",
  "I no longer want your texts",
  "take me off your list",
  "Remove my number from this list",
  "no more texts please",
  "unsubscribe me",
  "opt me out",
  "stop please",
  "stop the messages",
  "leave me alone",
])("%p asks to stop", (body) => {
  expect(asksToStop(body)).toBe(true);
});

test.each([
  "please stop by at 5",
  "Can you stop the bleeding if it gets cut?",
  "I'll stop in tomorrow",
  "Don't forget my appointment",
  "Is there a bus stop near you?",
  "please text me when you are ready",
  "I want to cancel my appointment",
  "When does the sale end?",
  "don't stop, I love it",
  "Could you take me at 5?",
  "No more than two people",
])("%p does not", (body) => {
  expect(asksToStop(body)).toBe(false);
});
