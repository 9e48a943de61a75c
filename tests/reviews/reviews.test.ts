import { afterEach, beforeEach, expect, test } from "bun:test";
import { checkDatabase } from "#db/doctor.ts";
import { recordGoogleSignInEnded } from "#src/platform/settings/google-connection.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
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
const connection = async (parlor: ReviewSalon) =>
  (await parlor.admin.request("GET", "/api/google-reviews/connection")).body;
const message = async (answer: ReturnType<ReviewSalon["fetch"]>) => {
  const { status, body } = await answer;
  return [status, body.message];
};

/** Ana's review, matched by her name, and one by an unknown reviewer. */
async function withAna(): Promise<ReviewSalon & { ana: number }> {
  const parlor = await reviewSalon(standIn);
  const ana = contact(parlor.app, parlor.admin, "Ana Silva", "+12025550111");
  standIn.google.add({ id: "AbF1", name: "Ana Silva", stars: 5, comment: "Lovely" });
  standIn.google.add({ id: "AbF2", name: "Glowgirl88", stars: 3 });
  expect((await parlor.fetch()).status).toBe(200);
  return { ...parlor, ana };
}

test("the list has the fields of the specification, newest first", async () => {
  const parlor = await withAna();
  const [, ana] = await parlor.list();
  expect(await parlor.list()).toMatchObject([
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
    contactId: parlor.ana,
    contact: { id: parlor.ana, name: "Ana Silva", phoneNumber: "+12025550111" },
    manuallyMatched: false,
    discountApplied: false,
    checkedOff: false,
    checkedOffBy: null,
    checkedOffByUsername: null,
    checkedOffAt: null,
    createdAt: "2026-11-20T16:01:00.000Z",
    updatedAt: "2026-11-20T16:01:00.000Z",
  } as never);
  expect(await parlor.stats()).toEqual({ total: 2, matched: 1, discounted: 0 });
});

test("a fetch updates edits, marks deleted reviews, and restores returned ones with their records", async () => {
  const parlor = await withAna();
  const { id } = await parlor.by("Ana Silva");
  await parlor.admin.request("POST", `/api/google-reviews/${id}/check-off`);
  standIn.google.edit("AbF2", { comment: "Better than I said", stars: 4 });
  standIn.google.remove("AbF1");
  standIn.google.add({ name: "Jo Obi" });
  expect(await message(parlor.fetch())).toEqual([
    200,
    "1 review added, 1 review edited, 1 review removed at Google.",
  ]);
  expect(await parlor.list()).toMatchObject([
    { reviewerName: "Jo Obi" },
    { reviewerName: "Glowgirl88", rating: 4, reviewText: "Better than I said" },
  ]);
  expect(await parlor.stats()).toEqual({ total: 2, matched: 0, discounted: 0 });
  expect((await parlor.admin.request("POST", `/api/google-reviews/${id}/uncheck`)).status).toBe(
    404,
  );

  standIn.google.add({ id: "AbF1", name: "Ana Silva", comment: "Back again" });
  expect(await message(parlor.fetch())).toEqual([200, "1 review added."]);
  expect(await parlor.by("Ana Silva")).toMatchObject({
    id,
    contactId: parlor.ana,
    checkedOff: true,
    reviewText: "Back again",
  });
  expect(await parlor.stats()).toEqual({ total: 3, matched: 1, discounted: 1 });
  expect(await message(parlor.fetch())).toEqual([200, "Nothing has changed at Google."]);
});

test("an interrupted list from Google changes nothing", async () => {
  const parlor = await withAna();
  for (let made = 0; made < 80; made += 1) standIn.google.add({});
  standIn.google.remove("AbF1");
  standIn.google.afterPage(1, () => standIn.google.failNext("broken", 2));
  expect((await parlor.fetch()).status).toBe(503);
  expect(await parlor.list()).toHaveLength(2);
  expect(await parlor.stats()).toEqual({ total: 2, matched: 1, discounted: 0 });
});

