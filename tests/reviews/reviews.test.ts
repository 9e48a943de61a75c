import { afterEach, beforeEach, expect, test } from "bun:test";
import { checkDatabase } from "#db/doctor.ts";
import { getSettings, recordGoogleSignInEnded } from "#src/platform/settings/settings.ts";
import { fetchIfDue } from "#src/reviews/fetch.ts";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { type OutsideStandIn, startOutsideStandIn } from "#tests/sandbox/outside-stand-in.ts";
import { contact } from "#tests/support/test-app.ts";
import { auditEntries, PLACE, type ReviewSalon, reviewSalon, signIn } from "./review-salon.ts";

let standIn: OutsideStandIn;
beforeEach(() => {
  standIn = startOutsideStandIn();
});
afterEach(async () => {
  expect([standIn.unexpected, standIn.bugs]).toEqual([[], []]);
  await standIn.stop();
});

const calls = () => standIn.asked.filter((one) => one.includes("/v4/")).length;
const connection = async (given: ReviewSalon) =>
  (await given.admin.request("GET", "/api/google-reviews/connection")).body;
const message = async (answer: ReturnType<ReviewSalon["fetch"]>) => {
  const { status, body } = await answer;
  return [status, body.message];
};

/** Ana's review, matched by her name, and one by an unknown reviewer. */
async function withAna(): Promise<ReviewSalon & { ana: number }> {
  const given = await reviewSalon(standIn);
  const ana = contact(given.app, given.admin, "Ana Silva", "+12025550111");
  standIn.google.add({ id: "AbF1", name: "Ana Silva", stars: 5, comment: "Lovely" });
  standIn.google.add({ id: "AbF2", name: "Glowgirl88", stars: 3 });
  expect((await given.fetch()).status).toBe(200);
  return { ...given, ana };
}

test("the list has the fields of the specification, newest first", async () => {
  const given = await withAna();
  const [, ana] = await given.list();
  expect(await given.list()).toMatchObject([
    { reviewerName: "Glowgirl88", contactId: null, contact: null },
    { reviewerName: "Ana Silva" },
  ]);
  expect(ana).toEqual({
    id: expect.any(Number),
    googleReviewId: "AbF1",
    reviewerName: "Ana Silva",
    rating: 5,
    reviewText: "Lovely",
    reviewTime: "2026-11-01T10:01:00.000Z",
    contactId: given.ana,
    contact: { id: given.ana, name: "Ana Silva", phoneNumber: "+12025550111" },
    manuallyMatched: false,
    discountApplied: false,
    checkedOff: false,
    checkedOffBy: null,
    checkedOffByUsername: null,
    checkedOffAt: null,
    createdAt: "2026-11-20T16:01:00.000Z",
    updatedAt: "2026-11-20T16:01:00.000Z",
  } as never);
  expect(await given.stats()).toEqual({ total: 2, matched: 1, discounted: 0 });
});

test("a fetch updates edits, marks deleted reviews, and restores returned ones with their records", async () => {
  const given = await withAna();
  const { id } = await given.by("Ana Silva");
  await given.admin.request("POST", `/api/google-reviews/${id}/check-off`);
  standIn.google.edit("AbF2", { comment: "Better than I said", stars: 4 });
  standIn.google.remove("AbF1");
  standIn.google.add({ name: "Jo Obi" });
  expect(await message(given.fetch())).toEqual([
    200,
    "1 review added, 1 review edited, 1 review removed at Google.",
  ]);
  expect(await given.list()).toMatchObject([
    { reviewerName: "Jo Obi" },
    { reviewerName: "Glowgirl88", rating: 4, reviewText: "Better than I said" },
  ]);
  expect(await given.stats()).toEqual({ total: 2, matched: 0, discounted: 0 });
  expect((await given.admin.request("POST", `/api/google-reviews/${id}/uncheck`)).status).toBe(404);

  standIn.google.add({ id: "AbF1", name: "Ana Silva", comment: "Back again" });
  expect(await message(given.fetch())).toEqual([200, "1 review added."]);
  expect(await given.by("Ana Silva")).toMatchObject({
    id,
    contactId: given.ana,
    checkedOff: true,
    reviewText: "Back again",
  });
  expect(await given.stats()).toEqual({ total: 3, matched: 1, discounted: 1 });
  expect(await message(given.fetch())).toEqual([200, "Nothing has changed at Google."]);
});

