import { expect, test } from "bun:test";
import fc from "fast-check";
import { maskName, maskText } from "#src/platform/masking/mask-text.ts";
import { searchScope } from "#src/platform/masking/masking.ts";
import { NEW_USER_PERMISSIONS, type Visitor } from "#src/shared/permissions.ts";

const reader = (canViewClientNames: boolean, canViewClientPhoneNumbers: boolean): Visitor => ({
  role: "user",
  permissions: { ...NEW_USER_PERMISSIONS, canViewClientNames, canViewClientPhoneNumbers },
});
const NO_NAMES = reader(false, true);
const NO_PHONES = reader(true, false);
const NEITHER = reader(false, false);
const ANA = { name: "Ana María O'Brien", phone: "+12025550111" };

test.each([
  ["Hi Ana, see you", "Hi •••, see you"],
  ["ANA MARIA o'brien called", "••• called"],
  ["Ana María O'Brien's bag", "•••'s bag"],
  ["A banana for Anabel", "A banana for Anabel"],
  ["Call +1 202 555 0111", "Call +1 202 555 0111"],
])("users who may not see names read %j as %j", (words, shown) => {
  expect(maskText(NO_NAMES, words, ANA)).toBe(shown);
});

test.each([
  ["Call +12025550111 now", "Call ••• ••• 0111 now"],
  ["or (202) 555-0111.", "or ••• ••• 0111."],
  ["just 555 0111", "just ••• ••• 0111"],
  ["my sister's: 305-555-0199", "my sister's: ••• ••• 0199"],
  ["London: +44 20 7946 0958", "London: ••• ••• 0958"],
  ["on 2026-11-27 at 10:30, 120.00 please", "on 2026-11-27 at 10:30, 120.00 please"],
  ["Hi Ana", "Hi Ana"],
  // As a transcript has what was said aloud.
  ["two oh two, five five five, oh one one one", "••• ••• 0111"],
  ["It is 202, 555, 0111, thanks", "It is ••• ••• 0111, thanks"],
  ["area 202 triple five zero triple one?", "area ••• ••• 0111?"],
  ["twenty twenty-five fifty-five oh one eleven", "••• ••• 0111"],
  ["fifty-five five oh one eleven, room twenty", "••• ••• 0111, room twenty"],
  ["hers is three oh five 555 0199", "hers is ••• ••• 0199"],
  ["Is one of ten, eleven or 10:15 free for two?", "Is one of ten, eleven or 10:15 free for two?"],
])("users who may not see numbers read %j as %j", (words, shown) => {
  expect(maskText(NO_PHONES, words, ANA)).toBe(shown);
});

/** Names that a pattern, a word or a letter could misread. */
test.each([
  ["Anne-Marie O’Neil-Łuczak (Mrs.)", "It's Anne-Marie, Mrs. ONeil Luczak", "It's •••. ••• •••"],
  ["Anne-Marie O’Neil-Łuczak (Mrs.)", "ANNE MARIE o'neil-luczak's bag", "••• ••• •••'s bag"],
  ["Anne-Marie O’Neil-Łuczak (Mrs.)", "Annes bag, a-n-n-e, A N N E", "••• bag, •••, •••"],
  ["[x] *?+", "[x] *?+ and X, not extra", "••• and •••, not extra"],
  ["李小龍", "李小龍您好，小龍", "•••您好，•••"],
  ["Bruce 李小龍", "Bruceさん、小龍さん、Bruces", "•••さん、•••さん、•••"],
  ["สมชาย", "คุณสมชายครับ", "คุณ•••ครับ"],
  ["김민수", "민수가 왔어요", "•••가 왔어요"],
  [
    "Zoë",
    "Zo\u00ade, Zo\u200be\u0308, Ｚｏｅ, zoë2 and Zoology",
    "•••, •••, •••, •••2 and Zoology",
  ],
  [
    "Anna Maria Lopez-Garcia",
    "annalopezgarcia@a.com, @annamaria, AnnaMaria, annabel",
    "•••@a.com, @•••, •••, annabel",
  ],
  [
    "Anna Maria Lopez",
    "annalopez@a.com, MariaLopez, marialopezine",
    "•••@a.com, •••, marialopezine",
  ],
  ["🌸", "I am 🌸!", "I am •••!"],
  ["\ud800?", "a \ud800? b", "a ••• b"],
  ["A", "A is a client", "••• is ••• client"],
  ["007", "It's 007", "It's •••"],
])("the name %j is masked in %j", (name, words, shown) => {
  expect(maskText(NO_NAMES, words, { name, phone: null })).toBe(shown);
});

