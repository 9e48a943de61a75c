import { expect, test } from "bun:test";
import fc from "fast-check";
import { listLiveReviews } from "#db/reviews/reviews.ts";
import type {
  ListedReview,
  ReviewListing,
  ReviewsProvider,
} from "#src/platform/providers/reviews.ts";
import { OBLIGING } from "#tests/fakes/outside.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { PLACE, type Shown } from "./review-salon.ts";

/** A salon whose reviews at Google are those that the test writes. */
async function salon() {
  const google = new Map<string, ListedReview>();
  let isComplete = true;
  const list = async (): Promise<ReviewListing> => ({
    kind: "listed",
    reviews: [...google.values()],
    isComplete,
  });
  const provider = OBLIGING.reviews as unknown as () => ReviewsProvider;
  const parlor = testApp({ providers: { reviews: () => ({ ...provider(), list }) } });
  await parlor.admin.request("POST", "/api/settings", PLACE);
  let written = 0;
  return {
    ...parlor,
    google,
    partly: () => {
      isComplete = false;
    },
    write(reviewerName: string, id = `r${written}`) {
      written += 1;
      google.set(id, {
        id,
        reviewerName,
        rating: 5,
        text: "",
        reviewedAt: written * 1000,
        changedAt: written * 1000,
      });
      return id;
    },
    async fetch() {
      parlor.clock.now += 60_000;
      const { status, body } = await parlor.admin.request("POST", "/api/google-reviews/fetch");
      if (status !== 200) throw new Error(body.message);
      return body;
    },
    rematch: async () => (await parlor.admin.request("POST", "/api/google-reviews/rematch")).body,
    all: async (): Promise<Shown[]> =>
      (await parlor.admin.request("GET", "/api/google-reviews")).body,
  };
}

let phones = 12_025_550_000;
function client({ app, admin }: TestApp, name: string): number {
  phones += 1;
  return contact(app, admin, name, `+${phones}`);
}

/** The name of the contact that a review is matched to. */
async function matchOf(contacts: readonly string[], reviewer: string): Promise<string | undefined> {
  const parlor = await salon();
  for (const name of contacts) client(parlor, name);
  parlor.write(reviewer);
  await parlor.fetch();
  const [review] = await parlor.all();
  return review?.contact?.name;
}

test.each([
  ["the same name", ["Jane Doe"], "Jane Doe", "Jane Doe"],
  ["another case, accents and spaces", ["Lucía  FERRER"], "lucia ferrer", "Lucía  FERRER"],
  ["the last name first", ["Doe, Jane"], "Jane Doe", "Doe, Jane"],
  ["a sign in the name", ["Mary O'Brien"], "Mary O’Brien", "Mary O'Brien"],
  ["short names", ["Li Wu", "Li Wang"], "Wu, Li", "Li Wu"],
  ["short names with too many spaces", ["Li   Ng", "Jo Ng"], "Li Ng", "Li   Ng"],
  ["short names with a hyphen", ["Jo-Li Ng"], "jo li ng", "Jo-Li Ng"],
  ["one initial", ["Jane Doe", "Jane Roux"], "Jane D.", "Jane Doe"],
  ["one initial, and the last name first", ["Doe, Jane"], "Jane D", "Doe, Jane"],
  ["one initial, and a middle name", ["Jane Marie Doe"], "Jane D.", "Jane Marie Doe"],
  ["one initial of a double name", ["Jane Doe-Smith"], "Jane D.", "Jane Doe-Smith"],
  ["one initial after two letters", ["Jo Whitlock", "Joan Whitlock"], "Jo W.", "Jo Whitlock"],
  ["a first name alone, which is the contact's whole name", ["Cher"], "Cher", "Cher"],
] as const)("%s", async (_, contacts, reviewer, expected) => {
  expect(await matchOf(contacts, reviewer)).toBe(expected);
});

test.each([
  ["two of the same name", ["Jane Doe", "Jane Doe"], "Jane Doe"],
  ["two who are written differently, and short", ["Li Ng", " Li   Ng "], "Li Ng"],
  ["two who are written differently", ["Jane Doe", "DÓE, jane"], "Jane Doe"],
  ["two of the same initial", ["Jane Doe", "Jane Diaz"], "Jane D."],
  [
    "one contact with the short name, and one with the full name",
    ["Jane D.", "Jane Doe"],
    "Jane D",
  ],
  ["a first name that several have", ["Jane Doe"], "Jane"],
  ["a name within a longer one", ["Jane Doe-Smith"], "Jane Doe"],
  ["a name that the contact has shortened", ["Jane D."], "Jane Doe"],
  ["the names in another order", ["Doe Jane"], "Jane Doe"],
  ["an initial first", ["Jane Doe"], "J. Doe"],
  ["no one", ["A Google user"], "A Google user"],
  ["no one, in capitals", ["A Google user"], "A GOOGLE USER"],
  ["no name at all", ["Jane Doe"], ""],
  ["signs alone", ["***", "Jane Doe"], "***"],
  ["one letter that is a whole name", ["明 Doe"], "Jane 明"],
] as const)("matches no contact: %s", async (_, contacts, reviewer) => {
  expect(await matchOf(contacts, reviewer)).toBeUndefined();
});

