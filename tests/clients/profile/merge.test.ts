import { expect, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { checkCounts } from "#db/doctor.ts";
import { setApproved } from "#db/platform/users.ts";
import { limitToAppointments } from "#src/clients/consent.ts";
import { completeMerges } from "#src/clients/profile/undo-merge.ts";
import { markUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { NEW_USER_PERMISSIONS } from "#src/shared/permissions.ts";
import { appointmentStand, type Stand } from "#tests/calendar/reminders/stand.ts";
import { FRIDAY, JOAN, RUTH, waitDesk } from "#tests/calendar/waitlist/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { phoneIn } from "#tests/support/callers.ts";
import { createMembership, joinMembership } from "#tests/support/one-member.ts";
import { contact, stranger, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";
const TWIN = "+12025550122";
const DAY = 24 * 60 * 60 * 1000;

let sids = 11_000;
async function write({ hono }: Stand, from: string, body: string): Promise<void> {
  sids += 1;
  expect(await postInbound(hono, { sid: sidOf(sids), from, body })).toBe(200);
}

/** Imports a row with the other number that limits its texts. */
function importLimit({ admin }: Stand, limit: object) {
  const contacts = [{ firstName: "Ada", phoneNumber: TWIN, ...limit }];
  return admin.request("POST", "/api/contacts/bulk-import", { contacts });
}

/** Ada Lovelace is a contact twice. */
function salon() {
  const stand = appointmentStand("2026-11-20T16:00:00Z");
  stand.set({ businessName: "Glow", appointmentReminderEnabled: true });
  const kept = contact(stand.app, stand.admin, "Ada Lovelace", ADA);
  const other = contact(stand.app, stand.admin, "Ada L.", TWIN);
  return {
    ...stand,
    kept,
    other,
    merge: (wanted: object = {}) =>
      stand.admin.request("POST", `/api/contacts/${kept}/merge`, {
        otherId: other,
        name: "Ada Lovelace",
        phoneNumber: ADA,
        email: null,
        ...wanted,
      }),
    undo: () => stand.admin.request("DELETE", `/api/contacts/${kept}/merge`),
    read: async (path = "") =>
      (await stand.admin.request("GET", `/api/contacts/${kept}${path}`)).body,
  };
}

test("a merge brings texts, calls, visits, notes, tags and memberships together", async () => {
  const stand = salon();
  const { admin, app, kept, other } = stand;
  await write(stand, TWIN, "Hello from my work phone");
  phoneIn(stand, { phone: TWIN });
  stand.book("2026-11-23T15:00:00", { phone: TWIN });
  await admin.request("POST", `/api/contacts/${other}/notes`, { body: "Allergic to latex" });
  const { body: tag } = await admin.request("POST", "/api/tags", { name: "VIP" });
  await admin.request("POST", `/api/tags/${tag.id}/put-on`, { contactIds: [other] });
  const membershipId = await createMembership(admin);
  joinMembership(stand, membershipId, other);

  const { status, body } = await stand.merge({ email: "ada@example.com" });
  expect([status, body]).toMatchObject([
    200,
    { id: kept, phoneNumber: ADA, email: "ada@example.com", tags: [{ name: "VIP" }] },
  ]);
  const history = await stand.read("/history");
  expect(new Set(history.entries.map(({ kind }: { kind: string }) => kind))).toEqual(
    new Set(["call", "consent"]),
  );
  expect(history.lastTexts).not.toEqual([]);
  expect((await stand.read("/notes")).notes).not.toEqual([]);
  expect((await stand.read("/appointments")).next).toHaveLength(1);
  expect(app.db.query("select contact_id from subscriptions").values()).toEqual([[kept]]);
  expect((await admin.request("GET", `/api/contacts/${other}`)).status).toBe(404);
  expect((await admin.request("GET", "/api/conversations")).body.conversations).toHaveLength(1);
  expect((await admin.request("GET", "/api/contacts?q=ada")).body.contacts).toHaveLength(1);
  expect(checkCounts(app.db).filter(({ isFine }) => !isFine)).toEqual([]);
});

test("texts and calls from the other number reach the merged client", async () => {
  const stand = salon();
  await stand.merge();
  await write(stand, TWIN, "Running late");
  phoneIn(stand, { phone: TWIN });
  const { entries } = await stand.read("/history");
  expect(entries).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: "text", body: "Running late" }),
      expect.objectContaining({ kind: "call" }),
    ]),
  );
  const taken = await stand.admin.request("POST", "/api/contacts", {
    name: "Bea",
    phoneNumber: TWIN,
  });
  expect([taken.status, taken.body.message]).toEqual([
    409,
    "Ada Lovelace already has this number.",
  ]);
});

