import { expect, test } from "bun:test";
import fc from "fast-check";
import { decideMeaning } from "#src/messaging/inbox/meaning.ts";
import { readOptOut } from "#src/messaging/inbox/opt-out/read-opt-out.ts";

/** One phrase per line; "\n" is a line break; lines that begin with "# " are headings. */
async function phrases(name: string): Promise<string[]> {
  const lines = (await Bun.file(new URL(`phrases/${name}.txt`, import.meta.url)).text()).split(
    "\n",
  );
  return lines
    .filter((line) => line !== "" && !line.startsWith("# "))
    .map((line) => line.replaceAll("\\n", "\n"));
}

const LABELS = { "opt-out": "opt-out", ambiguous: "unclear", not: "none" } as const;
const all = await Promise.all(
  (["opt-out", "ambiguous", "not"] as const).map(async (name) => ({
    name,
    texts: await phrases(name),
  })),
);

function meaningOf(body: string): string {
  const { kind } = decideMeaning({ body }, false);
  return kind === "opt-out" || kind === "unclear" ? kind : "none";
}

for (const { name, texts } of all)
  test(`every phrase of ${name}.txt is read as such`, () => {
    const wrong = texts.filter((body) => meaningOf(body) !== LABELS[name]);
    expect(wrong).toEqual([]);
  });

test("there are enough phrases, at least half of them no opt-outs, and no duplicates", () => {
  const texts = all.flatMap((one) => one.texts);
  expect(texts.length).toBeGreaterThanOrEqual(400);
  expect(all[2]?.texts.length).toBeGreaterThanOrEqual(texts.length / 2);
  expect(new Set(texts).size).toBe(texts.length);
});

test("case, final punctuation, an emoji and a signature don't change the result", () => {
  const plain = all.flatMap(({ texts }) => texts.filter((body) => /^[\p{L} ,.’']+$/u.test(body)));
  const changes = [
    (body: string) => body.toUpperCase(),
    (body: string) => `${body} 🙏`,
    (body: string) => `${body}\n\nSent from my iPhone`,
    (body: string) => body.replaceAll("'", "’"),
    (body: string) => `  ${body.replaceAll(" ", "  ")}\n`,
  ];
  const changed = plain.flatMap((body) =>
    changes.flatMap((change) =>
      meaningOf(change(body)) === meaningOf(body) ? [] : [change(body)],
    ),
  );
  expect(changed).toEqual([]);
});

test("a greeting before a sentence does not hide an opt-out", () => {
  const [optOut] = all;
  const sentences =
    optOut?.texts.filter((body) => /^[A-Za-z']+(?: [A-Za-z']+){2,}$/.test(body)) ?? [];
  const lost = sentences
    .map((body) => `Hi there. ${body}. Thank you!`)
    .filter((body) => meaningOf(body) === "none");
  expect(lost).toEqual([]);
});

test("a quotation or someone else's words are no request", () => {
  const [optOut] = all;
  const sentences = optOut?.texts.filter((body) => /^[A-Za-z' ]+$/.test(body)) ?? [];
  const taken = sentences
    .map((body) => `Loved “${body}”`)
    .filter((body) => meaningOf(body) !== "none");
  expect(taken).toEqual([]);
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
      expect(["opt-out", "ambiguous", "none"]).toContain(readOptOut(body));
    }),
  );
  for (const part of [
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
  ]) {
    const body = part.repeat(60_000 / part.length);
    const before = performance.now();
    readOptOut(body);
    expect(performance.now() - before).toBeLessThan(2_000);
  }
});
