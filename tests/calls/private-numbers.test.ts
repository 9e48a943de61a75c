import { expect, test } from "bun:test";
import fc from "fast-check";
import { createCallerWords, hidePrivateNumbers } from "#src/calls/conversation/private-numbers.ts";

const N = "[number hidden]";
const WORDS = "zero one two three four five six seven eight nine".split(" ");
/** Stripe's test cards. */
const CARDS = [
  "4242424242424242",
  "5555555555554444",
  "5200828282828210",
  "378282246310005",
  "6011111111111117",
  "3056930009020004",
  "3566002020360505",
  "6200000000000005",
];

test.each([
  ["My card is 4111 1111 1111 1111.", `My card is ${N}.`],
  ["4111-1111-1111-1111", N],
  ["it's 4111111111111111, expires 12/28, cvv 123", `it's ${N}, expires ${N}, cvv ${N}`],
  ["four one one one one one one one one one one one one one one one", N],
  ["forty one eleven eleven eleven eleven eleven eleven eleven thanks", `${N} thanks`],
  ["forty-one, eleven. Eleven... um, eleven, and then eleven eleven eleven eleven", N],
  ["double four, 11 double one", "double four, 11 double one"],
  ["four two four two, four two four two, four two four two, four two four two", N],
  [
    "double five double five double five double five double five double five four four four four",
    N,
  ],
  ["five two oh oh, eight two eight two, eight two eight two, eight two one oh", N],
  ["3782 822463 10005 and the code is one two three four", `${N} and the code is ${N}`],
  ["41:11 11:11 11:11 11:11", N],
  ["４１１１ １１１１ １１１１ １１１１", N],
  ["(keys pressed: 4111111111111111)", `(keys pressed: ${N})`],
  // Misheard by one digit, or not complete.
  ["4111 1111 1111 1112", N],
  ["4111 1111 1111 111", N],
  ["4111 1111", N],
  ["5555 5555 5555 4445", N],
  ["four one one one one one one one one one", N],
  [`${"cuatro dos ".repeat(8)}gracias`, `${N} gracias`],
  ["My social is 123-45-6789", `My social is ${N}`],
  ["one two three, four five, six seven eight nine", N],
  ["one twenty three forty five sixty seven eighty nine", N],
  ["the last four of my social are 6789", `the last four of my social are ${N}`],
  ["the security code is nine eight seven", `the security code is ${N}`],
  ["987 is the cvv", `${N} is the cvv`],
  ["4242 4242 4242 4242, it expires December 2028", `${N}, it expires ${N}`],
  ["4242 4242 4242 4242, exp oh nine twenty eight", `${N}, exp ${N}`],
  ["my member number is 123456789012", `my member number is ${N}`],
])("«%s» is kept as «%s»", (said, kept) => {
  expect(hidePrivateNumbers(said)).toBe(kept);
});

test.each([
  "Call me at 512 555 0142, or (512) 555-0142, or 555-0142.",
  "five one two, five five five, oh one four two",
  "it's 1 800 555 0199",
  "plus four four two oh seven nine four six oh nine five eight",
  "+44 20 7946 0958",
  "five one two five five five zero one four two, November 27th at 3 PM",
  "November 27, 2026 at 10:30 AM, or 11/27/2026, or 2026-11-27 at 14:00",
  "eleven twenty seven twenty twenty six",
  "11 27 2026",
  "I have 9 10 11 12 1 2 3 4 free",
  "It was 45, 60, 75, 90, 120 dollars",
  "$1,200.00 for twelve, one hundred twenty each",
  "I'm at 1234 Main Street, Austin, Texas 78701",
  "At four or four thirty, for two people, for ninety minutes",
  "I was born on May 14th, 1990. I'm thirty six.",
  "Does my gift card expire on December 28th?",
  "Can I come at 9:30, 10, 10:30, 11:15 or 12?",
  "My zip code is 78701-1234",
  "(keys pressed: 5125550142)",
])("«%s» survives", (said) => {
  expect(hidePrivateNumbers(said)).toBe(said);
});