test.each(["(202) 555-0122", "+12025550122", "0122"])(
  "a search for %p, the other number, finds the merged client wherever clients are searched",
  async (q) => {
    const stand = salon();
    await write(stand, ADA, "Hello");
    phoneIn(stand, { phone: ADA });
    await stand.merge();
    const find = async (path: string) =>
      (await stand.admin.request("GET", `${path}q=${encodeURIComponent(q)}`)).body;
    expect((await find("/api/contacts?")).contacts).toMatchObject([{ id: stand.kept }]);
    expect((await find("/api/contacts?state=subscribed&")).contacts).toMatchObject([
      { id: stand.kept },
    ]);
    expect((await find("/api/contacts?state=opted-out&")).contacts).toEqual([]);
    expect((await find("/api/conversations?")).conversations).toMatchObject([
      { contact: { id: stand.kept } },
    ]);
    expect(await find("/api/call-transcripts?")).toHaveLength(1);
    await stand.undo();
    expect((await find("/api/contacts?")).contacts).toMatchObject([{ id: stand.other }]);
  },
);

test("a user who may not see numbers finds nobody by a merged number", async () => {
  const stand = salon();
  await stand.merge();
  const user = stand.person("user", ["/contacts"]);
  setApproved(stand.app.db, user.id, {
    ...NEW_USER_PERMISSIONS,
    pages: ["/contacts"],
    canViewClientPhoneNumbers: false,
  });
  expect((await user.request("GET", "/api/contacts?q=0122")).body.contacts).toEqual([]);
});

test("before a merge each client's visits, texts, memberships and payments are counted", async () => {
  const stand = salon();
  const { admin, other, app } = stand;
  await write(stand, TWIN, "Hello from my work phone");
  for (const [start, status] of [
    ["2026-11-18T15:00:00", "arrived"],
    ["2026-11-17T15:00:00", "no_show"],
    ["2026-11-23T15:00:00", "booked"],
  ] as const) {
    const id = stand.book(start, { phone: TWIN });
    app.db.query("update appointments set status = ? where id = ?").run(status, id);
  }
  const membershipId = await createMembership(admin);
  joinMembership(stand, membershipId, other);
  app.db.run(
    `insert into membership_payments (stripe_invoice_id, subscription_id, stripe_payment_intent_id, amount, paid_at)
     select 'in_' || n, id, 'pi_' || n, 4900, 1 from subscriptions, (select 1 as n union select 2)`,
  );
  app.db.run(
    `insert into reversals (id, kind, stripe_payment_intent_id, amount, currency, status, told_at)
     values ('ch_1', 'refund', 'pi_1', 900, 'usd', 'refunded', 1)`,
  );

  expect((await admin.request("GET", `/api/contacts/${other}/totals`)).body).toEqual({
    visits: 1,
    noShows: 1,
    texts: 1,
    lastTextAt: "2026-11-20T16:00:00.000Z",
    memberships: 1,
    paymentPlans: 0,
    paid: "89.00",
    paidMemberships: "89.00",
    paidPlans: "0.00",
  });
  expect(await stand.read("/totals")).toMatchObject({ visits: 0, memberships: 0, paid: "0.00" });
  const user = stand.person("user", ["/contacts"]);
  expect((await user.request("GET", `/api/contacts/${other}/totals`)).body).toMatchObject({
    visits: 0,
    texts: 1,
    memberships: null,
    paymentPlans: null,
    paid: null,
    paidMemberships: null,
    paidPlans: null,
  });
  expect((await admin.request("GET", "/api/contacts/999/totals")).status).toBe(404);
});