const FIRST = ["Jane", "Jo", "Lucía", "Mary Ann", "Li", "D'Arcy", "Zoë"];
const LAST = ["Doe", "Diaz", "O'Brien", "Obi", "Ng", "Doe-Smith", "Müller"];

/** One of the many ways to write the same name. */
const written = fc
  .tuple(fc.constantFrom(...FIRST), fc.constantFrom(...LAST), fc.nat(5))
  .map(([first, last, how]) => {
    const plain = `${first} ${last}`;
    return (
      [plain, `${last}, ${first}`, plain.toUpperCase(), ` ${first}   ${last} `, bare(plain)][how] ??
      plain
    );
  });
const reviewer = fc.oneof(
  written,
  fc
    .tuple(fc.constantFrom(...FIRST), fc.constantFrom("D.", "d", "O", "M.", "N."))
    .map((parts) => parts.join(" ")),
  fc.constantFrom("A Google user", "", "Jane", "Glowgirl88"),
);

function bare(text: string): string {
  return text.normalize("NFD").replace(/\p{M}|'/gu, "");
}

/** A slow reference implementation that compares every contact. */
function oracle(
  contacts: readonly { id: number; name: string }[],
  reviewerName: string,
): number | null {
  if (/^a google user$/i.test(reviewerName) || reviewerName === "") return null;
  const partsOf = (name: string) => {
    const [last = "", first] = name.split(",");
    const parts = (first === undefined ? name : `${first} ${last}`).trim().split(/\s+/);
    const clean = parts.map((word) => bare(word).toLowerCase().replace(/[.]/g, ""));
    return { firstNames: clean.slice(0, -1), last: clean.at(-1) ?? "" };
  };
  const asked = partsOf(reviewerName);
  const isShort = asked.last.length === 1;
  const fitting = contacts.filter(({ name }) => {
    const { firstNames, last } = partsOf(name);
    if (isShort)
      return (
        last[0] === asked.last &&
        asked.firstNames.every((word, index) => firstNames[index] === word)
      );
    const whole = (one: typeof asked) => [...one.firstNames, one.last].join(" ").replace(/-/g, " ");
    return whole({ firstNames, last }) === whole(asked);
  });
  return fitting.length === 1 ? (fitting[0]?.id ?? null) : null;
}

test("for any contacts and reviewers, the match equals a comparison with every contact", async () => {
  let some = 0;
  let none = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(written, { maxLength: 12 }),
      fc.array(reviewer, { minLength: 1, maxLength: 10 }),
      async (book, reviewers) => {
        const parlor = await salon();
        const contacts = book.map((name) => ({ id: client(parlor, name), name }));
        // Reviewers with the names of some contacts, so that there are matches.
        for (const name of [...reviewers, ...book.slice(0, 4).map(bare)]) parlor.write(name);
        await parlor.fetch();
        for (const review of await parlor.all()) {
          const name = parlor.google.get(review.googleReviewId)?.reviewerName ?? "";
          const expected = oracle(contacts, name);
          expect([name, book, review.contactId]).toEqual([name, book, expected]);
          if (expected === null) none += 1;
          else some += 1;
        }
      },
    ),
    { numRuns: 100 },
  );
  // Otherwise nothing would have been compared.
  expect([some > 30, none > 30]).toEqual([true, true]);
});

type Step =
  | { readonly kind: "fetch" | "rematch" }
  | { readonly kind: "rename" | "gone" | "back"; readonly which: number }
  | { readonly kind: "newClient"; readonly name: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom({ kind: "fetch" } as const, { kind: "rematch" } as const),
  fc.record({ kind: fc.constantFrom("rename", "gone", "back"), which: fc.nat(5) }),
  fc.record({ kind: fc.constant("newClient" as const), name: written }),
);

