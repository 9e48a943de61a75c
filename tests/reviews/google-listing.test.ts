import { afterEach, beforeEach, expect, test } from "bun:test";
import fc from "fast-check";
import { connectGoogle } from "#src/platform/providers/google/google.ts";
import type { ReviewListing, ReviewsAccess } from "#src/platform/providers/reviews.ts";
import type { Fault } from "#tests/sandbox/google-book.ts";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { type OutsideStandIn, startOutsideStandIn } from "#tests/sandbox/outside-stand-in.ts";
import { freePort } from "#tests/support/binary.ts";

let standIn: OutsideStandIn;
beforeEach(() => {
  standIn = startOutsideStandIn();
});
afterEach(async () => {
  expect([standIn.unexpected, standIn.bugs]).toEqual([[], []]);
  await standIn.stop();
});

const ACCOUNT: ReviewsAccess = {
  clientId: KEYS.clientId,
  clientSecret: KEYS.clientSecret,
  refreshToken: KEYS.refreshToken,
  accountId: "accounts/17",
  locationId: "locations/4",
  apiKey: undefined,
  placeId: undefined,
};
const PLACE: ReviewsAccess = {
  ...ACCOUNT,
  refreshToken: undefined,
  apiKey: KEYS.google,
  placeId: KEYS.placeId,
};

function list(access = ACCOUNT, config = standIn.config): Promise<ReviewListing> {
  return connectGoogle(config, access).list();
}

async function listReviews(access = ACCOUNT) {
  const listing = await list(access);
  if (listing.kind !== "listed") throw new Error(listing.message);
  return listing;
}

const idsOf = ({ reviews }: { reviews: readonly { id: string }[] }) =>
  reviews.map(({ id }) => id).toSorted();
const askedFor = (path: string) => standIn.asked.filter((one) => one.includes(path)).length;

test("a business without reviews has an empty, complete list", async () => {
  expect(await list()).toEqual({ kind: "listed", reviews: [], isComplete: true });
});

test("a review from Google is read with its author, stars, words, and both times", async () => {
  standIn.google.add({
    id: "AbF1",
    name: " Ana Silva ",
    stars: 4,
    comment: "Lovely\n",
    createTime: "2026-10-01T09:00:00.123456Z",
    updateTime: "2026-10-02T09:00:00Z",
  });
  standIn.google.add({ id: "AbF2", isAnonymous: true, stars: 1 });
  const { reviews } = await listReviews();
  expect(reviews.find(({ id }) => id === "AbF1")).toEqual({
    id: "AbF1",
    reviewerName: "Ana Silva",
    rating: 4,
    text: "Lovely",
    reviewedAt: Date.parse("2026-10-01T09:00:00.123Z"),
    changedAt: Date.parse("2026-10-02T09:00:00Z"),
  });
  expect(reviews.find(({ id }) => id === "AbF2")).toMatchObject({ reviewerName: "", text: "" });
});

test("all of many reviews are read with one token, page by page, and the first page is read again", async () => {
  const ids = Array.from({ length: 120 }, () => standIn.google.add({}));
  const listing = await listReviews();
  expect(listing.isComplete).toBe(true);
  expect(idsOf(listing)).toEqual(ids.toSorted());
  expect([askedFor("/token"), askedFor("/v4/")]).toEqual([1, 4]);
});

test("for any changes between two pages, no remaining review is lost or duplicated", async () => {
  const act = fc.record({
    kind: fc.constantFrom("add", "edit", "remove"),
    which: fc.nat(140),
    page: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 4 }), async (acts) => {
      const own = startOutsideStandIn();
      const there = new Set(Array.from({ length: 120 }, () => own.google.add({})));
      const edited = new Set<string>();
      const last = acts.at(-1);
      // All of them in one gap: the stand-in keeps one plan.
      own.google.afterPage(last?.page ?? 1, () => {
        for (const { kind, which } of acts) {
          const id = [...there][which % there.size] ?? "";
          if (kind === "add") there.add(own.google.add({}));
          if (kind === "edit") {
            own.google.edit(id, { comment: "changed my mind" });
            edited.add(id);
          }
          if (kind === "remove") {
            own.google.remove(id);
            there.delete(id);
          }
        }
      });
      const listing = await list(ACCOUNT, own.config);
      await own.stop();
      if (listing.kind !== "listed") throw new Error(listing.message);
      expect(listing.isComplete).toBe(true);
      expect(idsOf(listing)).toEqual([...there].toSorted());
      for (const { id, text } of listing.reviews)
        expect([id, text === "changed my mind"]).toEqual([id, edited.has(id)]);
    }),
    { numRuns: 40 },
  );
});