test("reminders go to the chosen number, and an answer from it counts for all visits", async () => {
  const stand = salon();
  stand.book("2026-11-23T15:00:00", { phone: TWIN });
  await stand.merge();
  await stand.at("2026-11-22T15:00:00Z");
  expect(stand.sms.sent).toMatchObject([{ to: ADA }]);
  await write(stand, ADA, "C");
  expect(stand.app.db.query("select status from appointments").values()).toEqual([["confirmed"]]);
});

test("an opt-out of either number counts for the client, and is undone with the merge", async () => {
  const stand = salon();
  await write(stand, TWIN, "STOP");
  expect((await stand.merge()).body).toMatchObject({ optedOut: true, basis: "none" });
  expect((await stand.undo()).body).toMatchObject({ optedOut: false, basis: "agreed" });
  const { body } = await stand.admin.request("GET", `/api/contacts/${stand.other}`);
  expect(body).toMatchObject({ name: "Ada L.", phoneNumber: TWIN, optedOut: true });
});

test("a STOP from the other number opts the merged client out", async () => {
  const stand = salon();
  await stand.merge();
  await write(stand, TWIN, "STOP");
  expect(await stand.read()).toMatchObject({ optedOut: true });
  await stand.undo();
  expect(await stand.read()).toMatchObject({ optedOut: true });
  const { body } = await stand.admin.request("GET", `/api/contacts/${stand.other}`);
  expect(body).toMatchObject({ optedOut: true });
});

test("a STOP from a number that stopped before counts once the chosen one is in again", async () => {
  const stand = salon();
  await stand.merge();
  await write(stand, TWIN, "STOP");
  await write(stand, ADA, "START");
  expect(await stand.read()).toMatchObject({ optedOut: false });
  await write(stand, TWIN, "STOP");
  expect(await stand.read()).toMatchObject({ optedOut: true });
  await write(stand, TWIN, "STOP");
  await stand.sendAll();
  expect(stand.sms.sent.map(({ to }) => to)).toEqual([TWIN, ADA, TWIN]);
});

test("an unclear text from a number that stopped before holds those to the chosen one", async () => {
  const stand = salon();
  await stand.merge();
  await write(stand, TWIN, "STOP");
  await stand.admin.request("POST", `/api/contacts/${stand.kept}/opt-in`);
  await write(stand, TWIN, "maybe stop with all these");
  const open = stand.app.db.query("select phone from opt_out_reviews").values().flat();
  expect(open).toEqual([12025550111]);
});

test("a START from a number that stopped before counts for it, also while the chosen one is in", async () => {
  const stand = salon();
  await stand.merge();
  await write(stand, TWIN, "STOP");
  await write(stand, ADA, "START");
  await write(stand, TWIN, "START");
  await stand.undo();
  const { body } = await stand.admin.request("GET", `/api/contacts/${stand.other}`);
  expect(body).toMatchObject({ optedOut: false });
});

test("an opt-out in a file under the other number counts for the client, also if that one stopped before", async () => {
  const stand = salon();
  await stand.merge();
  await write(stand, TWIN, "STOP");
  await write(stand, ADA, "START");
  const { body } = await importLimit(stand, { optOut: "SMS consent: no" });
  expect(body).toMatchObject({ optedOut: 1 });
  expect(await stand.read()).toMatchObject({ optedOut: true });
  expect((await importLimit(stand, { optOut: "SMS consent: no" })).body).toMatchObject({
    optedOut: 0,
  });
});

test("a limit in a file under the other number counts for the client, and lifts no opt-out", async () => {
  const stand = salon();
  await stand.merge();
  const limit = { appointmentsOnly: "Reminders: yes" };
  expect((await importLimit(stand, limit)).body).toMatchObject({ appointmentsOnly: 1 });
  expect(await stand.read()).toMatchObject({ optedOut: false, basis: "none" });
  expect((await importLimit(stand, limit)).body).toMatchObject({ appointmentsOnly: 0 });

  const stopped = salon();
  await stopped.merge();
  await write(stopped, ADA, "STOP");
  await importLimit(stopped, limit);
  expect(await stopped.read()).toMatchObject({ optedOut: true });
  expect(checkCounts(stopped.app.db).filter(({ isFine }) => !isFine)).toEqual([]);
});

