import { expect, test } from "bun:test";
import fc from "fast-check";
import { decideMeaning } from "#src/messaging/inbox/meaning.ts";
import { readOptOut } from "#src/messaging/inbox/opt-out/read-opt-out.ts";

type Reading = ReturnType<typeof readOptOut>;

/** One phrase per line; "\n" is a line break; lines that begin with "# " are headings. */
async function phrases(name: string): Promise<string[]> {
  const text = await Bun.file(new URL(`phrases/${name}.txt`, import.meta.url)).text();
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "))
    .map((line) => line.replaceAll("\\n", "\n"));
}

const [revocations, harmless] = await Promise.all([phrases("revocations"), phrases("harmless")]);

function readingOf(body: string): Reading {
  const { kind } = decideMeaning({ body }, false);
  return kind === "opt-out" ? kind : kind === "unclear" ? "unclear" : "none";
}

const readAs = (reading: Reading, texts: readonly string[]) =>
  texts.filter((body) => readingOf(body) === reading);

test("a wish to end texting is obeyed or held, in any words", () => {
  const missed = readAs("none", revocations);
  // Such as "take a hike": what says nothing about texts or a number can't be told from a chat.
  expect(missed.length).toBeLessThan(revocations.length * 0.01);
});

test("of harmless texts none opts out but a playful keyword, and at most 15% are held", () => {
  expect(readAs("opt-out", harmless)).toEqual(["Stoppp 😂😂"]);
  expect(readAs("unclear", harmless).length).toBeLessThan(harmless.length * 0.15);
});

test("of texts that nobody tuned the words to, 98% of wishes are obeyed or held, and 15% of others are held", async () => {
  const [wishes, others] = await Promise.all([
    phrases("revocations-unseen"),
    phrases("harmless-unseen"),
  ]);
  expect(readAs("none", wishes).length).toBeLessThanOrEqual(wishes.length * 0.02);
  expect(readAs("opt-out", others).length).toBeLessThanOrEqual(others.length * 0.01);
  expect(readAs("unclear", others).length).toBeLessThanOrEqual(others.length * 0.15);
});

test.each([
  "STOP",
  "Please stop texting me 🙏",
  "I want you to stop messaging this number",
  "take me off your list",
  "Hi, please remove my number from your texting list. Thanks",
  "no more texts",
  "unsubscribe me",
  "Wrong number. Please stop texting me.",
  "I no longer wish to receive text messages",
  "dejen de mandarme mensajes",
  "I don´t want texts",
  "donʼt text me",
])("%p opts out without staff", (body) => {
  expect(readingOf(body)).toBe("opt-out");
});

test.each(["Got it", "ok got it!", "I got it", "my number changed to 212 555 0188"])(
  "%p, which answers a reminder, is not held",
  (body) => {
    expect(readingOf(body)).toBe("none");
  },
);

test.each(["stp", "pls remvoe me", "unsuscribe", "cancle these mesages", "stoptexting"])(
  "%p is held in spite of its spelling",
  (body) => {
    expect(readingOf(body)).not.toBe("none");
  },
);

test.each([
  "Cancel please",
  "Please stop and go away",
  "block my number",
  "stop at once",
  "I said STOP by the way",
  "this is the last stop",
  "Remove 555-1234",
  "Ok\n> STOP",
  "Hi\n--\nStop texting me",
  "Sent from my iPhone STOP",
])("%p is held", (body) => {
  expect(readingOf(body)).toBe("unclear");
});

test("our own hint in quoted lines is no request", () => {
  expect(readingOf("> See you at 5. Reply STOP to opt out\nSee you then")).toBe("none");
});

test("a trigger in words that no list knows is held", () => {
  for (const trigger of ["stop", "unsubscribe", "lawyer", "DNC", "no texts", "wrong number"])
    expect(readingOf(`zorp ${trigger} quibble frobnicate`)).toBe("unclear");
});

test("the files have enough phrases, each of them once", () => {
  const texts = [...revocations, ...harmless];
  expect(texts.length).toBeGreaterThanOrEqual(2_900);
  expect(new Set(texts).size).toBe(texts.length);
});

test("case, final punctuation, an emoji and a signature don't change the result", () => {
  const plain = [...revocations, ...harmless].filter((body) => /^[\p{L} ,.’']+$/u.test(body));
  const changes = [
    (body: string) => body.toUpperCase(),
    (body: string) => `${body} 🙏`,
    (body: string) => `${body}\n\nSent from my iPhone`,
    (body: string) => body.replaceAll("'", "’"),
    (body: string) => `  ${body.replaceAll(" ", "  ")}\n`,
    (body: string) => [...body].join("\u200b"),
  ];
  const changed = plain.flatMap((body) =>
    changes.map((change) => change(body)).filter((other) => readingOf(other) !== readingOf(body)),
  );
  expect(changed).toEqual([]);
});

test("no word before or after a wish hides it", () => {
  const found = revocations.filter(
    (body) => /^[A-Za-z' ]+$/.test(body) && readingOf(body) !== "none",
  );
  const lost = found
    .flatMap((body) => [
      `Hi there. ${body}. Thank you!`,
      `haha ${body} lol`,
      `I love you guys but ${body}`,
    ])
    .filter((body) => readingOf(body) === "none");
  expect(lost.length / (3 * found.length)).toBeLessThan(0.02);
});

test("a reaction that repeats our text is no request", () => {
  const sentences = revocations.filter((body) => /^[A-Za-z' ]+$/.test(body));
  for (const body of sentences) expect(readingOf(`Loved “${body}”`)).toBe("none");
});

test("any text is read, in time proportional to its length", () => {
  const unit = fc.constantFrom(
    ..."stop texting me . don't “ \" ' send off list no more 🛑 - a s.t. not ( > \n unsubscribe".split(
      " ",
    ),
    " ",
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 300 }), (body) => {
      expect(["opt-out", "unclear", "none"]).toContain(readOptOut(body));
    }),
  );
  const parts = [
    "stop ",
    "don't ",
    '"',
    "'",
    "a ",
    "a.",
    "“",
    "no more ",
    "and ",
    "- ",
    "🛑",
    "no a ",
  ];
  for (const part of parts) {
    const body = part.repeat(60_000 / part.length);
    const before = performance.now();
    readOptOut(body);
    // A text has at most 1,600 characters. Reading that is quadratic in their number takes many seconds here.
    expect(performance.now() - before).toBeLessThan(1_000);
  }
});