test("manual fetches run at most once in ten seconds, and concurrent ones share the result", async () => {
  const parlor = await withAna();
  const fetch = () => parlor.admin.request("POST", "/api/google-reviews/fetch");
  parlor.clock.now += 4_000;
  const soon = await fetch();
  expect([soon.status, soon.headers.get("retry-after")]).toEqual([429, "6"]);
  expect(soon.body.message).toBe("We just checked Google. Try again in 6 seconds.");
  parlor.clock.now += 6_000;
  const before = calls();
  const both = await Promise.all([fetch(), fetch()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(calls() - before).toBe(1);
});

test("reading the list doesn't ask Google, and polling returns 304 until something changes", async () => {
  const parlor = await withAna();
  const before = standIn.asked.length;
  for (const path of ["", "/stats", "/connection"]) {
    const read = (etag = "") =>
      parlor.admin.request("GET", `/api/google-reviews${path}`, undefined, {
        "if-none-match": etag,
      });
    const etag = (await read()).headers.get("etag") ?? "";
    expect((await read(etag)).status).toBe(304);
    const { id } = await parlor.by("Glowgirl88");
    await parlor.admin.request("DELETE", `/api/google-reviews/${id}/match`);
    expect((await read(etag)).status).toBe(200);
  }
  expect(standIn.asked.length).toBe(before);
});

test("reviews are fetched automatically when they are as old as the settings allow, and not before", async () => {
  const parlor = await reviewSalon(standIn, "none");
  await fetchIfDue(parlor.app);
  expect(standIn.asked).toEqual([]);
  signIn(parlor);
  await fetchIfDue(parlor.app);
  expect(calls()).toBe(1);
  parlor.clock.now += 59 * 60_000;
  await fetchIfDue(parlor.app);
  expect(calls()).toBe(1);
  parlor.clock.now += 60_000;
  standIn.google.add({});
  await fetchIfDue(parlor.app);
  expect([calls(), getSettings(parlor.app).googleReviewsLastFetchedAt]).toEqual([
    2,
    parlor.clock.now,
  ]);
  await parlor.admin.request("POST", "/api/settings", { googleReviewsCacheDurationMinutes: 5 });
  parlor.clock.now += 5 * 60_000;
  await fetchIfDue(parlor.app);
  expect(calls()).toBe(3);
  // A clock that was ahead once doesn't end the fetches.
  parlor.clock.now += 400 * 24 * 3_600_000;
  await fetchIfDue(parlor.app);
  parlor.clock.now -= 400 * 24 * 3_600_000;
  await fetchIfDue(parlor.app);
  await fetchIfDue(parlor.app);
  expect(calls()).toBe(5);
  // A run that changes nothing isn't audited.
  expect(auditEntries(parlor).filter(([action]) => action === "review.fetch")).toEqual([
    ["review.fetch", "system", { added: 1, edited: 0 }],
  ]);
});

test("a failed fetch isn't retried early unless the settings change, and the screen says why", async () => {
  const parlor = await reviewSalon(standIn, "place");
  const places = () => standIn.asked.filter((one) => one.includes("/v1/places")).length;
  standIn.google.failNext("no-quota");
  await fetchIfDue(parlor.app);
  await fetchIfDue(parlor.app);
  expect(places()).toBe(1);
  expect(await connection(parlor)).toMatchObject({ source: "place", lastFetchedAt: null });
  expect((await connection(parlor)).problem).toContain("its quota is 0");
  parlor.clock.now += 60_000;
  await parlor.admin.request("POST", "/api/settings", PLACE);
  expect((await connection(parlor)).problem).toBeNull();
  await fetchIfDue(parlor.app);
  expect(places()).toBe(2);
  expect(await connection(parlor)).toEqual({
    source: "place",
    businessName: "",
    lastFetchedAt: new Date(parlor.clock.now).toISOString(),
    problem: null,
  });
});

test("a sign-in that Google ended is deleted, reported, and audited as the system's action", async () => {
  const parlor = await withAna();
  standIn.google.revoke();
  const [status, words] = await message(parlor.fetch());
  expect(status).toBe(409);
  expect(words).toStartWith("Google ended the connection. Sign in again.");
  expect(words).toContain("\nAn administrator can do that in Settings.");
  expect(await connection(parlor)).toMatchObject({ source: "none", businessName: "" });
  expect((await connection(parlor)).problem).toContain("Google ended the connection");
  expect(auditEntries(parlor).at(-1)).toEqual(["settings.google_lost", "system", {}]);
  expect(await message(parlor.fetch())).toEqual([
    409,
    "Google isn't connected.\nAn administrator can connect it in Settings.",
  ]);
  // What was fetched stays.
  expect(await parlor.list()).toHaveLength(2);
});

test("a new sign-in is not deleted along with an expired one", async () => {
  const parlor = await reviewSalon(standIn);
  recordGoogleSignInEnded(parlor.app, "1//another");
  expect(await connection(parlor)).toMatchObject({ source: "account" });
});

test("connecting another business during a fetch doesn't mix the reviews of the two", async () => {
  const parlor = await withAna();
  for (let made = 0; made < 60; made += 1) standIn.google.add({});
  standIn.google.remove("AbF1");
  standIn.google.afterPage(1, () => signIn(parlor, "1//of-another"));
  expect(await message(parlor.fetch())).toEqual([
    409,
    "The Google connection changed during the fetch. Fetch again.",
  ]);
  expect(await parlor.list()).toHaveLength(2);
});

test.each([
  ["no-quota", 409, "its quota is 0"],
  ["busy", 429, "reached Google's limit for now"],
  ["malformed", 503, "unexpected reply"],
] as const)("%s is explained", async (fault, status, expectedText) => {
  const parlor = await reviewSalon(standIn);
  standIn.google.failNext(fault, 2);
  const [seen, said] = await message(parlor.fetch());
  expect(seen).toBe(status);
  expect(said).toContain(expectedText);
});

test("a sign-in without a business differs from no sign-in", async () => {
  const parlor = await reviewSalon(standIn, "none");
  expect((await parlor.fetch()).body.message).toStartWith("Google isn't connected.");
  standIn.feel("google", "no-quota");
  const { authUrl } = (await parlor.admin.request("GET", "/api/google-reviews/oauth/start")).body;
  const state = new URL(authUrl).searchParams.get("state") ?? "";
  await parlor.ask(
    `/api/google-reviews/oauth/callback?${new URLSearchParams({ code: KEYS.code, state })}`,
  );
  const { status, body } = await parlor.fetch();
  expect(status).toBe(409);
  expect(body.message).toStartWith("The Google account doesn't manage a business");
});

test("switching from key and place to a sign-in duplicates no review and keeps what was recorded", async () => {
  const parlor = await reviewSalon(standIn, "place");
  const ana = contact(parlor.app, parlor.admin, "Ana Silva", "+12025550111");
  standIn.google.add({ id: "AbF1", name: "Ana Silva", comment: "Lovely" });
  standIn.google.add({ id: "AbF2", name: "Ana Silva", comment: "Lovely, twice" });
  for (let made = 0; made < 8; made += 1) standIn.google.add({ name: `Other ${made}` });
  standIn.google.add({ id: "AbF9", name: "Bo Li", comment: "Fine" });
  await parlor.fetch();
  expect(await parlor.stats()).toMatchObject({ total: 5 });
  const bo = await parlor.by("Bo Li");
  await parlor.admin.request("POST", `/api/google-reviews/${bo.id}/match`, { contactId: ana });
  await parlor.admin.request("POST", `/api/google-reviews/${bo.id}/check-off`);

  signIn(parlor);
  expect(await message(parlor.fetch())).toEqual([
    200,
    "6 reviews added.\n2 reviews matched to contacts.",
  ]);
  expect(await parlor.stats()).toEqual({ total: 11, matched: 3, discounted: 1 });
  expect(await parlor.by("Bo Li")).toMatchObject({ id: bo.id, googleReviewId: "AbF9" });

  // And back: the newest five come under their other names.
  await parlor.admin.request("POST", "/api/google-reviews/oauth/disconnect");
  standIn.google.edit("AbF9", { comment: "Fine indeed", stars: 4 });
  expect((await message(parlor.fetch()))[1]).toStartWith("1 review edited.\n");
  expect(await parlor.stats()).toEqual({ total: 11, matched: 3, discounted: 1 });
  expect(await parlor.by("Bo Li")).toMatchObject({
    googleReviewId: "AbF9",
    reviewText: "Fine indeed",
    checkedOff: true,
  });
});

test("a user matches, checks off, unchecks and unmatches, and each step is audited", async () => {
  const parlor = await withAna();
  const desk = parlor.person("user", ["/reviews"]);
  const { id } = await parlor.by("Glowgirl88");
  const act = (method: string, what: string, body?: unknown) =>
    desk.request(method, `/api/google-reviews/${id}/${what}`, body);
  expect((await act("POST", "check-off")).status).toBe(409);
  expect((await act("POST", "uncheck")).status).toBe(409);
  const matched = await act("POST", "match", { contactId: parlor.ana });
  expect(matched.body).toMatchObject({ contactId: parlor.ana, manuallyMatched: true });
  parlor.clock.now += 1_000;
  const checked = await act("POST", "check-off");
  const told = {
    checkedOff: true,
    discountApplied: true,
    checkedOffBy: desk.id,
    checkedOffByUsername: desk.actor.username,
    checkedOffAt: new Date(parlor.clock.now).toISOString(),
  };
  expect(checked.body).toMatchObject(told);
  parlor.clock.now += 1_000;
  expect((await act("POST", "check-off")).body).toMatchObject(told);
  expect(await parlor.stats()).toEqual({ total: 2, matched: 2, discounted: 1 });

  // The discount was given to her: first it is taken back.
  const bea = contact(parlor.app, parlor.admin, "Bea Osei", "+12025550112");
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
  const mine = auditEntries(parlor).filter(([action]) => /match|check/.test(action));
  expect(mine.map(([action]) => action)).toEqual([
    "review.match",
    "review.check_off",
    "review.uncheck",
    "review.unmatch",
  ]);
  expect(mine[0]?.[2]).toEqual({ contact: parlor.ana });
});

test("what does not exist is refused with its field", async () => {
  const parlor = await withAna();
  const { id } = await parlor.by("Glowgirl88");
  const match = (review: number, body: unknown) =>
    parlor.admin.request("POST", `/api/google-reviews/${review}/match`, body);
  expect((await match(999, { contactId: parlor.ana })).status).toBe(404);
  expect(await match(id, { contactId: 999 })).toMatchObject({
    status: 400,
    body: { errors: { contactId: "This contact no longer exists." } },
  });
  expect((await match(id, {})).status).toBe(400);
  const before = await parlor.admin.request("GET", "/api/google-reviews?before=999");
  expect([before.status, Object.keys(before.body.errors)]).toEqual([400, ["before"]]);
  expect((await parlor.admin.request("GET", "/api/google-reviews?limit=201")).status).toBe(400);
});

test("deleting or erasing a contact removes the match and the discount of its reviews", async () => {
  const parlor = await withAna();
  const { id } = await parlor.by("Glowgirl88");
  const bea = contact(parlor.app, parlor.admin, "Bea Osei", "+12025550112");
  await parlor.admin.request("POST", `/api/google-reviews/${id}/match`, { contactId: bea });
  for (const name of ["Ana Silva", "Glowgirl88"])
    await parlor.admin.request(
      "POST",
      `/api/google-reviews/${(await parlor.by(name)).id}/check-off`,
    );
  expect(await parlor.stats()).toEqual({ total: 2, matched: 2, discounted: 2 });
  await parlor.admin.request("DELETE", `/api/contacts/${bea}`);
  await parlor.admin.request("POST", `/api/contacts/${parlor.ana}/erase`, { name: "Ana Silva" });
  expect(await parlor.stats()).toEqual({ total: 2, matched: 0, discounted: 0 });
  expect(await parlor.list()).toMatchObject(
    [1, 2].map(() => ({
      contactId: null,
      contact: null,
      manuallyMatched: false,
      checkedOff: false,
    })),
  );
  expect(checkDatabase(parlor.app.db).filter(({ isFine }) => !isFine)).toEqual([]);

  // Nobody decided that they stay unmatched.
  contact(parlor.app, parlor.admin, "Ana Silva", "+12025550113");
  await parlor.admin.request("POST", "/api/google-reviews/rematch");
  expect(await parlor.stats()).toEqual({ total: 2, matched: 1, discounted: 0 });
});

test("a client's export includes their reviews", async () => {
  const parlor = await withAna();
  const answer = await parlor.ask(`/api/contacts/${parlor.ana}/export`);
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
  const parlor = await reviewSalon(standIn);
  for (let made = 0; made < 230; made += 1) standIn.google.add({ id: `AbF${made}` });
  await parlor.fetch();
  const first = await parlor.list();
  expect(first).toHaveLength(200);
  const last = first.at(-1);
  standIn.google.remove(last?.googleReviewId ?? "");
  await parlor.fetch();
  const rest = await parlor.list(`?before=${last?.id}`);
  expect(rest.map((one) => one.googleReviewId)).toEqual(
    Array.from({ length: 30 }, (_, at) => `AbF${29 - at}`),
  );
  expect(await parlor.list(`?before=${last?.id}&limit=3`)).toHaveLength(3);
});

test("a search finds reviewers and contacts, by name in any order and by number, page by page", async () => {
  const parlor = await withAna();
  const { id } = await parlor.by("Glowgirl88");
  const lucia = contact(parlor.app, parlor.admin, "Ferrer, Lucía", "+12025550134");
  await parlor.admin.request("POST", `/api/google-reviews/${id}/match`, { contactId: lucia });
  for (let made = 0; made < 1_100; made += 1) standIn.google.add({ name: `Other ${made}` });
  standIn.google.add({ isAnonymous: true });
  await parlor.fetch();
  const found = async (q: string) =>
    (await parlor.list(`?q=${encodeURIComponent(q)}`)).map((one) => one.reviewerName);
  for (const q of ["glowgirl", "LUCIA", "lucía ferrer", "Ferrer, L", "0134", "(202) 555-0134"])
    expect([q, await found(q)]).toEqual([q, ["Glowgirl88"]]);
  expect(await found("silva ana")).toEqual(["Ana Silva"]);
  expect(await found("google user")).toEqual(["A Google user"]);
  for (const q of ["nobody like it", "***", "%", "lovely"]) expect(await found(q)).toEqual([]);
  const page = await parlor.list("?q=other&limit=2");
  expect(page.map((one) => one.reviewerName)).toEqual(["Other 1099", "Other 1098"]);
  const next = await parlor.list(`?q=other&limit=2&before=${page.at(-1)?.id}`);
  expect(next.map((one) => one.reviewerName)).toEqual(["Other 1097", "Other 1096"]);
});