test("an agreement to offers counts only for the number that it was given for", async () => {
  const stand = salon();
  const fresh = stranger(stand.app, stand.admin, "Bea Bell", "+12025550133");
  const merge = (otherId: number, phoneNumber: string) =>
    stand.admin.request("POST", `/api/contacts/${fresh}/merge`, {
      otherId,
      name: "Bea Bell",
      phoneNumber,
    });
  expect((await merge(stand.kept, "+12025550133")).body).toMatchObject({ basis: "none" });
  expect((await merge(stand.other, TWIN)).body).toMatchObject({ basis: "agreed" });
});

test("a limit to texts about appointments counts for the merged client, whichever number has it", async () => {
  const stand = salon();
  inTransaction(stand.app.db, () =>
    limitToAppointments(stand.app, { phone: TWIN, source: "form", wording: "Appointments only" }),
  );
  expect((await stand.merge()).body).toMatchObject({ optedOut: false, basis: "none" });
  expect((await stand.undo()).body).toMatchObject({ basis: "agreed" });
});

test("a text that may be an opt-out holds the merged client's texts until staff decide", async () => {
  const stand = salon();
  await write(stand, TWIN, "maybe stop with all these");
  const open = () => stand.app.db.query("select phone from opt_out_reviews").values().flat();
  expect(open()).toEqual([12025550122]);
  await stand.merge();
  expect(open()).toEqual([12025550111]);
  await stand.undo();
  expect(open()).toEqual([12025550122]);
});

test("of two open questions, the earlier one sets the merged client's deadline", async () => {
  const stand = salon();
  await write(stand, TWIN, "maybe stop with all these");
  const first = stand.clock.now;
  await write(stand, ADA, "Remove me please");
  await stand.merge();
  const open = stand.app.db.query("select phone, asked_at from opt_out_reviews").values();
  expect(open).toEqual([[12025550111, first]]);
});

test("a text from the other number that may be an opt-out holds those to the chosen number", async () => {
  const stand = salon();
  await stand.merge();
  await write(stand, TWIN, "maybe stop with all these");
  const open = stand.app.db.query("select phone from opt_out_reviews").values().flat();
  expect(open).toEqual([12025550111]);
});

test("a START from the other number answers what a text from it left open", async () => {
  const stand = salon();
  await stand.merge();
  await write(stand, TWIN, "maybe stop with all these");
  await write(stand, TWIN, "START");
  expect(stand.app.db.query("select phone from opt_out_reviews").values()).toEqual([]);
});

test("what a text left open goes back to its client with the merge's undo, also after a change of number", async () => {
  const stand = salon();
  await write(stand, TWIN, "maybe stop with all these");
  await stand.merge();
  const changed = { phoneNumber: "+12025550133" };
  await stand.admin.request("PATCH", `/api/contacts/${stand.kept}`, changed);
  const open = () => stand.app.db.query("select phone from opt_out_reviews").values().flat();
  expect(open()).toEqual([12025550133]);
  await stand.undo();
  expect(open()).toEqual([12025550122]);
});

test("an undeliverable number stays undeliverable, and the other one can be texted", async () => {
  const stand = salon();
  inTransaction(stand.app.db, () =>
    markUndeliverable(stand.app, TWIN, { code: 30003, at: stand.app.now() }),
  );
  expect((await stand.merge()).body).toMatchObject({ undeliverable: false });
  expect((await stand.undo()).body).toMatchObject({ undeliverable: false });
  expect((await stand.merge({ phoneNumber: TWIN })).body).toMatchObject({ undeliverable: true });
});