test.each([
  "(２０２) ５５５-７３９１",
  "20\u200b2-555\u00ad-7391",
  "202_555_7391",
  "2 0 2 5 5 5 7 3 9 1",
  "20.25.55.73.91",
  "٢٠٢٥٥٥٧٣٩١",
  "+1 (202) / 555 — 7391",
  "202·555·7391",
  "202-555-7391\u200d",
])("a stranger's number %j is masked", (number) => {
  expect(maskText(NO_PHONES, `Call ${number}, please`, ANA)).toBe("Call ••• ••• 7391, please");
});

test("dates, times, prices and lists are not numbers of clients", () => {
  const words =
    "2026-11-27T10:30, 11/27/2026 10:30–11:30, 27.11.2026, $1,200.00 or 45, 60, 75, 90, 120, 150";
  expect(maskText(NEITHER, words, ANA)).toBe(words);
});

test("no name breaks the masking of a text, and none stays in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.string(), (name, words) => {
      const shown = maskText(NEITHER, `${words} ${name} ${words}`, { name, phone: null });
      // Part of a longer word, it is no name.
      if (/\p{L}{3}/u.test(name) && !words.includes(name.trim()))
        expect(shown).not.toContain(name.trim());
    }),
  );
});

test("hidden names are replaced with the number, unless numbers are hidden too", () => {
  expect(maskName(NO_NAMES, "Ana", 12)).toBe("Client #12");
  expect(maskName(NO_NAMES, "Ana", undefined)).toBe("Client");
  expect(maskName(NO_PHONES, "Ana", 12)).toBe("Ana");
  expect(maskName(NO_PHONES, "+12025550111", 12)).toBe("••• ••• 0111");
});

test("any client's name is masked, wherever it appears", () => {
  const hides = (name: string, words: string) => maskText(NO_NAMES, words, { name, phone: null });
  expect(hides("Aϲaa Nikos", "AϹAA")).toBe("•••");
  const part = fc.stringMatching(/^[\p{Lu}][\p{Ll}]{2,8}$/u);
  fc.assert(
    fc.property(fc.tuple(part, part), fc.string(), fc.string(), ([first, last], before, after) => {
      const words = `${before} ${first.toUpperCase()}, ${last}! ${first} ${last} ${after}`;
      const shown = maskText(NEITHER, words, { name: `${first} ${last}`, phone: null });
      const said = (shown.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());
      expect(said).not.toContain(first.toLowerCase());
      expect(said).not.toContain(last.toLowerCase());
    }),
  );
});

test("the client's own number is masked in any spelling", () => {
  const digits = fc.stringMatching(/^[2-9]\d{2}[2-9]\d{6}$/);
  const between = fc.constantFrom("", " ", ".", "-", " - ", "/");
  fc.assert(
    fc.property(digits, between, between, (number, one, other) => {
      const written = `(${number.slice(0, 3)})${one}${number.slice(3, 6)}${other}${number.slice(6)}`;
      const shown = maskText(NEITHER, `call ${written}, please`, {
        name: null,
        phone: `+1${number}`,
      });
      expect(shown.replace(/\D/g, "")).toBe(number.slice(-4));
    }),
  );
});

test.each([
  [NO_NAMES, "ana", "nothing"],
  [NO_NAMES, "555 01", "phones"],
  [NO_NAMES, "55", "nothing"],
  [NO_NAMES, "5550111 a", "nothing"],
  [NO_PHONES, "ana", "all"],
  [NO_PHONES, "5550111", "nothing"],
  [NO_PHONES, '"0111', "nothing"],
  [NO_PHONES, "ana 0111", "nothing"],
  [NO_PHONES, "+", "nothing"],
  [NEITHER, "ana", "nothing"],
  [NEITHER, "5550111", "nothing"],
  [reader(true, true), "anything", "all"],
] as const)("%#: a search looks only at what its user may see", (who, search, where) => {
  expect(searchScope(who, search)).toBe(where);
});