test("an interrupted list from Google changes nothing", async () => {
  const given = await withAna();
  for (let made = 0; made < 80; made += 1) standIn.google.add({});
  standIn.google.remove("AbF1");
  standIn.google.afterPage(1, () => standIn.google.failNext("broken", 2));
  expect((await given.fetch()).status).toBe(503);
  expect(await given.list()).toHaveLength(2);
  expect(await given.stats()).toEqual({ total: 2, matched: 1, discounted: 0 });
});

test("manual fetches run at most once in ten seconds, and concurrent ones share the result", async () => {
  const given = await withAna();
  const fetch = () => given.admin.request("POST", "/api/google-reviews/fetch");
  given.clock.now += 4_000;
  const soon = await fetch();
  expect([soon.status, soon.headers.get("retry-after")]).toEqual([429, "6"]);
  expect(soon.body.message).toBe("We just checked Google. Try again in 6 seconds.");
  given.clock.now += 6_000;
  const before = calls();
  const both = await Promise.all([fetch(), fetch()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(calls() - before).toBe(1);
});

test("reading the list doesn't ask Google, and polling returns 304 until something changes", async () => {
  const given = await withAna();
  const before = standIn.asked.length;
  for (const path of ["", "/stats", "/connection"]) {
    const read = (etag = "") =>
      given.admin.request("GET", `/api/google-reviews${path}`, undefined, {
        "if-none-match": etag,
      });
    const etag = (await read()).headers.get("etag") ?? "";
    expect((await read(etag)).status).toBe(304);
    const { id } = await given.by("Glowgirl88");
    await given.admin.request("DELETE", `/api/google-reviews/${id}/match`);
    expect((await read(etag)).status).toBe(200);
  }
  expect(standIn.asked.length).toBe(before);
});

test("reviews are fetched automatically when they are as old as the settings allow, and not before", async () => {
  const given = await reviewSalon(standIn, "none");
  await fetchIfDue(given.app);
  expect(standIn.asked).toEqual([]);
  signIn(given);
  await fetchIfDue(given.app);
  expect(calls()).toBe(1);
  given.clock.now += 59 * 60_000;
  await fetchIfDue(given.app);
  expect(calls()).toBe(1);
  given.clock.now += 60_000;
  standIn.google.add({});
  await fetchIfDue(given.app);
  expect([calls(), getSettings(given.app).googleReviewsLastFetchedAt]).toEqual([
    2,
    given.clock.now,
  ]);
  await given.admin.request("POST", "/api/settings", { googleReviewsCacheDurationMinutes: 5 });
  given.clock.now += 5 * 60_000;
  await fetchIfDue(given.app);
  expect(calls()).toBe(3);
  // A run that changes nothing isn't audited.
  expect(auditEntries(given).filter(([action]) => action === "review.fetch")).toEqual([
    ["review.fetch", "system", { added: 1, edited: 0 }],
  ]);
});

test("a failed fetch isn't retried early unless the settings change, and the screen says why", async () => {
  const given = await reviewSalon(standIn, "place");
  const places = () => standIn.asked.filter((one) => one.includes("/v1/places")).length;
  standIn.google.failNext("no-quota");
  await fetchIfDue(given.app);
  await fetchIfDue(given.app);
  expect(places()).toBe(1);
  expect(await connection(given)).toMatchObject({ source: "place", lastFetchedAt: null });
  expect((await connection(given)).problem).toContain("its quota is 0");
  given.clock.now += 60_000;
  await given.admin.request("POST", "/api/settings", PLACE);
  expect((await connection(given)).problem).toBeNull();
  await fetchIfDue(given.app);
  expect(places()).toBe(2);
  expect(await connection(given)).toEqual({
    source: "place",
    businessName: "",
    lastFetchedAt: new Date(given.clock.now).toISOString(),
    problem: null,
  });
});

test("a sign-in that Google ended is deleted, reported, and audited as the system's action", async () => {
  const given = await withAna();
  standIn.google.revoke();
  const [status, words] = await message(given.fetch());
  expect(status).toBe(409);
  expect(words).toStartWith("Google ended the connection. Sign in again.");
  expect(words).toContain("\nAn administrator does that in Settings.");
  expect(await connection(given)).toMatchObject({ source: "none", businessName: "" });
  expect((await connection(given)).problem).toContain("Google ended the connection");
  expect(auditEntries(given).at(-1)).toEqual(["settings.google_lost", "system", {}]);
  expect(await message(given.fetch())).toEqual([
    409,
    "Google isn't connected.\nAn administrator can connect it in Settings.",
  ]);
  // What was fetched stays.
  expect(await given.list()).toHaveLength(2);
});

test("a new sign-in is not deleted along with an expired one", async () => {
  const given = await reviewSalon(standIn);
  recordGoogleSignInEnded(given.app, "1//another");
  expect(await connection(given)).toMatchObject({ source: "account" });
});

test("connecting another business during a fetch doesn't mix the reviews of the two", async () => {
  const given = await withAna();
  for (let made = 0; made < 60; made += 1) standIn.google.add({});
  standIn.google.remove("AbF1");
  standIn.google.afterPage(1, () => signIn(given, "1//of-another"));
  expect(await message(given.fetch())).toEqual([
    409,
    "The Google connection changed during the fetch. Fetch again.",
  ]);
  expect(await given.list()).toHaveLength(2);
});

test.each([
  ["no-quota", 409, "its quota is 0"],
  ["busy", 429, "reached Google's limit for now"],
  ["malformed", 503, "unexpected reply"],
] as const)("%s is explained", async (fault, status, expectedText) => {
  const given = await reviewSalon(standIn);
  standIn.google.failNext(fault, 2);
  const [seen, said] = await message(given.fetch());
  expect(seen).toBe(status);
  expect(said).toContain(expectedText);
});

test("a sign-in without a business differs from no sign-in", async () => {
  const given = await reviewSalon(standIn, "none");
  expect((await given.fetch()).body.message).toStartWith("Google isn't connected.");
  standIn.feel("google", "no-quota");
  const { authUrl } = (await given.admin.request("GET", "/api/google-reviews/oauth/start")).body;
  const state = new URL(authUrl).searchParams.get("state") ?? "";
  await given.ask(
    `/api/google-reviews/oauth/callback?${new URLSearchParams({ code: KEYS.code, state })}`,
  );
  const { status, body } = await given.fetch();
  expect(status).toBe(409);
  expect(body.message).toStartWith("The Google account doesn't manage a business");
});

test("switching from key and place to a sign-in duplicates no review and keeps what was recorded", async () => {
  const given = await reviewSalon(standIn, "place");
  const ana = contact(given.app, given.admin, "Ana Silva", "+12025550111");
  standIn.google.add({ id: "AbF1", name: "Ana Silva", comment: "Lovely" });
  standIn.google.add({ id: "AbF2", name: "Ana Silva", comment: "Lovely, twice" });
  for (let made = 0; made < 8; made += 1) standIn.google.add({ name: `Other ${made}` });
  standIn.google.add({ id: "AbF9", name: "Bo Li", comment: "Fine" });
  await given.fetch();
  expect(await given.stats()).toMatchObject({ total: 5 });
  const bo = await given.by("Bo Li");
  await given.admin.request("POST", `/api/google-reviews/${bo.id}/match`, { contactId: ana });
  await given.admin.request("POST", `/api/google-reviews/${bo.id}/check-off`);

  signIn(given);
  expect(await message(given.fetch())).toEqual([
    200,
    "6 reviews added.\n2 reviews matched to contacts.",
  ]);
  expect(await given.stats()).toEqual({ total: 11, matched: 3, discounted: 1 });
  expect(await given.by("Bo Li")).toMatchObject({ id: bo.id, googleReviewId: "AbF9" });

  // And back: the newest five come under their other names.
  await given.admin.request("POST", "/api/google-reviews/oauth/disconnect");
  standIn.google.edit("AbF9", { comment: "Fine indeed", stars: 4 });
  expect((await message(given.fetch()))[1]).toStartWith("1 review edited.\n");
  expect(await given.stats()).toEqual({ total: 11, matched: 3, discounted: 1 });
  expect(await given.by("Bo Li")).toMatchObject({
    googleReviewId: "AbF9",
    reviewText: "Fine indeed",
    checkedOff: true,
  });
});

test("a user matches, checks off, unchecks and unmatches, and each step is audited", async () => {
  const given = await withAna();
  const desk = given.person("user", ["/reviews"]);
  const { id } = await given.by("Glowgirl88");
  const act = (method: string, what: string, body?: unknown) =>
    desk.request(method, `/api/google-reviews/${id}/${what}`, body);
  expect((await act("POST", "check-off")).status).toBe(409);
  expect((await act("POST", "uncheck")).status).toBe(409);
  const matched = await act("POST", "match", { contactId: given.ana });
  expect(matched.body).toMatchObject({ contactId: given.ana, manuallyMatched: true });
  given.clock.now += 1_000;
  const checked = await act("POST", "check-off");
  const told = {
    checkedOff: true,
    discountApplied: true,
    checkedOffBy: desk.id,
    checkedOffByUsername: desk.actor.username,
    checkedOffAt: new Date(given.clock.now).toISOString(),
  };
  expect(checked.body).toMatchObject(told);
  given.clock.now += 1_000;
  expect((await act("POST", "check-off")).body).toMatchObject(told);
  expect(await given.stats()).toEqual({ total: 2, matched: 2, discounted: 1 });

  // The discount was given to her: first it is taken back.
  const bea = contact(given.app, given.admin, "Bea Osei", "+12025550112");
  expect((await act("POST", "match", { contactId: bea })).status).toBe(409);
  expect((await act("DELETE", "match")).status).toBe(409);
  expect((await act("POST", "uncheck")).body).toMatchObject({
    checkedOff: false,
    checkedOffBy: null,
    checkedOffAt: null,
  });
  expect((await act("POST", "uncheck")).status).toBe(200);
  expect((await act("DELETE", "match")).body).toMatchObject({
    contactId: null,
    contact: null,
    manuallyMatched: false,
  });
  const mine = auditEntries(given).filter(([action]) => /match|check/.test(action));
  expect(mine.map(([action]) => action)).toEqual([
    "review.match",
    "review.check_off",
    "review.uncheck",
    "review.unmatch",
  ]);
  expect(mine[0]?.[2]).toEqual({ contact: given.ana });
});

test("what does not exist is refused with its field", async () => {
  const given = await withAna();
  const { id } = await given.by("Glowgirl88");
  const match = (review: number, body: unknown) =>
    given.admin.request("POST", `/api/google-reviews/${review}/match`, body);
  expect((await match(999, { contactId: given.ana })).status).toBe(404);
  expect(await match(id, { contactId: 999 })).toMatchObject({
    status: 400,
    body: { errors: { contactId: "This contact no longer exists." } },
  });
  expect((await match(id, {})).status).toBe(400);
  const before = await given.admin.request("GET", "/api/google-reviews?before=999");
  expect([before.status, Object.keys(before.body.errors)]).toEqual([400, ["before"]]);
  expect((await given.admin.request("GET", "/api/google-reviews?limit=201")).status).toBe(400);
});

test("deleting or erasing a contact removes the match and the discount of its reviews", async () => {
  const given = await withAna();
  const { id } = await given.by("Glowgirl88");
  const bea = contact(given.app, given.admin, "Bea Osei", "+12025550112");
  await given.admin.request("POST", `/api/google-reviews/${id}/match`, { contactId: bea });
  for (const name of ["Ana Silva", "Glowgirl88"])
    await given.admin.request("POST", `/api/google-reviews/${(await given.by(name)).id}/check-off`);
  expect(await given.stats()).toEqual({ total: 2, matched: 2, discounted: 2 });
  await given.admin.request("DELETE", `/api/contacts/${bea}`);
  await given.admin.request("POST", `/api/contacts/${given.ana}/erase`, { name: "Ana Silva" });
  expect(await given.stats()).toEqual({ total: 2, matched: 0, discounted: 0 });
  expect(await given.list()).toMatchObject(
    [1, 2].map(() => ({
      contactId: null,
      contact: null,
      manuallyMatched: false,
      checkedOff: false,
    })),
  );
  expect(checkDatabase(given.app.db).filter(({ isFine }) => !isFine)).toEqual([]);

  // Nobody decided that they stay unmatched.
  contact(given.app, given.admin, "Ana Silva", "+12025550113");
  await given.admin.request("POST", "/api/google-reviews/rematch");
  expect(await given.stats()).toEqual({ total: 2, matched: 1, discounted: 0 });
});

test("a client's export includes their reviews", async () => {
  const given = await withAna();
  const answer = await given.ask(`/api/contacts/${given.ana}/export`);
  const held = (await answer.json()) as { reviews: object[] };
  expect(held.reviews).toEqual([
    {
      at: "2026-11-01T10:01:00.000Z",
      reviewer: "Ana Silva",
      rating: 5,
      text: "Lovely",
      discountApplied: false,
    },
  ]);
});

test("pages continue without a gap, even after a review is deleted in between", async () => {
  const given = await reviewSalon(standIn);
  for (let made = 0; made < 230; made += 1) standIn.google.add({ id: `AbF${made}` });
  await given.fetch();
  const first = await given.list();
  expect(first).toHaveLength(200);
  const last = first.at(-1);
  standIn.google.remove(last?.googleReviewId ?? "");
  await given.fetch();
  const rest = await given.list(`?before=${last?.id}`);
  expect(rest.map((one) => one.googleReviewId)).toEqual(
    Array.from({ length: 30 }, (_, at) => `AbF${29 - at}`),
  );
  expect(await given.list(`?before=${last?.id}&limit=3`)).toHaveLength(3);
});

test("a search finds reviewers and contacts, by name in any order and by number, page by page", async () => {
  const given = await withAna();
  const { id } = await given.by("Glowgirl88");
  const lucia = contact(given.app, given.admin, "Ferrer, Lucía", "+12025550134");
  await given.admin.request("POST", `/api/google-reviews/${id}/match`, { contactId: lucia });
  for (let made = 0; made < 1_100; made += 1) standIn.google.add({ name: `Other ${made}` });
  standIn.google.add({ isAnonymous: true });
  await given.fetch();
  const found = async (q: string) =>
    (await given.list(`?q=${encodeURIComponent(q)}`)).map((one) => one.reviewerName);
  for (const q of ["glowgirl", "LUCIA", "lucía ferrer", "Ferrer, L", "0134", "(202) 555-0134"])
    expect([q, await found(q)]).toEqual([q, ["Glowgirl88"]]);
  expect(await found("silva ana")).toEqual(["Ana Silva"]);
  expect(await found("google user")).toEqual(["A Google user"]);
  for (const q of ["nobody like it", "***", "%", "lovely"]) expect(await found(q)).toEqual([]);
  const page = await given.list("?q=other&limit=2");
  expect(page.map((one) => one.reviewerName)).toEqual(["Other 1099", "Other 1098"]);
  const next = await given.list(`?q=other&limit=2&before=${page.at(-1)?.id}`);
  expect(next.map((one) => one.reviewerName)).toEqual(["Other 1097", "Other 1096"]);
});