test("what came in since stays with the kept contact when the merge is undone", async () => {
  const stand = salon();
  await write(stand, TWIN, "Before");
  await stand.merge();
  await write(stand, TWIN, "Since, from the other number");
  stand.book("2026-11-24T15:00:00", { phone: TWIN });
  await stand.undo();
  const textsOf = async (id: number) =>
    (await stand.admin.request("GET", `/api/contacts/${id}/history`)).body.lastTexts.map(
      ({ body }: { body: string }) => body,
    );
  expect(await textsOf(stand.kept)).toEqual(["Since, from the other number"]);
  expect(await textsOf(stand.other)).toEqual(["Before"]);
  expect((await stand.read("/appointments")).next).toHaveLength(1);
  const { body } = await stand.admin.request("GET", "/api/conversations");
  expect(body.conversations).toMatchObject([
    { contact: { id: stand.kept }, unreadCount: 1 },
    { contact: { id: stand.other }, unreadCount: 1 },
  ]);
});

test("a merge is undone for a day, the last one first", async () => {
  const stand = salon();
  const third = contact(stand.app, stand.admin, "Ada Third", "+12025550133");
  await stand.merge();
  await stand.merge({ otherId: third });
  expect(await stand.read()).toMatchObject({ merged: { name: "Ada Third" } });
  await stand.undo();
  expect(await stand.read()).toMatchObject({ merged: { name: "Ada L." } });
  stand.clock.now += DAY;
  expect(await stand.read()).toMatchObject({ merged: null });
  const late = await stand.undo();
  expect([late.status, late.body.message]).toEqual([
    404,
    "There's no merge to undo. You can undo a merge for one day.",
  ]);
  await completeMerges(stand.app);
  expect(stand.app.db.query("select * from contact_merges").all()).toEqual([]);
});

test("a merge isn't undone once the other number is someone else's", async () => {
  const stand = salon();
  await stand.merge({ phoneNumber: TWIN });
  await stand.admin.request("PATCH", `/api/contacts/${stand.kept}`, {
    phoneNumber: "+12025550133",
  });
  contact(stand.app, stand.admin, "Bea Bell", TWIN);
  expect((await stand.undo()).status).toBe(409);
});

test("a campaign that both were to get texts the client once", async () => {
  const stand = salon();
  await stand.admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hello",
    contactIds: [stand.kept, stand.other],
    skipCheck: true,
  });
  await stand.merge();
  await stand.sendAll();
  expect(stand.sms.sent.map(({ to }) => to)).toEqual([ADA]);
  expect(checkCounts(stand.app.db).filter(({ isFine }) => !isFine)).toEqual([]);
});

test("a waiting text goes to the chosen number, and back after an undo", async () => {
  const stand = salon();
  stand.set({ quietHoursEnabled: true });
  const { body } = await stand.admin.request("POST", "/api/conversations", {
    contactId: stand.other,
  });
  stand.app.db.run("update contacts set undeliverable = 0");
  await stand.admin.request("POST", "/api/conversations/messages", {
    conversationId: body.id,
    body: "See you",
  });
  await stand.merge();
  const waiting = () => stand.app.db.query("select phone from messages").values().flat();
  expect(waiting()).toEqual([12025550111]);
  await stand.undo();
  expect(waiting()).toEqual([12025550122]);
});

test("a client who wrote from the other number is still one who wrote", async () => {
  const stand = salon();
  const { app, admin } = stand;
  const [mine, work] = ["+12025550133", "+12025550144"];
  const kept = stranger(app, admin, "Mia Chen", mine);
  const otherId = stranger(app, admin, "Mia C.", work);
  await write(stand, work, "What are your hours?");
  const merged = await admin.request("POST", `/api/contacts/${kept}/merge`, {
    ...{ otherId, name: "Mia Chen", phoneNumber: mine, email: null },
  });
  expect(merged).toMatchObject({ status: 200, body: { basis: "asked" } });
});

test("a merge needs two contacts and one of their numbers", async () => {
  const stand = salon();
  const same = await stand.merge({ otherId: stand.kept });
  expect([same.status, same.body.errors]).toEqual([400, { otherId: "Choose another client." }]);
  const number = await stand.merge({ phoneNumber: "+12025550177" });
  expect([number.status, number.body.errors]).toEqual([
    400,
    { phoneNumber: "Choose the number of one of the two clients." },
  ]);
  expect((await stand.merge({ otherId: 999 })).status).toBe(404);
});