test("a person's decision survives any order of fetches, matches, edits and deletions", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const parlor = await salon();
      const { request } = parlor.admin;
      const somebody = client(parlor, "Somebody Else");
      client(parlor, "Jane Doe");
      for (const name of ["Jane Doe", "Jane Doe", "Jo Obi", "Jane D.", "Zoë Ng", "Li Ng"])
        parlor.write(name);
      await parlor.fetch();
      const before = (await parlor.all()).toReversed();
      const [matched, unmatched, discounted] = before.map(({ id }) => id);
      await request("POST", `/api/google-reviews/${matched}/match`, { contactId: somebody });
      await request("DELETE", `/api/google-reviews/${unmatched}/match`);
      await request("POST", `/api/google-reviews/${discounted}/match`, { contactId: somebody });
      await request("POST", `/api/google-reviews/${discounted}/check-off`);

      for (const one of steps) {
        if (one.kind === "fetch") await parlor.fetch();
        if (one.kind === "rematch") await parlor.rematch();
        if (one.kind === "newClient") client(parlor, one.name);
        if (one.kind === "gone") parlor.google.delete(`r${one.which}`);
        if (one.kind === "back") parlor.write("Jane Doe", `r${one.which}`);
        if (one.kind === "rename" && parlor.google.has(`r${one.which}`))
          parlor.write("Jo Obi", `r${one.which}`);
      }
      for (const which of [0, 1, 2]) parlor.write("Jane Doe", `r${which}`);
      await parlor.fetch();
      await parlor.rematch();
      const now = new Map((await parlor.all()).map((review) => [review.id, review]));
      expect(now.get(matched ?? 0)).toMatchObject({ contactId: somebody, manuallyMatched: true });
      expect(now.get(unmatched ?? 0)).toMatchObject({ contactId: null, manuallyMatched: false });
      expect(now.get(discounted ?? 0)).toMatchObject({ contactId: somebody, checkedOff: true });
    }),
    { numRuns: 25 },
  );
});

test("a new contact is matched at the next fetch, and a rematch removes the match once a second contact has that name", async () => {
  const parlor = await salon();
  parlor.write("Jane Doe");
  await parlor.fetch();
  expect((await parlor.all())[0]?.contactId).toBeNull();
  const jane = client(parlor, "Jane Doe");
  expect(await parlor.fetch()).toEqual({
    message:
      "Nothing has changed at Google.\n1 review matched to a contact.\nWith an API key, Google only shares the newest 5 reviews. Connect your Google account to get them all.",
  });
  expect((await parlor.all())[0]?.contactId).toBe(jane);

  client(parlor, "doe, jane");
  await parlor.fetch();
  expect((await parlor.all())[0]?.contactId).toBe(jane);
  expect(await parlor.rematch()).toEqual({
    message:
      "No other reviews match a contact by name.\n1 match was removed because the name no longer matches exactly one contact.",
    matched: 0,
  });
  const { logs } = (await parlor.admin.request("GET", "/api/audit-logs?action=review.rematch"))
    .body as { logs: { metadata: object }[] };
  expect(logs[0]?.metadata).toEqual({ matched: 0, matchesRemoved: 1 });
  expect((await parlor.all())[0]?.contactId).toBeNull();
});

test("a reviewer who renames themselves is matched again, unless a discount was given", async () => {
  const parlor = await salon();
  const jane = client(parlor, "Jane Doe");
  const zoe = client(parlor, "Zoë Ng");
  for (const id of ["a", "b"]) parlor.write("Jane Doe", id);
  await parlor.fetch();
  const [b] = await parlor.all();
  await parlor.admin.request("POST", `/api/google-reviews/${b?.id}/check-off`);
  for (const id of ["a", "b"]) parlor.write("Zoe Ng", id);
  await parlor.fetch();
  const found = (await parlor.all()).map((one) => [one.googleReviewId, one.contactId]);
  expect(found.toSorted()).toEqual([
    ["a", zoe],
    ["b", jane],
  ]);
});

test("thousands of reviews are matched without delaying other requests", async () => {
  const parlor = await salon();
  parlor.partly();
  for (let made = 0; made < 300; made += 1) client(parlor, `Jane Doe${made}`);
  for (let made = 0; made < 3_000; made += 1) parlor.write(`Jane Doe${made % 400}`);
  let turns = 0;
  const watch = setInterval(() => {
    turns += 1;
  }, 1);
  await parlor.fetch();
  clearInterval(watch);
  expect(listLiveReviews(parlor.app.db, 0, 5_000)).toHaveLength(3_000);
  // In one go it would be a turn or two.
  expect(turns).toBeGreaterThan(15);
});
