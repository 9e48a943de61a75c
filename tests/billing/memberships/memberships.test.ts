import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#db/connection.ts";
import { setApproved } from "#db/platform/users.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { markUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import { membersStand, sessionIn, signUpBody } from "#tests/billing/checkout/members-stand.ts";
import { newFolder } from "#tests/support/binary.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

// The first request loads the payment SDK.
setDefaultTimeout(60_000);

const WANTED = { name: "Glow Club", description: "A facial", price: "49.5" };
const PAGES = ["/memberships", "/subscriptions"];

test("an admin's membership is approved at once, other users' wait for approval", async () => {
  const { admin, person } = testApp();
  const own = await admin.request("POST", "/api/memberships", WANTED);
  expect([own.status, own.body]).toMatchObject([
    201,
    { status: "approved", price: "49.50", billingFrequency: "month", approvedBy: admin.id },
  ]);
  const { request } = person("user", PAGES);
  const { body } = await request("POST", "/api/memberships", WANTED);
  expect(body.status).toBe("pending");
  await admin.request("POST", `/api/memberships/${body.id}/approve`);
  expect((await admin.request("POST", `/api/memberships/${body.id}/reject`)).status).toBe(409);
});

test.each([
  [{ price: "ten" }, "price", "Price must be a valid number"],
  [{ price: "1.234" }, "price", "Price must be a valid number"],
  [{ price: "-5" }, "price", "Price must be a valid number"],
  [{ name: " " }, "name", "Name is required"],
  [
    { billingFrequency: "day" },
    "billingFrequency",
    "Billing frequency must be month, year, or week",
  ],
])("%j is refused with a message", async (wrong, field, expectedText) => {
  const { admin } = testApp();
  const { status, body } = await admin.request("POST", "/api/memberships", { ...WANTED, ...wrong });
  expect([status, body.errors[field]]).toEqual([400, expectedText]);
});

test("the author of a waiting membership can change its text, never its price", async () => {
  const { admin, person } = testApp();
  const [own, other] = [person("user", PAGES), person("user", PAGES)];
  const { body } = await own.request("POST", "/api/memberships", WANTED);
  const change = (who: typeof own, to: object) =>
    who.request("PATCH", `/api/memberships/${body.id}`, to).then(({ status }) => status);
  expect(await change(own, { description: "Two facials" })).toBe(200);
  expect(await change(own, { price: "49.50" })).toBe(200);
  expect(await change(own, { price: "1.00" })).toBe(403);
  expect(await change(own, { billingFrequency: "year" })).toBe(403);
  expect(await change(own, { agreementText: "Mine" })).toBe(403);
  expect(await change(other, { description: "No facial" })).toBe(403);
  await admin.request("POST", `/api/memberships/${body.id}/approve`);
  expect(await change(own, { description: "Three facials" })).toBe(403);
  expect(await change(admin, { price: "59.00" })).toBe(200);
});

test("an invite texts the sign-up link, and is refused for a client who opted out", async () => {
  const parlor = testApp();
  const { app, admin, sms, sendAll } = parlor;
  const ada = contact(app, admin, "Ada", "+12025550111");
  const { body } = await admin.request("POST", "/api/memberships", WANTED);
  const invite = (contactId: number) =>
    admin.request("POST", `/api/memberships/${body.id}/send-invite`, { contactId });
  expect((await invite(ada)).body.message).toBe("Invite sent successfully");
  await sendAll();
  expect(sms.sent.at(-1)?.body).toContain(`/membership/signup/${body.id}`);
  await admin.request("POST", `/api/contacts/${ada}/opt-out`);
  const refused = await invite(ada);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "This contact has opted out and cannot receive messages",
  ]);
  expect((await invite(99)).status).toBe(404);
});

test("an invite to a number that can't receive texts is refused", async () => {
  const parlor = testApp();
  const { app, admin, sms, sendAll } = parlor;
  const ada = contact(app, admin, "Ada", "+12025550111");
  markUndeliverable(app, "+12025550111", { code: null, at: app.now() });
  const { body } = await admin.request("POST", "/api/memberships", WANTED);
  const path = `/api/memberships/${body.id}/send-invite`;
  const refused = await admin.request("POST", path, { contactId: ada });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This client's number can't receive texts, so the invite wasn't sent.",
  ]);
  await sendAll();
  expect(sms.sent).toEqual([]);
});

