import { expect, setDefaultTimeout, test } from "bun:test";
import { confirmedCode } from "#tests/billing/checkout/codes.ts";
import { membersStand } from "#tests/billing/checkout/members-stand.ts";

// The first request loads the payment SDK.
setDefaultTimeout(60_000);

const ADA = "+12025550111";
const BEA = "+12025550112";
const WHOSE = "/api/membership/portal/subscriptions";

test("a member signs in with a code and sees their memberships", async () => {
  const { join, member } = await membersStand();
  await join();
  const ada = await member(ADA);
  expect((await ada("GET", "/api/membership/session")).body).toEqual({
    contactName: "Ada Lovelace",
    phoneNumber: ADA,
  });
  const { body } = await ada("GET", WHOSE);
  expect(body).toMatchObject([
    {
      status: "active",
      cancelAtPeriodEnd: false,
      membership: { name: "Glow Club", price: "49.00", billingFrequency: "month" },
    },
  ]);
  const pdf = await ada("GET", `${WHOSE}/${body[0].id}/agreement`);
  expect([pdf.status, pdf.headers.get("content-type"), pdf.body.slice(0, 5)]).toEqual([
    200,
    "application/pdf",
    "%PDF-",
  ]);
  expect((await ada("GET", "/membership/portal")).status).toBe(200);
  await ada("POST", "/api/membership/logout");
  expect((await ada("GET", "/api/membership/session")).status).toBe(401);
  expect((await ada("GET", "/membership/portal")).headers.get("location")).toBe(
    "/membership/login",
  );
});

test("a member's sign-in and sign-out are in the audit log", async () => {
  const { app, join, member } = await membersStand();
  await join();
  const ada = await member(ADA);
  await ada("POST", "/api/membership/logout");
  const entries = app.db
    .query("select action from audit_logs where action like 'membership.log%' order by id")
    .values();
  expect(entries).toEqual([["membership.login"], ["membership.logout"]]);
});

test("another member's data can't be read by any id", async () => {
  const { join, member, stripe } = await membersStand();
  await join();
  await join({ contactName: "Bea", contactPhone: BEA });
  const bea = await member(BEA);
  const own = (await bea("GET", WHOSE)).body.map((one: { id: number }) => one.id);
  expect(own).toEqual([2]);
  const asked = stripe.asked.length;
  for (const [method, path, body] of [
    ["GET", `${WHOSE}/1/agreement`, undefined],
    ["POST", "/api/membership/portal/cancel-subscription", { subscriptionId: 1 }],
    ["POST", "/api/membership/portal/create-portal-session", { subscriptionId: 1 }],
    ["POST", "/api/membership/portal/cancel-subscription", { subscriptionId: 99 }],
  ] as const)
    expect([path, (await bea(method, path, body)).status]).toEqual([path, 404]);
  expect(stripe.asked.length).toBe(asked);
});

test("a member cancels once, keeps the period, and sees it end", async () => {
  const { join, member, pass, app } = await membersStand();
  await join();
  const ada = await member(ADA);
  const cancel = () =>
    ada("POST", "/api/membership/portal/cancel-subscription", { subscriptionId: 1 });
  const first = await cancel();
  expect([first.status, first.body.status, first.body.cancelAtPeriodEnd]).toEqual([
    200,
    "active",
    true,
  ]);
  expect((await cancel()).status).toBe(409);
  pass(40);
  const { reconcile } = await import("#src/billing/stripe/reconcile.ts");
  await reconcile(app);
  // The session is over by then too.
  const again = await member(ADA);
  expect((await again("GET", WHOSE)).body).toEqual([]);
});

test("the card can be changed at Stripe", async () => {
  const { join, member } = await membersStand();
  await join();
  const ada = await member(ADA);
  const { status, body } = await ada("POST", "/api/membership/portal/create-portal-session", {
    subscriptionId: 1,
  });
  expect([status, body.url]).toEqual([200, expect.stringMatching(/^http/)]);
});

test("requesting a code doesn't reveal who is a member, and a stranger gets no text", async () => {
  const parlor = await membersStand();
  await parlor.join();
  const ask = (phoneNumber: string) =>
    parlor.visitor("POST", "/api/membership/request-code", { phoneNumber });
  const [known, unknown] = [await ask(ADA), await ask(BEA)];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(confirmedCode(parlor, ADA)).toMatch(/^\d{6}$/);
  expect(confirmedCode(parlor, BEA)).toBe("");
});

test("codes are sent only to the countries chosen in Settings", async () => {
  const parlor = await membersStand();
  const allow = (verificationCountries: readonly string[]) =>
    parlor.admin.request("POST", "/api/settings", { verificationCountries });
  await allow(["us", "gb"]);
  await parlor.join({ contactPhone: "+442079460018" });
  await allow(["us"]);
  const ask = () =>
    parlor.visitor("POST", "/api/membership/request-code", { phoneNumber: "+442079460018" });
  expect((await ask()).body.errors.phoneNumber).toBe(
    "We can't text codes to numbers in this country.",
  );
  await allow(["us", "gb"]);
  expect((await ask()).status).toBe(200);
  expect(confirmedCode(parlor, "+442079460018")).toMatch(/^\d{6}$/);
});

test("codes can't be guessed, and too many tries invalidate the right one too", async () => {
  const parlor = await membersStand();
  await parlor.join();
  const { visitor } = parlor;
  await visitor("POST", "/api/membership/request-code", { phoneNumber: ADA });
  const code = confirmedCode(parlor, ADA);
  const wrong = code === "000000" ? "111111" : "000000";
  const verify = (typed: string) =>
    visitor("POST", "/api/membership/verify-code", { phoneNumber: ADA, code: typed });
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) statuses.push((await verify(wrong)).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await verify(code)).status).toBe(429);
  parlor.clock.now += 16 * 60_000;
  expect((await verify(code)).status).toBe(400);
});

test("a code is good for one sign-in", async () => {
  const parlor = await membersStand();
  await parlor.join();
  await parlor.member(ADA);
  const code = confirmedCode(parlor, ADA);
  const { status } = await parlor.visitor("POST", "/api/membership/verify-code", {
    phoneNumber: ADA,
    code,
  });
  expect(status).toBe(400);
});

test("what clients read of a page needs no sign-in and doesn't mention Parlor", async () => {
  const { hono, membershipId, admin } = await membersStand();
  for (const [path, status, message] of [
    [`/membership/signup/${membershipId}`, 200, "Glow Club"],
    ["/membership/signup/0198c0de-0000-7000-8000-000000000000", 404, "Membership Not Found"],
    ["/membership/signup/nonsense", 404, "Invalid Link"],
    ["/membership/signup", 200, "Invalid Link"],
    ["/membership/success?session_id=x", 200, "Member Portal"],
    ["/membership/login", 200, "Member Sign In"],
  ] as const) {
    const answer = await hono.request(path);
    const html = await answer.text();
    expect([path, answer.status]).toEqual([path, status]);
    expect(html).toContain(message);
    expect(html).not.toMatch(/parlor\b/i);
    // Staff may look, too.
    expect((await admin.open(path)).status).toBe(status);
  }
  expect((await admin.open("/forgot-password")).status).toBe(302);
});