test("where reviews keep arriving, those seen are reported, and none is reported deleted", async () => {
  const ids = Array.from({ length: 60 }, () => standIn.google.add({}));
  const again = () =>
    standIn.google.afterPage(1, () => {
      standIn.google.add({});
      again();
    });
  again();
  const listing = await listReviews();
  expect(listing.isComplete).toBe(false);
  expect(idsOf(listing)).toEqual(expect.arrayContaining(ids));
});

test("a review without a rating is skipped, and no review is reported deleted", async () => {
  standIn.google.add({ id: "AbF1" });
  standIn.google.add({ id: "AbF2", stars: 0 });
  const listing = await listReviews();
  expect([idsOf(listing), listing.isComplete]).toEqual([["AbF1"], false]);
});

test("an access token that expires between two pages is renewed", async () => {
  const ids = Array.from({ length: 60 }, () => standIn.google.add({}));
  standIn.google.afterPage(1, () => standIn.google.expire());
  expect(idsOf(await listReviews())).toEqual(ids.toSorted());
  expect(askedFor("/token")).toBe(2);
});

test("one error on Google's side is retried, two are reported", async () => {
  standIn.google.add({ id: "AbF1" });
  standIn.google.failNext("broken");
  expect(idsOf(await listReviews())).toEqual(["AbF1"]);
  standIn.google.failNext("broken", 2);
  expect(await list()).toMatchObject({
    kind: "unavailable",
    message: "Google has problems right now. Try again later.",
  });
});

const REFUSALS: readonly (readonly [Fault, number, string, string])[] = [
  ["no-quota", 1, "refused", "its quota is 0"],
  ["busy", 1, "busy", "reached Google's limit for now"],
  ["malformed", 1, "unavailable", "unexpected reply"],
  ["not-verified", 1, "refused", "Verify the business"],
  ["expired", 2, "refused", "ended the connection"],
];
test.each(REFUSALS)(
  "%s is a value with a message, not an exception",
  async (fault, times, kind, message) => {
    standIn.google.add({});
    standIn.google.failNext(fault, times);
    const listing = await list();
    expect(listing.kind).toBe(kind as never);
    expect("message" in listing && listing.message).toContain(message);
  },
);

test("a refusal midway returns nothing, because half a list would look like deletions", async () => {
  for (let made = 0; made < 60; made += 1) standIn.google.add({});
  standIn.google.afterPage(1, () => standIn.google.failNext("busy"));
  expect((await list()).kind).toBe("busy");
});

test("a revoked permission ends the sign-in, and a wrong secret does not", async () => {
  standIn.google.revoke();
  expect(await list()).toMatchObject({ kind: "disconnected" });
  const wrong = await list({ ...ACCOUNT, clientSecret: "wrong" });
  expect(wrong).toMatchObject({ kind: "refused" });
  expect("message" in wrong && wrong.message).toContain("refused the OAuth client ID");
});

test("a business that the account doesn't have and an unreachable address are reported", async () => {
  const other = await list({ ...ACCOUNT, locationId: "locations/5" });
  expect("message" in other && other.message).toContain(
    "can't find the connected business anymore",
  );
  const nowhere = `http://127.0.0.1:${freePort()}`;
  for (const access of [ACCOUNT, PLACE])
    expect(
      await list(access, {
        ...standIn.config,
        googleOauthBase: nowhere,
        googleBusinessBase: nowhere,
      }),
    ).toEqual({ kind: "unavailable", message: "Google can't be reached right now." });
});

test("with a key and a place, the newest five are read, and nothing is known of the others", async () => {
  for (let made = 0; made < 7; made += 1) standIn.google.add({ comment: `words ${made}` });
  const listing = await listReviews(PLACE);
  expect(listing.isComplete).toBe(false);
  expect(listing.reviews.map(({ text }) => text).toSorted()).toEqual(
    [2, 3, 4, 5, 6].map((made) => `words ${made}`),
  );
  expect(listing.reviews[0]?.id).toStartWith(`places/${KEYS.placeId}/reviews/`);
});

test.each([
  ["an unknown place", { placeId: "ChIJ-nowhere" }, undefined, "doesn't know this place ID"],
  ["a wrong key", { apiKey: "AIza-wrong" }, undefined, "refused the API key"],
  ["a quota of 0", {}, "no-quota", "its quota is 0"],
  ["an answer that is none", {}, "malformed", "unexpected reply"],
] as const)("a Places refusal is explained: %s", async (_, change, fault, message) => {
  if (fault) standIn.google.failNext(fault);
  const listing = await list({ ...PLACE, ...change });
  expect("message" in listing && listing.message).toContain(message);
});

test("the account is preferred, and without either nothing is requested", async () => {
  await list({ ...ACCOUNT, apiKey: KEYS.google, placeId: KEYS.placeId });
  expect(askedFor("/v1/places")).toBe(0);
  const before = standIn.asked.length;
  expect(await list({ ...ACCOUNT, accountId: undefined })).toMatchObject({ kind: "refused" });
  expect(standIn.asked.length).toBe(before);
});