test("a membership and a contact can't be deleted while a client pays for them", async () => {
  const { join: joinMembership, admin, membershipId } = await membersStand();
  await joinMembership();
  const kept = await admin.request("DELETE", `/api/memberships/${membershipId}`);
  expect([kept.status, kept.body.message]).toEqual([
    409,
    "1 member has this membership. Cancel their subscriptions first.",
  ]);
  expect((await admin.request("DELETE", "/api/contacts/1")).status).toBe(409);
});

const SIGN_UP = "/api/stripe/create-checkout-session";

test("deleting a membership ends the page of a client who hasn't paid", async () => {
  const { visitor, admin, membershipId, stripe, app } = await membersStand();
  const signed = await visitor("POST", SIGN_UP, signUpBody(membershipId));
  expect((await admin.request("DELETE", `/api/memberships/${membershipId}`)).status).toBe(204);
  expect(() => stripe.complete(sessionIn(signed.body.url))).toThrow("This session is expired.");
  expect(app.db.query("select status from checkouts").values()).toEqual([["expired"]]);
  const again = await visitor("POST", SIGN_UP, signUpBody(membershipId));
  expect([again.status, again.body.message]).toEqual([404, "Membership Not Found"]);
});

test("a client who has just paid is a member, so their membership can't be deleted", async () => {
  const { visitor, admin, membershipId, stripe } = await membersStand();
  const signed = await visitor("POST", SIGN_UP, signUpBody(membershipId));
  stripe.complete(sessionIn(signed.body.url));
  const kept = await admin.request("DELETE", `/api/memberships/${membershipId}`);
  expect([kept.status, kept.body.message]).toEqual([
    409,
    "1 member has this membership. Cancel their subscriptions first.",
  ]);
  expect((await admin.request("GET", "/api/subscriptions")).body).toHaveLength(1);
});

test("no client loses their page to a membership that can't be deleted", async () => {
  const { visitor, admin, membershipId, stripe } = await membersStand();
  for (const contactPhone of ["(202) 555-0161", "(202) 555-0162", "(202) 555-0163"]) {
    const signed = await visitor("POST", SIGN_UP, signUpBody(membershipId, { contactPhone }));
    expect(signed.status).toBe(200);
  }
  const [first = "", second = "", third = ""] = stripe.book.sessions.keys();
  stripe.complete(second);
  expect((await admin.request("DELETE", `/api/memberships/${membershipId}`)).status).toBe(409);
  const statusOf = (id: string) => stripe.book.sessions.get(id)?.status;
  expect([first, second, third].map(statusOf)).toEqual(["open", "complete", "open"]);
});

test("a membership stays while Stripe doesn't end a client's page", async () => {
  const { visitor, admin, membershipId, stripe } = await membersStand();
  await visitor("POST", SIGN_UP, signUpBody(membershipId));
  stripe.refuseNext(2);
  const kept = await admin.request("DELETE", `/api/memberships/${membershipId}`);
  expect([kept.status, kept.body.message]).toEqual([
    503,
    "Stripe didn't answer, so a client may still pay for this. Try again.",
  ]);
  expect((await admin.request("DELETE", `/api/memberships/${membershipId}`)).status).toBe(204);
});

test("a page in a former Stripe account keeps its membership for five days", async () => {
  const { visitor, admin, person, clock, membershipId, stripe } = await membersStand();
  await visitor("POST", SIGN_UP, signUpBody(membershipId));
  stripe.book.sessions.clear();
  const kept = await admin.request("DELETE", `/api/memberships/${membershipId}`);
  expect([kept.status, kept.body.message]).toEqual([
    409,
    "A client who signed may still pay until November 25. Try again after that.",
  ]);
  clock.now += 5 * 24 * 3_600_000 + 1;
  const later = await person("admin", []).request("DELETE", `/api/memberships/${membershipId}`);
  expect(later.status).toBe(204);
});