test.each([{ canViewClientNames: false }, { canViewClientPhoneNumbers: false }])(
  "a user with %o can neither merge clients nor undo a merge",
  async (hidden) => {
    const stand = salon();
    const user = stand.person("user", ["/contacts"]);
    const path = `/api/contacts/${stand.kept}/merge`;
    const body = { otherId: stand.other, name: "Ada", phoneNumber: ADA };
    const seesAll = {
      ...NEW_USER_PERMISSIONS,
      ...{ pages: ["/contacts"], canViewClientNames: true, canViewClientPhoneNumbers: true },
    };
    setApproved(stand.app.db, user.id, { ...seesAll, ...hidden });
    expect((await user.request("POST", path, body)).status).toBe(403);
    await stand.merge();
    expect((await user.request("DELETE", path)).status).toBe(403);
    setApproved(stand.app.db, user.id, seesAll);
    expect((await user.request("DELETE", path)).status).toBe(200);
  },
);

test("contacts with the same email, or the same name and birthday, are suggested", async () => {
  const stand = salon();
  const { admin, kept, other } = stand;
  expect((await stand.read()).similar).toEqual([]);
  await admin.request("PATCH", `/api/contacts/${kept}`, { email: "ada@example.com" });
  await admin.request("PATCH", `/api/contacts/${other}`, { email: "Ada@Example.com" });
  expect((await stand.read()).similar).toMatchObject([{ id: other, name: "Ada L." }]);
  await admin.request("PATCH", `/api/contacts/${other}`, { email: null, name: "ada lovelace" });
  expect((await stand.read()).similar).toEqual([]);
  for (const id of [kept, other])
    await admin.request("PATCH", `/api/contacts/${id}`, { birthday: "May 14, 1990" });
  expect((await stand.read()).similar).toMatchObject([{ id: other }]);
});

test("erasing a merged client erases what would undo the merge", async () => {
  const stand = salon();
  await stand.merge();
  await stand.admin.request("POST", `/api/contacts/${stand.kept}/erase`, { name: "Ada Lovelace" });
  expect(stand.app.db.query("select * from contact_merges").all()).toEqual([]);
  expect(stand.app.db.query("select * from contact_numbers").all()).toEqual([]);
});

test("a merged client with two open offers answers the last one first", async () => {
  const parlor = await waitDesk();
  const { admin, contacts } = parlor;
  const visits = [];
  for (const appointmentDate of [`${FRIDAY}T10:00`, `${FRIDAY}T14:00`]) {
    const { body } = await admin.request("POST", "/api/appointments", {
      employeeId: parlor.elena,
      clientName: "Noor Haddad",
      appointmentDate,
      serviceId: parlor.facial,
    });
    visits.push(body.id);
  }
  await parlor.wait(RUTH);
  await parlor.wait(JOAN);
  for (const id of visits) {
    await parlor.cancel(id);
    await parlor.work();
  }
  expect(await parlor.statuses()).toEqual(["offered", "offered"]);
  const { status } = await admin.request("POST", `/api/contacts/${contacts[RUTH]}/merge`, {
    otherId: contacts[JOAN],
    name: "Ruth Abernathy",
    phoneNumber: RUTH,
  });
  expect(status).toBe(200);
  await parlor.reply(RUTH, "YES");
  // Who books a service waits for it no longer.
  expect(await parlor.statuses()).toEqual(["booked", "booked"]);
});

test("the answer to a STOP goes to the number that sent it, also after the carrier was busy", async () => {
  const { app, admin, sms, hono, sendAll } = testApp();
  const [kept, other] = ["+12025550111", "+12025550122"];
  const id = contact(app, admin, "Ada", kept);
  const otherId = contact(app, admin, "Ada L", other);
  const { status } = await admin.request("POST", `/api/contacts/${id}/merge`, {
    ...{ otherId, name: "Ada", phoneNumber: kept },
  });
  expect(status).toBe(200);
  let busy = 1;
  sms.answer = () =>
    busy-- > 0 ? { kind: "busy", pauseMs: 100, reason: "Too many requests" } : undefined;
  await postInbound(hono, { sid: sidOf(999), from: other, body: "STOP" });
  await sendAll();
  await sendAll();
  expect(sms.sent.map(({ to }) => to)).toEqual([other]);
});
