import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { insertPlan } from "#db/billing/payment-plans.ts";
import { firstBrokenAudit } from "#db/platform/audit.ts";
import { auth } from "#src/accounts/sign-in/contract.ts";
import { users } from "#src/accounts/users/contract.ts";
import { checkout } from "#src/billing/checkout/contract.ts";
import { memberships } from "#src/billing/memberships/contract.ts";
import { owedRefunds } from "#src/billing/owed-refunds/contract.ts";
import { paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { memberPortal, planPortal } from "#src/billing/portal/contract.ts";
import { subscriptions } from "#src/billing/subscriptions/contract.ts";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { automaticTexts } from "#src/calendar/automatic-texts/contract.ts";
import { deletionConflicts } from "#src/calendar/deletion-conflicts/contract.ts";
import { employees } from "#src/calendar/employees/contract.ts";
import { calendarFeeds } from "#src/calendar/feeds/contract.ts";
import { hours } from "#src/calendar/hours/contract.ts";
import { booking } from "#src/calendar/online-booking/contract.ts";
import { services } from "#src/calendar/services/contract.ts";
import { timeOff } from "#src/calendar/time-off/contract.ts";
import { waitlist } from "#src/calendar/waitlist/contract.ts";
import { waitlistToday } from "#src/calendar/waitlist/fitting-today-contract.ts";
import { contactUpdates } from "#src/clients/contact-updates/contract.ts";
import { contacts } from "#src/clients/contacts/contract.ts";
import { imports } from "#src/clients/contacts/import-contract.ts";
import { webhooks } from "#src/integrations/zapier/contract.ts";
import { campaigns } from "#src/messaging/campaigns/contract.ts";
import { deliverability } from "#src/messaging/deliverability/contract.ts";
import { inbox } from "#src/messaging/inbox/contract.ts";
import { registration } from "#src/messaging/registration/contract.ts";
import { textSignUps } from "#src/messaging/sign-ups/contract.ts";
import { audits } from "#src/platform/audit/contract.ts";
import { backups } from "#src/platform/backups/contract.ts";
import { push } from "#src/platform/push/contract.ts";
import { settings } from "#src/platform/settings/contract.ts";
import { reviews } from "#src/reviews/contract.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { joinMembership } from "#tests/support/one-member.ts";
import { contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";
/** Inserted wherever a value must never be revealed. */
const SECRET = "planted-sentinel";

/** Ada's, without a number. */
const BOOKING = { employeeId: 1, clientName: "Ada", appointmentDate: "2026-11-20T15:00" };
const CSV = "ServiceStartDateTime,ServicingClientName,Resource\n2026-11-21T10:00,Ada,Elena";

const OPEN = [{ start: "09:00", end: "17:00" }];
const WEEK = { mon: OPEN, tue: OPEN, wed: OPEN, thu: OPEN, fri: OPEN, sat: [], sun: [] };
const PREFERENCES = { contactId: 1, serviceId: 1, from: "2026-11-27", to: "2026-11-27" };
const OFF = { start: "2026-11-25T00:00", end: "2026-11-26T00:00", reason: SECRET };
const PRICES = "Name,Duration\nFacial,60";

interface Salon extends TestApp {
  readonly mia: Person;
  readonly pending: Person;
  /** Ids of memberships: one that has a member (subscription 1), one that waits, one that nobody has. */
  readonly offers: readonly string[];
}

const hash = Bun.password.hash;
const weak = { algorithm: "argon2id", memoryCost: 8, timeCost: 1 } as const;
let spy: { mockRestore: () => void };
beforeAll(() => {
  spy = spyOn(Bun.password, "hash").mockImplementation((password) => hash(password, weak));
});
afterAll(() => spy.mockRestore());

/**
 * Contacts Ada (1), who wrote and whose answer (message 2) failed, and Bea (2), who opted out; a draft
 * (1), a sending campaign (2), a stopped one (3) whose text (4) is undecided, a scheduled one (4); a request
 * (1) and a conflict (1) of outside programs; a user with the password SECRET.
 */
async function salon(): Promise<Salon> {
  const parlor = testApp();
  const { admin, app, hono, sms, person, clock } = parlor;
  const mia = person("user", ["/campaigns"]);
  const ids = [contact(app, admin, "Ada", ADA), contact(app, admin, "Bea", "+12025550112")];
  await admin.request("POST", "/api/contacts/2/opt-out");
  await admin.request("POST", "/api/settings", { testPhoneNumber: ADA });
  await postInbound(hono, { sid: sidOf(900), from: ADA, body: `Hello ${SECRET}` });
  sms.answer = () => ({ kind: "refused", code: 30008, reason: "no" });
  const answer = { conversationId: 1, body: `Hello ${SECRET}` };
  await admin.request("POST", "/api/conversations/messages", answer);
  await parlor.sendAll();
  await mia.request("POST", "/api/campaigns", { name: "Draft", message: SECRET });
  for (const name of ["Sending", "Stopped"])
    await admin.request("POST", "/api/campaigns", {
      name,
      message: SECRET,
      skipCheck: true,
      contactIds: ids,
    });
  await admin.request("POST", "/api/campaigns/3/stop");
  const later = {
    name: "Later",
    message: SECRET,
    skipCheck: true,
    contactIds: ids,
    scheduledFor: "2026-11-27T10:00",
  };
  await admin.request("POST", "/api/campaigns", later);
  app.db.run("update messages set status = 'unknown' where campaign_id = 3");
  app.db.run(
    `insert into contact_update_requests (first_name, last_name, phone, created_at) values ('Ada', '${SECRET}', 12025550177, 1)`,
  );
  app.db.run(
    `insert into deletion_conflicts (client_name, created_at) values ('Ada ${SECRET}', 1)`,
  );
  await admin.request("POST", "/api/employees", { name: "Elena" });
  await admin.request("POST", "/api/appointments", { ...BOOKING, service: SECRET });
  await admin.request("POST", "/api/services", { name: "Peel", durationMinutes: 30 });
  await admin.request("POST", "/api/time-off", { ...OFF, employeeId: 1 });
  await admin.request("POST", "/api/waitlist", PREFERENCES);
  await admin.request("PUT", "/api/hours", { weekly: WEEK, from: "2026-12-01" });
  await admin.request("PUT", "/api/employees/1/hours", { weekly: WEEK, from: "2026-12-01" });
  insertPlan(app.db, {
    id: "plan",
    name: "Laser",
    description: "",
    principal: 90_000,
    feeBasisPoints: 0,
    total: 90_000,
    installmentCount: 3,
    installmentInterval: "month",
    installment: 30_000,
    agreementText: SECRET,
    createdBy: admin.id,
    createdAt: 1,
  });
  app.db.query("update users set password_hash = ?").run(await hash(SECRET, weak));
  const seller = person("user", ["/memberships"]);
  const offers: string[] = [];
  for (const who of [admin, seller, admin]) {
    const offer = { name: "Club", description: SECRET, price: "49.00" };
    offers.push((await who.request("POST", "/api/memberships", offer)).body.id);
  }
  app.db.run(
    "insert into contact_import_parts (import_key, user_id, first_contact_id, last_contact_id, created_at) select 'k', user_id, 2, 2, 0 from owners limit 1",
  );
  // Clients deleted by a request below have no live subscription.
  joinMembership(parlor, offers[0] ?? "", contact(app, admin, "Cora", "+12025550119"));
  clock.now += 60_000;
  return { ...parlor, mia, pending: person("user", [], false), offers };
}

type Row = readonly [endpoint: string, path: string, body: unknown, action: string];

/** Every request that changes something, with a successful example and its audit entry. */
const TABLE: readonly Row[] = [
  ["POST /api/login", "", { username: "admin1", password: SECRET }, "user.login"],
  [
    "POST /api/register",
    "",
    { username: "noa", email: "noa@example.com", password: SECRET },
    "user.register",
  ],
  ["POST /api/logout", "", undefined, "user.logout"],
  [
    "POST /api/users/:id/approve",
    "/api/users/PENDING/approve",
    { permissions: { pages: [] } },
    "user.approve",
  ],
  [
    "PUT /api/users/:id/permissions",
    "/api/users/MIA/permissions",
    { permissions: { pages: ["/inbox"] } },
    "user.change_permissions",
  ],
  ["DELETE /api/users/:id", "/api/users/MIA", undefined, "user.delete"],
  [
    "POST /api/memberships",
    "",
    { name: "Glow", description: SECRET, price: "9.00" },
    "membership.create",
  ],
  [
    "PATCH /api/memberships/:id",
    "/api/memberships/OFFER0",
    { description: `${SECRET}!` },
    "membership.update",
  ],
  ["DELETE /api/memberships/:id", "/api/memberships/OFFER2", undefined, "membership.delete"],
  [
    "POST /api/memberships/:id/approve",
    "/api/memberships/OFFER1/approve",
    undefined,
    "membership.approve",
  ],
  [
    "POST /api/memberships/:id/reject",
    "/api/memberships/OFFER1/reject",
    undefined,
    "membership.reject",
  ],
  [
    "POST /api/memberships/:id/send-invite",
    "/api/memberships/OFFER0/send-invite",
    { contactId: 1 },
    "membership.invite",
  ],
  [
    "POST /api/subscriptions/:id/mark-usage",
    "/api/subscriptions/1/mark-usage",
    { usedDate: "2026-11-20", notes: SECRET },
    "subscription.mark_usage",
  ],
  ["POST /api/contacts", "", { name: "Cleo", phoneNumber: "+12025550113" }, "contact.create"],
  ["PATCH /api/contacts/:id", "/api/contacts/1", { name: "A. Byrne" }, "contact.update"],
  ["DELETE /api/contacts/:id", "/api/contacts/1", undefined, "contact.delete"],
  ["POST /api/contacts/:id/opt-out", "/api/contacts/1/opt-out", undefined, "contact.opt_out"],
  ["POST /api/contacts/:id/opt-in", "/api/contacts/2/opt-in", undefined, "contact.opt_in"],
  [
    "POST /api/contacts/bulk-import",
    "",
    { contacts: [{ phoneNumber: "+12025550113" }] },
    "contact.import",
  ],
  ["POST /api/contacts/last-import/undo", "", undefined, "contact.undo_import"],
  [
    "POST /api/campaigns",
    "",
    { name: "B", message: SECRET, skipCheck: true, contactIds: [1] },
    "campaign.create",
  ],
  [
    "PATCH /api/campaigns/:id/message",
    "/api/campaigns/1/message",
    { message: `${SECRET}!` },
    "campaign.edit_message",
  ],
  [
    "POST /api/campaigns/:id/approve",
    "/api/campaigns/1/approve",
    { skipCheck: true, contactIds: [1], message: `${SECRET}!` },
    "campaign.approve",
  ],
  ["POST /api/campaigns/:id/stop", "/api/campaigns/2/stop", undefined, "campaign.stop"],
  ["POST /api/campaigns/:id/resume", "/api/campaigns/3/resume", undefined, "campaign.resume"],
  ["DELETE /api/campaigns/:id", "/api/campaigns/3", undefined, "campaign.delete"],
  ["POST /api/campaigns/test", "", { message: SECRET, phoneNumber: ADA }, "campaign.test"],
  [
    "POST /api/automatic-texts/:text/test",
    "/api/automatic-texts/birthday/test",
    { message: SECRET },
    "automatic_text.test",
  ],
  [
    "PATCH /api/campaigns/:id/schedule",
    "/api/campaigns/4/schedule",
    { scheduledFor: "2026-11-28T10:00" },
    "campaign.reschedule",
  ],
  [
    "POST /api/campaigns/unknown/:id/settle",
    "/api/campaigns/unknown/4/settle",
    { as: "arrived" },
    "campaign.settle_unknown",
  ],
  ["POST /api/conversations/messages", "", { conversationId: 1, body: SECRET }, "message.send"],
  [
    "POST /api/conversations/messages/:id/retry",
    "/api/conversations/messages/2/retry",
    undefined,
    "message.send",
  ],
  ["POST /api/conversations", "", { contactId: 2 }, "conversation.start"],
  [
    "POST /api/conversations/:id/mark-read",
    "/api/conversations/1/mark-read",
    undefined,
    "conversation.read",
  ],
  ["DELETE /api/conversations/:id", "/api/conversations/1", undefined, "conversation.delete"],
  ["POST /api/twilio/check-failed-messages", "", undefined, "deliverability.scan"],
  ["POST /api/employees", "", { name: "Tomas" }, "employee.create"],
  ["PATCH /api/employees/:id", "/api/employees/1", { workStartTime: "10:00" }, "employee.update"],
  ["DELETE /api/employees/:id", "/api/employees/1", undefined, "employee.delete"],
  ["POST /api/hours/confirm", "", undefined, "hours.confirm"],
  ["POST /api/hours/fit", "", {}, "hours.fit"],
  ["PUT /api/hours", "", { weekly: WEEK }, "hours.update"],
  ["DELETE /api/hours/upcoming/:from", "/api/hours/upcoming/2026-12-01", undefined, "hours.update"],
  ["PUT /api/employees/:id/hours", "/api/employees/1/hours", { weekly: WEEK }, "employee.hours"],
  [
    "DELETE /api/employees/:id/hours/upcoming/:from",
    "/api/employees/1/hours/upcoming/2026-12-01",
    undefined,
    "employee.hours",
  ],
  [
    "POST /api/hours/affected/:id/leave",
    "/api/hours/affected/1/leave",
    undefined,
    "appointment.leave",
  ],
  ["POST /api/time-off", "", { ...OFF, employeeId: 1 }, "time_off.create"],
  ["DELETE /api/time-off/:id", "/api/time-off/1", undefined, "time_off.delete"],
  ["POST /api/waitlist", "", PREFERENCES, "waitlist.add"],
  ["DELETE /api/waitlist/:id", "/api/waitlist/1", undefined, "waitlist.cancel"],
  ["POST /api/services", "", { name: "Facial", durationMinutes: 60 }, "service.create"],
  ["POST /api/services/import", "", { file: btoa(PRICES) }, "service.create"],
  ["PATCH /api/services/:id", "/api/services/1", { price: "45.00" }, "service.update"],
  ["DELETE /api/services/:id", "/api/services/1", undefined, "service.delete"],
  [
    "POST /api/employees/:id/calendar-feed",
    "/api/employees/1/calendar-feed",
    undefined,
    "employee.make_feed",
  ],
  [
    "DELETE /api/employees/:id/calendar-feed",
    "/api/employees/1/calendar-feed",
    undefined,
    "employee.remove_feed",
  ],
  [
    "POST /api/appointments",
    "",
    { ...BOOKING, appointmentDate: "2026-11-20T12:00", service: SECRET },
    "appointment.create",
  ],
  [
    "PATCH /api/appointments/:id",
    "/api/appointments/1",
    { appointmentDate: "2026-11-20T12:00", service: `${SECRET}!` },
    "appointment.move",
  ],
  [
    "POST /api/appointments/cancel",
    "",
    { visits: [{ id: 1, appointmentDate: "2026-11-20T15:00" }] },
    "appointment.cancel",
  ],
  ["DELETE /api/appointments/:id", "/api/appointments/1", undefined, "appointment.delete"],
  ["DELETE /api/appointments/clear", "", undefined, "appointment.clear"],
  [
    "POST /api/appointments/match-phones",
    "",
    { startDate: "2026-11-20", endDate: "2026-11-20" },
    "appointment.match_phone",
  ],
  ["POST /api/appointments/import", "", { file: btoa(CSV) }, "appointment.import"],
  ["POST /api/settings", "", { twilioAuthToken: SECRET }, "settings.update"],
  ["POST /api/settings/connect-webhook", "", undefined, "settings.connect_webhook"],
  ["POST /api/settings/resume-sending", "", undefined, "sending.resumed"],
  ["POST /api/google-reviews/oauth/disconnect", "", undefined, "settings.google_disconnect"],
  ["POST /api/backups", "", undefined, "backup.start"],
  ["POST /api/users/generate-api-key", "", undefined, "api_key.generate"],
  ["POST /api/invitations", "", { role: "user" }, "user.invite"],
  [
    "POST /api/contact-update-requests/:id/reject",
    "/api/contact-update-requests/1/reject",
    undefined,
    "contact_update.reject",
  ],
  [
    "POST /api/deletion-conflicts/:id/dismiss",
    "/api/deletion-conflicts/1/dismiss",
    undefined,
    "deletion_conflict.dismiss",
  ],
  [
    "POST /api/payment-plans",
    "",
    { name: "Peel", principalAmount: 90, installmentCount: 3, agreementText: SECRET },
    "payment_plan.create",
  ],
  [
    "PATCH /api/payment-plans/:id",
    "/api/payment-plans/plan",
    { agreementText: `${SECRET}!` },
    "payment_plan.update",
  ],
  ["DELETE /api/payment-plans/:id", "/api/payment-plans/plan", undefined, "payment_plan.delete"],
  [
    "POST /api/payment-plans/:id/send-invite",
    "/api/payment-plans/plan/send-invite",
    { contactId: 1 },
    "payment_plan.invite",
  ],
  ["POST /api/push/key", "", undefined, "push.generate_keys"],
  [
    "POST /api/push",
    "",
    { endpoint: "https://push.example.com/1", keys: { p256dh: "a", auth: "b" }, kinds: ["reply"] },
    "push.subscribe",
  ],
  ["DELETE /api/push", "", undefined, "push.unsubscribe"],
  [
    "PUT /api/texting-approval/details",
    "",
    { legalName: SECRET, offersPerMonth: 2 },
    "settings.registration_details",
  ],
];
const NAMED = TABLE.map((row) => [row[0], row] as const);
/** They only read, or save unsent drafts, so there is nothing to audit. */
const QUESTIONS = [
  "POST /api/appointments/repeat-preview",
  "POST /api/contacts/check-numbers",
  // What the import has written is audited by the import.
  "DELETE /api/contacts/import/:key",
  "POST /api/conversations/:id/draft",
  "POST /api/conversations/:id/typing",
  "POST /api/hours/preview",
  "POST /api/settings/test-twilio",
  "POST /api/settings/test-webhook",
  "POST /api/settings/test-smtp",
  "POST /api/settings/test-membership-smtp",
  "POST /api/settings/test-stripe",
  "POST /api/settings/test-openai",
  "POST /api/settings/test-elevenlabs",
  "POST /api/settings/test-google",
  "POST /api/texting-approval/check",
];
/** Tested with their modules, because they need mail, codes or a second factor first. */
const ELSEWHERE = [
  // It needs an approved visit with a deposit: tests/calendar/online-booking/requests.test.ts.
  "POST /api/appointments/:id/deposit-link",
  // It needs a deposit that was kept: tests/calendar/online-booking/deposit-decisions.test.ts.
  "POST /api/appointments/:id/refund-deposit",
  // It needs a refund that Stripe refused: tests/billing/ledger/refunds.test.ts.
  "POST /api/owed-refunds/:id/paid-back",
  // They need an open offer: tests/calendar/waitlist.
  "POST /api/waitlist/:id/accept-offer",
  "POST /api/waitlist/:id/offer-next",
  "DELETE /api/waitlist/:id/offer",
  // It needs a client who waits: tests/calendar/waitlist/today-gaps.test.ts.
  "POST /api/waitlist/offers",
  // It takes a file, not JSON: tests/clients/contacts/file-import.test.ts.
  "POST /api/contacts/import",
  // By clients, with a code to the phone: tests/calendar/online-booking.
  "POST /api/booking/send-code",
  "POST /api/booking/verify-code",
  "POST /api/booking",
  "POST /api/booking/waitlist",
  "DELETE /api/booking/waitlist/:token",
  "POST /api/booking/:token/cancel",
  "POST /api/booking/:token/reschedule",
  "POST /api/booking/:token/pay",
  "DELETE /api/invitations/:id",
  "DELETE /api/users/:id/second-factor",
  "POST /api/users/:id/role",
  "POST /api/forgot-password",
  "POST /api/verify-reset-code",
  "POST /api/reset-password",
  // They write two rows: of the contact or the appointment, and of the request.
  "POST /api/contact-update-requests/:id/approve",
  "POST /api/deletion-conflicts/:id/resolve",
  // It needs an unclear text: tests/messaging/inbox/opt-out-review.test.ts.
  "POST /api/conversations/:id/opt-out-review",
  // It needs an undeliverable number: tests/clients/profile/history.test.ts.
  "POST /api/contacts/:id/clear-undeliverable",
  // They need Stripe, an OpenAI key, or a code on the phone.
  "POST /api/payment-plans/:id/generate-agreement",
  "POST /api/payment-plan-subscriptions/:id/cancel",
  "POST /api/payment-plan-subscriptions/:id/trigger-payment",
  "POST /api/payment-plan-subscriptions/:id/refund-payment",
  "POST /api/payment-plan-subscriptions/:id/keep-payment",
  "POST /api/payment-plan-subscriptions/:id/settle-refund",
  "POST /api/payment-plan-subscriptions/verify-phone",
  "POST /api/payment-plan-subscriptions/verify-code",
  "POST /api/payment-plan-subscriptions/store-signature",
  "POST /api/payment-plan-subscriptions/create-checkout",
  "POST /api/financing/confirm-checkout",
  "POST /api/financing/send-verification",
  "POST /api/financing/verify-login",
  "POST /api/financing/portal/update-card",
  "POST /api/financing/logout",
  // Of what Google has.
  "POST /api/google-reviews/fetch",
  "POST /api/google-reviews/rematch",
  "POST /api/google-reviews/:id/match",
  "DELETE /api/google-reviews/:id/match",
  "POST /api/google-reviews/:id/check-off",
  "POST /api/google-reviews/:id/uncheck",
  // With Stripe, OpenAI or a code to a phone.
  "POST /api/memberships/:id/generate-agreement",
  "POST /api/stripe/cancel-subscription",
  "POST /api/stripe/create-checkout-session",
  "POST /api/membership/settle-checkout",
  "POST /api/membership/request-code",
  "POST /api/membership/verify-code",
  "POST /api/membership/portal/create-portal-session",
  "POST /api/membership/portal/cancel-subscription",
  "POST /api/membership/logout",
  // A visitor does it: tests/messaging/sign-ups/sign-ups.test.ts.
  "POST /api/public/texts",
];

function run({ admin, mia, pending, offers }: Salon, [endpoint, path, body]: Row) {
  const [method = "", plain = ""] = endpoint.split(" ");
  const address = (path || plain)
    .replace("MIA", mia.id)
    .replace("PENDING", pending.id)
    .replace(/OFFER(\d)/, (_, at) => offers[Number(at)] ?? "");
  return admin.request(method, address, body);
}

/** A stranger registers, and the calendar matches numbers by itself. */
const OF_NO_ONE = new Set(["user.register", "appointment.match_phone"]);

function log({ app }: TestApp) {
  return app.db
    .query<{ action: string; actor: string | null; metadata: string }, []>(
      "select action, actor_id as actor, metadata, target_type, target_id from audit_logs order by id",
    )
    .all();
}

test("every request that changes something is in the table", () => {
  const changing = [
    auth,
    users,
    contacts,
    imports,
    campaigns,
    deliverability,
    inbox,
    employees,
    calendarFeeds,
    hours,
    timeOff,
    services,
    booking,
    appointments,
    waitlist,
    waitlistToday,
    settings,
    reviews,
    backups,
    webhooks,
    contactUpdates,
    deletionConflicts,
    paymentPlans,
    planSubscribers,
    checkout,
    audits,
    memberships,
    subscriptions,
    owedRefunds,
    memberPortal,
    planPortal,
    registration,
    textSignUps,
    push,
    automaticTexts,
  ]
    .flatMap((contract) => Object.values(contract) as AnyEndpoint[])
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);
  const told = [...TABLE.map(([endpoint]) => endpoint), ...QUESTIONS, ...ELSEWHERE];
  expect(told.sort()).toEqual(changing.sort());
});

test.each(NAMED)("%s records who did what, and no body, password or secret", async (_, row) => {
  const parlor = await salon();
  const before = log(parlor).length;
  const { status } = await run(parlor, row);
  expect([200, 201, 204]).toContain(status);
  const written = log(parlor).slice(before);
  expect(written.map(({ action }) => action)).toEqual([row[3]]);
  expect(written[0]?.actor).toBe(OF_NO_ONE.has(row[3]) ? null : parlor.admin.id);
  expect(JSON.stringify(log(parlor))).not.toContain(SECRET);
  expect(firstBrokenAudit(parlor.app.db)).toBeUndefined();
});

/** All that the database holds, by table. An attempt counts whether or not it succeeds. */
function dumpTables({ app }: TestApp): string {
  const tables = app.db
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'table' and name not like '%search%' and name <> 'rate_limits'",
    )
    .all();
  return JSON.stringify(
    tables.map(({ name }) => [name, app.db.query(`select * from ${name}`).values()]),
  );
}