test("a client who signs while the membership is deleted gets no page to pay on, or it stays", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { visitor, admin, membershipId, stripe, stop } = await membersStand();
    const signing = visitor("POST", SIGN_UP, signUpBody(membershipId));
    await Bun.sleep(round * 3);
    const deleted = await admin.request("DELETE", `/api/memberships/${membershipId}`);
    const signed = await signing;
    const id = signed.status === 200 ? sessionIn(signed.body.url) : "";
    expect([deleted.status, stripe.book.sessions.get(id)?.status]).not.toEqual([204, "open"]);
    await stop();
  }
});

test("without a key no agreement is drafted, and a draft may not name what isn't offered", async () => {
  const drafts = ["It costs $89.00 and a late fee of $25.", "It costs $99.00."];
  const { app, admin } = testApp({
    providers: {
      ai: async () => ({
        check: async () => ({ ok: true, message: "Fine." }) as never,
        draftAgreement: async ({ avoid }) => ({
          kind: "done",
          text:
            avoid.length === 0 ? (drafts.shift() ?? "") : (drafts.shift() ?? "$49.50 per month"),
        }),
        answer: () => {
          throw new Error("nobody calls here");
        },
      }),
    },
  });
  const { body } = await admin.request("POST", "/api/memberships", WANTED);
  const draft = () => admin.request("POST", `/api/memberships/${body.id}/generate-agreement`);
  const without = await draft();
  expect([without.status, without.body.message]).toEqual([
    400,
    "Add an OpenAI API key in Settings",
  ]);
  saveSettings(app, admin.actor, { openaiApiKey: "sk-of-the-tests" });
  const invented = await draft();
  expect([invented.status, invented.body.message]).toEqual([
    409,
    expect.stringContaining("$99.00"),
  ]);
  drafts.push("A fee of 5%");
  expect((await draft()).body).toEqual({ agreementText: "$49.50 per month" });
});

test("staff record uses, not in the future, and cancel at the end of the period", async () => {
  const parlor = await membersStand();
  await parlor.join();
  const { request } = parlor.person("user", PAGES);
  const mark = (usedDate: string) =>
    request("POST", "/api/subscriptions/1/mark-usage", { usedDate, notes: "Facial" });
  expect((await mark("2026-11-21")).body.errors).toEqual({
    usedDate: "Date can't be in the future",
  });
  expect((await mark("")).body.errors).toEqual({ usedDate: "Date is required" });
  expect((await mark("2026-11-20")).status).toBe(201);
  expect((await request("GET", "/api/subscriptions/1/usage")).body).toMatchObject([
    { usedDate: "2026-11-20", notes: "Facial", createdByUsername: "user2" },
  ]);
  const canceled = await request("POST", "/api/stripe/cancel-subscription", { subscriptionId: 1 });
  expect(canceled.body).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
  const again = await request("POST", "/api/stripe/cancel-subscription", { subscriptionId: 1 });
  expect(again.status).toBe(409);
});

test("a use of a canceled membership is refused, and earlier ones stay", async () => {
  const parlor = await membersStand();
  await parlor.join();
  const mark = (usedDate: string) =>
    parlor
      .person("user", PAGES)
      .request("POST", "/api/subscriptions/1/mark-usage", { usedDate, notes: "" });
  expect((await mark("2026-11-20")).status).toBe(201);
  for (const customer of parlor.stripe.book.customers.keys())
    parlor.stripe.book.declined.add(customer);
  parlor.pass(60);
  await reconcile(parlor.app);
  expect((await mark("2026-11-20")).status).toBe(201);
  const { status, body } = await mark("2026-12-20");
  expect([status, body.message]).toEqual([
    409,
    "This membership is canceled, so it can't be used.",
  ]);
});

test("four parallel records of one day count as one use, and no use predates the membership", async () => {
  const parlor = await membersStand();
  await parlor.join();
  const { request } = parlor.person("user", PAGES);
  const mark = (usedDate: string, notes = "Facial") =>
    request("POST", "/api/subscriptions/1/mark-usage", { usedDate, notes });
  const marks = await Promise.all([1, 2, 3, 4].map(() => mark("2026-11-20")));
  expect(marks.map(({ status, body }) => [status, body.id])).toEqual(Array(4).fill([201, 1]));
  expect((await request("GET", "/api/subscriptions/1/usage")).body).toHaveLength(1);
  expect((await mark("2026-11-20", "Peel")).status).toBe(409);
  for (const day of ["0000-01-01", "1900-01-01", "2026-11-19"])
    expect((await mark(day)).body.errors).toEqual({
      usedDate: "Date can't be before the membership started",
    });
});

