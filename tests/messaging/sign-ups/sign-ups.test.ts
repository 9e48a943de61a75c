import { expect, test } from "bun:test";
import { consentWordings } from "#src/shared/texting-consent.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, stranger, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const GRACE = "+12025550109";
const FORM = { name: "Grace Lindqvist", phoneNumber: "(202) 555-0109" };
const DAY = 24 * 60 * 60 * 1000;

async function salon(): Promise<TestApp> {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { businessName: "Halcyon" });
  return parlor;
}

const say = ({ hono }: TestApp, sid: number, body: string, more = {}) =>
  postInbound(hono, { sid: sidOf(sid), from: GRACE, body, ...more });

const consentsOf = ({ app }: TestApp) =>
  app.db
    .query("select category, given, source, wording, ip_address as ip from consents order by id")
    .all();

test("the form texts the number, and only a YES records consent, each box as its own category", async () => {
  const parlor = await salon();
  const { sms, admin, visitor, sendAll } = parlor;
  const { status, body } = await visitor("POST", "/api/public/texts", {
    ...FORM,
    appointments: true,
    offers: true,
  });
  expect(status).toBe(201);
  expect(body.sentTo).toBe(GRACE);
  await sendAll();
  expect(sms.sent.map(({ to, body: text }) => [to, text])).toEqual([[GRACE, body.text]]);
  expect(body.text).toBe(
    "Halcyon: Reply YES to get texts about your appointments and up to 4 offers a month. Msg & data rates may apply. Reply HELP for help, STOP to opt out.",
  );
  expect(consentsOf(parlor)).toEqual([]);
  expect((await admin.request("GET", "/api/contacts")).body.total).toBe(0);

  await say(parlor, 901, "Yes!");
  await sendAll();
  const wordings = consentWordings({ businessName: "Halcyon", offersPerMonth: 4 });
  expect(consentsOf(parlor)).toMatchObject([
    { category: "reminder", given: 1, source: "form" },
    { category: "marketing", given: 1, source: "form" },
  ]);
  expect(consentsOf(parlor).map((one) => (one as { wording: string }).wording)).toEqual([
    `${wordings.appointments} (Confirmed by text: Yes!)`,
    `${wordings.offers} (Confirmed by text: Yes!)`,
  ]);
  const { contacts } = (await admin.request("GET", "/api/contacts")).body;
  expect(contacts).toMatchObject([
    { name: "Grace Lindqvist", phoneNumber: GRACE, optedOut: false },
  ]);
  expect(sms.sent.at(-1)?.body).toStartWith("Halcyon: You're signed up for texts");
});

test("the request and the opt-in are in the audit log, without the number", async () => {
  const parlor = await salon();
  await parlor.visitor("POST", "/api/public/texts", { ...FORM, offers: true });
  await say(parlor, 901, "YES");
  const { logs } = (await parlor.admin.request("GET", "/api/audit-logs")).body;
  const actions = logs.map(({ action }: { action: string }) => action);
  expect(actions).toContain("text_sign_up.request");
  expect(actions).toContain("contact.opt_in");
  expect(JSON.stringify(logs)).not.toContain("5550109");
});

test("a second YES changes nothing", async () => {
  const parlor = await salon();
  await parlor.visitor("POST", "/api/public/texts", { ...FORM, offers: true });
  await say(parlor, 901, "YES");
  await say(parlor, 902, "YES");
  expect(consentsOf(parlor)).toHaveLength(1);
});

test("without a box, with an unknown country or without a name, nothing is texted", async () => {
  const parlor = await salon();
  for (const input of [
    FORM,
    { ...FORM, offers: true, phoneNumber: "+49 30 12345678" },
    { ...FORM, offers: true, name: " " },
    { ...FORM, offers: true, phoneNumber: "12" },
  ])
    expect((await parlor.visitor("POST", "/api/public/texts", input)).status).toBe(400);
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
});

test("a client who agreed only to appointment texts is skipped by campaigns until they agree to offers", async () => {
  const parlor = await salon();
  const { admin, app, sms, sendAll } = parlor;
  const id = stranger(app, admin, "Grace", GRACE);
  await parlor.visitor("POST", "/api/public/texts", { ...FORM, appointments: true });
  await say(parlor, 901, "YES");
  const campaign = { name: "Sale", message: "Sale!", skipCheck: true, contactIds: [id] };
  await admin.request("POST", "/api/campaigns", campaign);
  await sendAll();
  expect(sms.sent.filter(({ body }) => body.startsWith("Sale"))).toEqual([]);
  const { body: report } = await admin.request("GET", "/api/campaigns/1/report");
  expect(JSON.stringify(report.failures)).toContain("texts about appointments only");

  await parlor.visitor("POST", "/api/public/texts", { ...FORM, appointments: true, offers: true });
  await say(parlor, 902, "YES");
  await admin.request("POST", "/api/campaigns", { ...campaign, name: "Second" });
  await sendAll();
  expect(sms.sent.filter(({ body }) => body.startsWith("Sale"))).toHaveLength(1);
});