test.each(NAMED)("%s changes nothing when its audit row can't be written", async (_, row) => {
  const parlor = await salon();
  parlor.app.db.run(
    "create trigger broken before insert on audit_logs begin select raise(abort, 'no log'); end",
  );
  const before = dumpTables(parlor);
  expect((await run(parlor, row)).status).toBe(500);
  expect(dumpTables(parlor)).toBe(before);
});

/** Requests that are refused. */
const REFUSED: readonly Row[] = [
  ["POST /api/register", "", { username: "admin1", email: "n@example.com", password: SECRET }, ""],
  ["POST /api/users/:id/approve", "/api/users/MIA/approve", { permissions: { pages: [] } }, ""],
  [
    "PUT /api/users/:id/permissions",
    "/api/users/MIA/permissions",
    { permissions: { pages: ["/users"] } },
    "",
  ],
  ["DELETE /api/users/:id", "/api/users/nobody", undefined, ""],
  ["DELETE /api/memberships/:id", "/api/memberships/OFFER0", undefined, ""],
  ["POST /api/memberships/:id/approve", "/api/memberships/OFFER0/approve", undefined, ""],
  ["POST /api/memberships/:id/reject", "/api/memberships/OFFER0/reject", undefined, ""],
  [
    "POST /api/memberships/:id/send-invite",
    "/api/memberships/OFFER0/send-invite",
    { contactId: 2 },
    "",
  ],
  [
    "POST /api/subscriptions/:id/mark-usage",
    "/api/subscriptions/1/mark-usage",
    { usedDate: "2026-11-21" },
    "",
  ],
  ["DELETE /api/contacts/:id", "/api/contacts/3", undefined, ""],
  ["POST /api/contacts", "", { name: "Eve", phoneNumber: ADA }, ""],
  ["PATCH /api/contacts/:id", "/api/contacts/1", { phoneNumber: "+12025550112" }, ""],
  ["DELETE /api/contacts/:id", "/api/contacts/99", undefined, ""],
  ["POST /api/contacts/:id/opt-out", "/api/contacts/99/opt-out", undefined, ""],
  ["POST /api/campaigns", "", { name: "B", message: "Hi", skipCheck: true, contactIds: [2] }, ""],
  ["PATCH /api/campaigns/:id/message", "/api/campaigns/99/message", { message: "Hi" }, ""],
  [
    "POST /api/campaigns/:id/approve",
    "/api/campaigns/1/approve",
    { skipCheck: true, contactIds: [], message: "New" },
    "",
  ],
  ["POST /api/campaigns/:id/stop", "/api/campaigns/3/stop", undefined, ""],
  ["POST /api/campaigns/:id/resume", "/api/campaigns/2/resume", undefined, ""],
  ["DELETE /api/campaigns/:id", "/api/campaigns/2", undefined, ""],
  ["POST /api/campaigns/test", "", { message: "Hi", phoneNumber: "+12025550112" }, ""],
  ["POST /api/automatic-texts/:text/test", "/api/automatic-texts/lottery/test", {}, ""],
  ["PATCH /api/campaigns/:id/schedule", "/api/campaigns/2/schedule", { scheduledFor: null }, ""],
  [
    "POST /api/campaigns/unknown/:id/settle",
    "/api/campaigns/unknown/3/settle",
    { as: "leave" },
    "",
  ],
  ["POST /api/conversations/messages", "", { conversationId: 9, body: "Hi" }, ""],
  [
    "POST /api/conversations/messages/:id/retry",
    "/api/conversations/messages/1/retry",
    undefined,
    "",
  ],
  ["POST /api/conversations", "", { contactId: 99 }, ""],
  ["DELETE /api/conversations/:id", "/api/conversations/99", undefined, ""],
  ["POST /api/employees", "", { name: "elena" }, ""],
  ["PATCH /api/employees/:id", "/api/employees/1", { workStartTime: "18:00", displayOrder: 0 }, ""],
  ["DELETE /api/employees/:id", "/api/employees/9", undefined, ""],
  ["PUT /api/employees/:id/hours", "/api/employees/9/hours", { weekly: WEEK }, ""],
  ["DELETE /api/hours/upcoming/:from", "/api/hours/upcoming/2026-12-02", undefined, ""],
  ["POST /api/time-off", "", { ...OFF, end: OFF.start }, ""],
  ["DELETE /api/time-off/:id", "/api/time-off/9", undefined, ""],
  ["POST /api/waitlist", "", { ...PREFERENCES, to: "2020-01-01" }, ""],
  ["DELETE /api/waitlist/:id", "/api/waitlist/99", undefined, ""],
  ["POST /api/services", "", { name: "peel", durationMinutes: 60 }, ""],
  ["PATCH /api/services/:id", "/api/services/1", { deposit: "1.00" }, ""],
  ["DELETE /api/services/:id", "/api/services/9", undefined, ""],
  ["POST /api/appointments", "", BOOKING, ""],
  ["POST /api/appointments", "", { ...BOOKING, repeat: { everyWeeks: 1, count: 3 } }, ""],
  ["PATCH /api/appointments/:id", "/api/appointments/1", { employeeId: 9 }, ""],
  ["DELETE /api/appointments/:id", "/api/appointments/9", undefined, ""],
  ["POST /api/appointments/import", "", { file: btoa("a,b") }, ""],
  ["POST /api/settings", "", { businessName: "A", timeZone: "Mars" }, ""],
  [
    "POST /api/contact-update-requests/:id/approve",
    "/api/contact-update-requests/1/approve",
    { contactId: 99 },
    "",
  ],
  [
    "POST /api/deletion-conflicts/:id/resolve",
    "/api/deletion-conflicts/1/resolve",
    { appointmentId: 1 },
    "",
  ],
];

test.each(REFUSED.map((row) => [row[0], row] as const))(
  "a refused %s writes nothing, in the log or elsewhere",
  async (_, row) => {
    const parlor = await salon();
    const before = dumpTables(parlor);
    expect([400, 403, 404, 409]).toContain((await run(parlor, row)).status);
    expect(dumpTables(parlor)).toBe(before);
  },
);

test("repeating an opt-out or a read records nothing", async () => {
  const parlor = await salon();
  await parlor.admin.request("POST", "/api/conversations/1/mark-read");
  const before = log(parlor).length;
  await parlor.admin.request("POST", "/api/contacts/2/opt-out");
  await parlor.admin.request("POST", "/api/contacts/1/opt-in");
  await parlor.admin.request("POST", "/api/conversations/1/mark-read");
  expect(log(parlor)).toHaveLength(before);
});