test("a card is hidden however it is said", () => {
  const spoken = (card: string) =>
    fc.constantFrom(
      card,
      card.replace(/(\d{4})(?=\d)/g, "$1 "),
      card.replace(/(\d{4})(?=\d)/g, "$1-"),
      card.replace(/(\d{4})(?=\d)/g, "$1, "),
      card.replace(/(\d{2})(?=\d)/g, "$1 "),
      card.replace(/(\d{3})(?=\d)/g, "$1... "),
      [...card].join(" "),
      [...card].map((digit) => WORDS[Number(digit)]).join(" "),
      [...card].map((digit) => WORDS[Number(digit)]).join(", um, "),
    );
  fc.assert(
    fc.property(fc.constantFrom(...CARDS).chain(spoken), (card) => {
      expect(hidePrivateNumbers(`Sure, it's ${card}, thanks`)).toBe(`Sure, it's ${N}, thanks`);
    }),
  );
});

test("a card over several turns is hidden, also in the turns before", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CARDS),
      fc.subarray([3, 4, 6, 8, 10, 12], { minLength: 1 }),
      (card, cuts) => {
        const parts = [0, ...cuts].map((from, at) => card.slice(from, cuts[at] ?? card.length));
        const words = createCallerWords("US");
        const before = words.add("My number is 512 555 0142, and I'd like to pay");
        const kept = parts.map((part) => words.add(part));
        expect(kept.map(({ content }) => content)).toEqual(parts.map(() => N));
        expect(before.content).toBe("My number is 512 555 0142, and I'd like to pay");
        expect(words.add("and the code is 123").content).toBe(`and the code is ${N}`);
        expect(words.add("See you on Friday at 3 PM").content).toBe("See you on Friday at 3 PM");
      },
    ),
  );
});

test("what was hidden stays hidden, however long the call goes on", () => {
  const words = createCallerWords("US");
  const turns = ["4242", "4242", "4242", "4242"].map((part) => words.add(part));
  const changes: string[] = [];
  for (const turn of turns) turn.onChange = (content) => changes.push(content);
  for (let turn = 0; turn < 12; turn += 1) words.add("And then I'd like a haircut on Friday");
  expect(turns.map(({ content }) => content)).toEqual([N, N, N, N]);
  expect(changes).toEqual([]);
});

test("a number that was misheard is followed by what belongs to it", () => {
  const words = createCallerWords("US");
  expect(words.add("4242 4242 4242 4243").content).toBe(N);
  expect(words.add("12 28, and the code is 123").content).toBe(`${N}, and the code is ${N}`);
  expect(words.add("I saw you on social, so Friday at 1030").content).toContain("1030");
});

test("any phone number, date and time survives", () => {
  const number = fc
    .stringMatching(/^[2-9][0-8]\d[2-9]\d{6}$/)
    .filter((all) => !/^(?:.11|900)/.test(all));
  const shape = fc.constantFrom("$1 $2 $3", "($1) $2-$3", "$1.$2.$3", "$1$2$3", "+1 $1 $2 $3");
  fc.assert(
    fc.property(
      number,
      shape,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      (digits, how, month, day) => {
        const phone = digits.replace(/(...)(...)(....)/, how);
        const said = `It's ${phone}. On ${month}/${day}/2026 at ${month}:30 PM, or the ${day}th`;
        expect(hidePrivateNumbers(said)).toBe(said);
      },
    ),
  );
});

test("a caller who reads out thousands of numbers doesn't block the others", () => {
  for (const [said, country] of [
    ["4\n", "US"],
    ["12 3 ", "DE"],
    ["one two ", "US"],
  ] as const) {
    const words = createCallerWords(country);
    const started = performance.now();
    for (let turn = 0; turn < 8; turn += 1) words.add(said.repeat(8_000 / said.length));
    // A quiet machine takes less than one.
    expect(performance.now() - started).toBeLessThan(5_000);
  }
}, 60_000);