test("a sign-up for appointment texts keeps an agreement to offers, but a STOP revokes it", async () => {
  const parlor = await salon();
  const { admin, sms, sendAll } = parlor;
  const campaign = { message: "Sale!", skipCheck: true };
  const sales = () => sms.sent.filter(({ body }) => body.startsWith("Sale")).length;
  await parlor.visitor("POST", "/api/public/texts", { ...FORM, offers: true });
  await say(parlor, 901, "YES");
  await parlor.visitor("POST", "/api/public/texts", { ...FORM, appointments: true });
  await say(parlor, 902, "YES");
  const { contacts } = (await admin.request("GET", "/api/contacts")).body;
  const contactIds = [contacts[0].id];
  await admin.request("POST", "/api/campaigns", { ...campaign, name: "First", contactIds });
  await sendAll();
  expect(sales()).toBe(1);

  await say(parlor, 903, "STOP");
  await parlor.visitor("POST", "/api/public/texts", { ...FORM, appointments: true });
  await say(parlor, 904, "START");
  await admin.request("POST", "/api/campaigns", { ...campaign, name: "Second", contactIds });
  await sendAll();
  expect(sales()).toBe(1);
});

test("a name from the form has no control characters or marks of writing direction", async () => {
  const parlor = await salon();
  const name = "Grace\u202e\n Lindqvist\u0000";
  await parlor.visitor("POST", "/api/public/texts", { ...FORM, name, offers: true });
  await say(parlor, 901, "YES");
  const { contacts } = (await parlor.admin.request("GET", "/api/contacts")).body;
  expect(contacts[0].name).toBe("Grace Lindqvist");
});

test("an opted-out number gets no text from the form, and its START is the consent, not the form that anyone may fill in", async () => {
  const parlor = await salon();
  await say(parlor, 901, "STOP");
  await parlor.sendAll();
  const before = parlor.sms.sent.length;
  const { status } = await parlor.visitor("POST", "/api/public/texts", { ...FORM, offers: true });
  expect(status).toBe(201);
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(before);
  await say(parlor, 902, "START", { optOutType: "START" });
  expect(consentsOf(parlor).at(-1)).toMatchObject({
    category: "all",
    given: 1,
    source: "carrier",
    wording: "START",
    ip: null,
  });
  const { contacts } = (await parlor.admin.request("GET", "/api/contacts")).body;
  expect(contacts[0].optedOut).toBe(false);
  await say(parlor, 903, "YES");
  expect(consentsOf(parlor)).toHaveLength(2);
});

test("a STOP ends the sign-up, and after three days a YES has no effect", async () => {
  const parlor = await salon();
  await parlor.visitor("POST", "/api/public/texts", { ...FORM, offers: true });
  await say(parlor, 901, "STOP");
  await say(parlor, 902, "YES");
  expect(consentsOf(parlor).map((one) => (one as { source: string }).source)).toEqual([
    "keyword",
    "keyword",
  ]);

  const late = await salon();
  await late.visitor("POST", "/api/public/texts", { ...FORM, offers: true });
  late.clock.now += 3 * DAY + 1;
  await say(late, 901, "YES");
  expect(consentsOf(late)).toEqual([]);
});

test("a YES to staff, after an opt-out that they took back, doesn't confirm the former sign-up", async () => {
  const parlor = await salon();
  const { admin, app, visitor } = parlor;
  const id = stranger(app, admin, "Grace", GRACE);
  await visitor("POST", "/api/public/texts", { ...FORM, offers: true });
  await admin.request("POST", `/api/contacts/${id}/opt-out`);
  await admin.request("POST", `/api/contacts/${id}/opt-in`);
  await say(parlor, 901, "YES");
  expect(consentsOf(parlor)).toMatchObject([{ source: "staff" }, { source: "staff" }]);
});

test("a stranger can't have a number texted again and again", async () => {
  const parlor = await salon();
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push(
      (await parlor.visitor("POST", "/api/public/texts", { ...FORM, offers: true })).status,
    );
  expect(statuses).toEqual([201, 201, 201, 429]);
});

test("a refused sign-up doesn't make the wait any longer", async () => {
  const { visitor, clock } = await salon();
  const signUp = async () =>
    (await visitor("POST", "/api/public/texts", { ...FORM, offers: true })).status;
  expect([await signUp(), await signUp(), await signUp()]).toEqual([201, 201, 201]);
  clock.now += 10 * 60_000;
  expect(await signUp()).toBe(429);
  clock.now += 5 * 60_000;
  expect(await signUp()).toBe(201);
});

test("erasing a client deletes their unconfirmed sign-up", async () => {
  const parlor = await salon();
  const id = contact(parlor.app, parlor.admin, "Grace", GRACE);
  await parlor.visitor("POST", "/api/public/texts", { ...FORM, offers: true });
  parlor.app.db.run("update sessions set password_at = ?", [parlor.app.now()]);
  await parlor.sendAll();
  const erased = await parlor.admin.request("POST", `/api/contacts/${id}/erase`, { name: "Grace" });
  expect(erased.status).toBeLessThan(300);
  expect(parlor.app.db.query("select * from text_sign_ups").all()).toEqual([]);
});
