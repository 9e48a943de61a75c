import { expect, test } from "bun:test";
import fc from "fast-check";
import { findKeyword } from "#src/messaging/inbox/meaning.ts";
import { SLOTS } from "#src/messaging/inbox/opt-out/vocabulary.ts";
import { splitClauses } from "#src/messaging/inbox/opt-out/words.ts";

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
  "alto",
  "basta",
  "pare",
  "detener",
  "cancelar",
  "parar",
  "baja",
  "arret",
  "arrêt",
];

test("a stop word counts in any case, with spaces, punctuation and emoji", () => {
  const noise = fc.string({
    unit: fc.constantFrom(" ", ".", "!", "?", "\n", "\t", "-", "…", "🙏", "\u{1f621}"),
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...STOP), { minLength: 1, maxLength: 3 }),
      noise,
      noise,
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      (words, before, after, upper) => {
        const said = [...words.join(" ")]
          .map((sign, index) => (upper[index % upper.length] ? sign.toUpperCase() : sign))
          .join("");
        expect(findKeyword(before + said + after)).toBe("stop");
      },
    ),
  );
});

test("only a bare START or YES opts in: an answer to the confirmation of a STOP may be polite", () => {
  expect(["START", "Yes please", "unstop!"].map(findKeyword)).toEqual(["start", "yes", "start"]);
  for (const body of ["Yes, thanks. Goodbye", "yes bye", "ok yes", "Yes. Goodbye forever"])
    expect(findKeyword(body)).toBeUndefined();
});

test("a polite CANCEL may be about a visit, so staff read it", () => {
  expect(findKeyword("Cancel.")).toBe("stop");
  expect(["Please cancel", "Hi, please cancel, thanks"].map(findKeyword)).toEqual([
    undefined,
    undefined,
  ]);
});

test("a keyword inside other words doesn't count", () => {
  const known = `all sms text texts message messages ${Object.values(SLOTS).join(" ")}`;
  const allowed = new Set(known.trim().split(/\s+/));
  for (const word of STOP) allowed.add(word);
  fc.assert(
    fc.property(
      fc.constantFrom(...STOP, "help", "start"),
      fc.stringMatching(/^[a-z]{3,8}$/).filter(
        // As it is read: misspelled curses are courtesy of a kind.
        (word) =>
          !splitClauses(word)
            .flat()
            .some((one) => allowed.has(one)),
      ),
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
  ["Yes!", "yes"],
  ["UNSTOP", "start"],
  ["C", "confirm"],
  [" x. ", "cancel"],
  ["STOP ALL", "stop"],
  ["S.T.O.P.", "stop"],
  ["🛑", "stop"],
  ["STOP\n\nSent from my iPhone", "stop"],
  ["CC", undefined],
  ["stopp", "stop"],
  ["Stop please, thank you", "stop"],
  ["Start please", "start"],
  ["stop by", undefined],
] as const)("%p is %p", (body, keyword) => {
  expect(findKeyword(body)).toBe(keyword);
});
