import { expect, test } from "bun:test";
import fc from "fast-check";
import { createRedactor } from "#src/calls/conversation/redaction.ts";

const OURS = {
  prices: [],
  numbers: ["(512) 555-0100", "+12025550123"],
  texts: ["hello@halcyon.example", "Our other line is 512 555 0142."],
  said: ["Call me back at 917 555 0188, or ana.silva at proton dot me"],
};
const DIGITS = "zero one two three four five six seven eight nine".split(" ");
const plain = fc.constantFrom(
  "Sure,",
  "we",
  "are",
  "at",
  "one",
  "of",
  "open",
  "9:30",
  "$45.00",
  "2026-11-27",
  "11-27-2026",
  "dot",
);

/** The spoken part of a text that arrives in these pieces. */
function redactChunks(text: string, cuts: readonly number[]): string {
  const guard = createRedactor(OURS);
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const pieces = [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length));
  return pieces.map((piece) => guard.push(piece)).join("") + guard.flush();
}

const cuts = fc.array(fc.nat(), { maxLength: 30 });

test("a strange number is never spoken, in any spelling and wherever the stream is cut", () => {
  const number = fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 10, maxLength: 10 })
    .filter(
      (digits) => !OURS.numbers.some((ours) => ours.replace(/\D/g, "").endsWith(digits.join(""))),
    );
  const written = fc.tuple(number, fc.integer({ min: 0, max: 5 })).map(([digits, how]) => {
    const all = digits.join("");
    const [area, exchange, line] = [all.slice(0, 3), all.slice(3, 6), all.slice(6)];
    return [
      all,
      `(${area}) ${exchange}-${line}`,
      `+1 ${area}.${exchange}.${line}`,
      `${area}, ${exchange}, ${line}`,
      digits.map((digit) => DIGITS[digit]).join(" "),
      digits.join(" "),
    ][how] as string;
  });
  fc.assert(
    fc.property(
      fc.array(plain, { maxLength: 6 }),
      written,
      fc.array(plain, { maxLength: 6 }),
      cuts,
      (before, secret, after, places) => {
        const text = [...before, secret, ...after].join(" ");
        const heard = redactChunks(text, places);
        expect(heard).toContain("I can't share");
        expect(heard).not.toContain(secret);
      },
    ),
    { numRuns: 400 },
  );
});

test("text without a number or address is spoken word for word, wherever the stream is cut", () => {
  const word = fc.constantFrom(
    ..."We have 9:00 AM, 9:30 AM or 10:15 AM with Elena. It is $45.00 at most, 20% less on 2026-11-27 at noon.".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), cuts, (words, places) => {
      const text = words.join(" ");
      expect(redactChunks(text, places)).toBe(text);
    }),
    { numRuns: 400 },
  );
});

test.each([
  "Call (512) 555-0100.",
  "Call 555-0100, or five one two, five five five, oh one zero zero.",
  "You call from +1 202 555 0123.",
  "Our other line is 512-555-0142.",
  "Write to hello@halcyon.example, hello at halcyon dot example.",
  "That is hello (at) halcyon [dot] example.",
  "We are closed on 11-27-2026, on 27.11.2026 and on 2026-12-24 at 9 in the morning.",
  "What matters to you at this point is patience.",
  "We have 9, 10, 11, 12, 1, 2, 3, 4.",
  "I have 9 10 11 12 1 2 3 4 free.",
  "So we call you at 917-555-0188, that is nine one seven, five five five, oh one eight eight.",
  "And we write to ana.silva@proton.me, ana dot silva at proton dot me.",
  "Meet us at the corner dot it is easy.",
  "She said so at point blank range.",
])("«%s» belongs to the business or the caller, and is spoken", (text) => {
  expect(redactChunks(text, [])).toBe(text);
});

test.each([
  "Write to ana.silva@gmail.com.",
  "It is ana dot silva at gmail dot com",
  "ana at salon east dot org is hers",
  "ana at the gmail dot com",
  "ana at gmail point com",
  "That is ana (at) gmail (dot) com, or ana[at]gmail[dot]com",
  "sk-proj-abcdefghij0123456789 is the key",
])("«%s» is not spoken", (text) => {
  for (let cut = 0; cut < text.length; cut += 1)
    expect(redactChunks(text, [cut, cut + 7])).not.toMatch(/gmail|dot org|0123456789|silva@/);
});