test.each(["staff", "member"] as const)(
  "a past-due membership that %s cancel ends at once, and Stripe stops charging",
  async (by) => {
    const parlor = await membersStand();
    const { stripe, app, pass, person } = parlor;
    await parlor.join();
    for (const customer of stripe.book.customers.keys()) stripe.book.declined.add(customer);
    pass(32);
    await reconcile(app);
    const { request } = person("user", PAGES);
    expect((await request("GET", "/api/subscriptions")).body).toMatchObject([
      { status: "past_due" },
    ]);
    const canceled =
      by === "staff"
        ? await request("POST", "/api/stripe/cancel-subscription", { subscriptionId: 1 })
        : await (await parlor.member("+12025550111"))(
            "POST",
            "/api/membership/portal/cancel-subscription",
            { subscriptionId: 1 },
          );
    expect([canceled.status, canceled.body.status]).toEqual([200, "canceled"]);
    const invoices = () => [...stripe.book.invoices.values()].map(({ status }) => status);
    expect(invoices().toSorted()).toEqual(["paid", "void"]);
    const again = await request("POST", "/api/stripe/cancel-subscription", { subscriptionId: 1 });
    expect([again.status, again.body.message]).toEqual([
      409,
      "This membership is already canceled.",
    ]);
    pass(60);
    expect(invoices()).toHaveLength(2);
    expect([stripe.unexpected, stripe.bugs]).toEqual([[], []]);
  },
);

test("a trial is canceled at its end", async () => {
  const parlor = await membersStand();
  await parlor.join();
  parlor.app.db.run("update subscriptions set status = 'trialing'");
  const { request } = parlor.person("user", PAGES);
  const cancel = () => request("POST", "/api/stripe/cancel-subscription", { subscriptionId: 1 });
  expect(await cancel()).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: true } });
  parlor.app.db.run("update subscriptions set status = 'trialing'");
  expect((await cancel()).status).toBe(409);
});

test("a user who may not see clients gets no agreement, and no names in the list", async () => {
  const parlor = await membersStand();
  await parlor.join();
  const hidden = parlor.person("user", PAGES);
  setApproved(parlor.app.db, hidden.id, {
    pages: GRANTABLE_PAGES.map(({ path }) => path),
    employeeIds: [],
    canViewClientNames: false,
    canViewClientPhoneNumbers: false,
  });
  expect((await hidden.request("GET", "/api/subscriptions/1/agreement")).status).toBe(403);
  const { body } = await hidden.request("GET", "/api/subscriptions");
  expect(body).toMatchObject([
    { contactName: "Client #1", contactPhone: "••• ••• 0111", contactEmail: null },
  ]);
  expect(JSON.stringify(body)).not.toContain("Lovelace");
});

test("a request that waited for the write lock asks its provider once", async () => {
  const path = join(newFolder("lock"), "parlor.db");
  let asked = 0;
  const { admin } = testApp({
    path,
    providers: {
      ai: async () => ({
        check: async () => ({ ok: true, message: "Fine." }),
        async draftAgreement() {
          asked += 1;
          // Another process, such as `parlor admin`, writes at the moment the answer arrives.
          const other = openDatabase(path);
          other.run("BEGIN IMMEDIATE");
          setTimeout(() => {
            other.run("ROLLBACK");
            other.close();
          }, 100);
          return { kind: "done", text: "It costs $49.50 per month." };
        },
        answer() {
          throw new Error("not a call");
        },
      }),
    },
  });
  await admin.request("POST", "/api/settings", { openaiApiKey: "sk-test" });
  const { body } = await admin.request("POST", "/api/memberships", WANTED);
  const { status } = await admin.request("POST", `/api/memberships/${body.id}/generate-agreement`);
  expect([status, asked]).toEqual([200, 1]);
});
