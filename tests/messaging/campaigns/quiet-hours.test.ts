import { expect, test } from "bun:test";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const NEW_YORK = "+12025550111";
const LOS_ANGELES = "+12135550111";
const HONOLULU = "+18085550111";
const LONDON = "+442079460958";

interface At {
  readonly now: string;
  readonly phones?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A campaign created at that moment, and what the sender made of it. */
async function launchedAt({ now, phones = [NEW_YORK], settings = {} }: At) {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", settings);
  parlor.clock.now = Date.parse(now);
  const contactIds = phones.map((phone) => contact(parlor.app, parlor.admin, "Ada", phone));
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds,
  });
  await letPass(parlor, 1000, 500);
  return parlor;
}

async function card({ admin }: TestApp) {
  return (await admin.request("GET", "/api/campaigns")).body[0];
}

test.each([
  // A Friday's evening and night, a Saturday's morning.
  ["2026-11-20T19:59:00-05:00", null],
  ["2026-11-20T20:00:00-05:00", "2026-11-21T09:00:00-05:00"],
  ["2026-11-21T03:00:00-05:00", "2026-11-21T09:00:00-05:00"],
  ["2026-11-21T09:00:00-05:00", null],
  // Sundays are quiet all day, and so is Thanksgiving.
  ["2026-11-21T21:00:00-05:00", "2026-11-23T09:00:00-05:00"],
  ["2026-11-22T10:00:00-05:00", "2026-11-23T09:00:00-05:00"],
  ["2026-11-22T15:00:00-05:00", "2026-11-23T09:00:00-05:00"],
  ["2026-11-25T21:00:00-05:00", "2026-11-27T09:00:00-05:00"],
  ["2026-11-26T15:00:00-05:00", "2026-11-27T09:00:00-05:00"],
  // A Sunday and the holiday after it.
  ["2026-09-06T15:00:00-04:00", "2026-09-08T09:00:00-04:00"],
  // The night of 25 hours and the night of 23.
  ["2026-10-30T21:00:00-04:00", "2026-10-31T09:00:00-04:00"],
  ["2026-10-31T21:00:00-04:00", "2026-11-02T09:00:00-05:00"],
  ["2026-03-07T21:00:00-05:00", "2026-03-09T09:00:00-04:00"],
])("in New York at %s it is held until %p", async (now, until) => {
  const parlor = await launchedAt({ now });
  expect(parlor.sms.sent).toHaveLength(until === null ? 1 : 0);
  expect((await card(parlor)).heldUntil).toBe(until && new Date(until).toISOString());
  if (until === null) return;

  parlor.clock.now = Date.parse(until) - 2000;
  await letPass(parlor, 1000, 500);
  expect(parlor.sms.sent).toHaveLength(0);
  await letPass(parlor, 2000, 500);
  expect(parlor.sms.sent).toHaveLength(1);
  expect(await card(parlor)).toMatchObject({ status: "completed", heldUntil: null });
});

test.each([
  ["2026-11-21T21:00:00-05:00", "2026-11-22T12:00:00-05:00"],
  ["2026-11-22T10:00:00-05:00", "2026-11-22T12:00:00-05:00"],
  ["2026-11-22T12:00:00-05:00", null],
  ["2026-11-26T15:00:00-05:00", null],
  ["2026-10-31T21:00:00-04:00", "2026-11-01T12:00:00-05:00"],
  ["2026-03-07T21:00:00-05:00", "2026-03-08T12:00:00-04:00"],
])("with campaigns on Sundays and holidays, at %s it is held until %p", async (now, until) => {
  const parlor = await launchedAt({ now, settings: { campaignsOnSundaysAndHolidays: true } });
  expect((await card(parlor)).heldUntil).toBe(until && new Date(until).toISOString());
});

test.each([
  // Now: a Friday's night, its afternoon, and a Sunday.
  ["2026-11-20T03:00:00-05:00", "", "2026-11-20T09:00:00-05:00"],
  ["2026-11-20T15:00:00-05:00", "", null],
  ["2026-11-22T15:00:00-05:00", "", "2026-11-23T09:00:00-05:00"],
  // A chosen time: a Saturday's morning and evening.
  ["2026-11-20T15:00:00-05:00", "?at=2026-11-21T10:00", null],
  ["2026-11-20T15:00:00-05:00", "?at=2026-11-21T20:30", "2026-11-23T09:00:00-05:00"],
])(
  "before a campaign is sent at %s, %s, the server says until when it waits",
  async (now, at, until) => {
    const { admin, clock } = testApp();
    clock.now = Date.parse(now);
    const { body } = await admin.request("GET", `/api/campaigns/start${at}`);
    expect(body).toEqual({
      heldUntil: until && new Date(until).toISOString(),
      heldBy: until && "quiet-hours",
    });
  },
);

test("whether a campaign would wait is answered anew each time, also with the tag of the last answer", async () => {
  const { admin, clock } = testApp();
  await admin.request("POST", "/api/settings", { quietHoursEnd: "09:30" });
  clock.now = Date.parse("2026-11-20T09:29:00-05:00");
  const first = await admin.request("GET", "/api/campaigns/start");
  expect(first.body.heldBy).toBe("quiet-hours");
  clock.now += 60_000;
  const tag = { "if-none-match": first.headers.get("etag") ?? "" };
  const later = await admin.request("GET", "/api/campaigns/start", undefined, tag);
  expect([later.status, later.body.heldBy]).toEqual([200, null]);
});

test("a real clock, which moves while the server looks, doesn't hide a reached daily cap", async () => {
  const parlor = await launchedAt({ now: "2026-11-20T15:00:00-05:00", settings: { dailyCap: 1 } });
  let ticks = parlor.clock.now;
  Object.defineProperty(parlor.clock, "now", { get: () => (ticks += 1) });
  const { body } = await parlor.admin.request("GET", "/api/campaigns/start");
  expect(body.heldBy).toBe("daily-cap");
});

test("a campaign after the daily cap waits for the next day's end of quiet hours", async () => {
  const parlor = await launchedAt({ now: "2026-11-20T15:00:00-05:00", settings: { dailyCap: 1 } });
  const { body } = await parlor.admin.request("GET", "/api/campaigns/start");
  expect(body).toEqual({ heldUntil: "2026-11-21T14:00:00.000Z", heldBy: "daily-cap" });
});

test("outside the US, Sundays are quiet and American holidays are not", async () => {
  const settings = { country: "CA" };
  const thanksgiving = "2026-11-26T15:00:00-05:00";
  const holiday = await launchedAt({ now: thanksgiving, settings });
  expect(holiday.sms.sent).toHaveLength(1);
  const sunday = await launchedAt({ now: "2026-11-22T15:00:00-05:00", settings });
  expect((await card(sunday)).heldUntil).toBe("2026-11-23T14:00:00.000Z");
});

test.each([
  ["2026-11-20T09:30:00-05:00", {}, { quietHoursEnd: "10:00" }],
  ["2026-11-20T18:30:00-05:00", {}, { quietHoursStart: "18:00" }],
  [
    "2026-11-22T15:00:00-05:00",
    { country: "CA", campaignsOnSundaysAndHolidays: true },
    { campaignsOnSundaysAndHolidays: false },
  ],
])("at %s other quiet hours count at once, in the same minute", async (now, before, after) => {
  const first = await launchedAt({ now, settings: before });
  const second = await launchedAt({ now, settings: { ...before, ...after } });
  expect([first.sms.sent.length, second.sms.sent.length]).toEqual([1, 0]);
});

test.each([
  // Kentucky's 270: 7:30 PM in Bowling Green is 8:30 PM in Elizabethtown.
  ["+12705550111", "2026-11-20T19:30:00-06:00", "America/Chicago"],
  ["+12195550111", "2026-11-20T19:30:00-06:00", "America/Chicago"],
  ["+16065550111", "2026-11-20T08:30:00-06:00", "America/New_York"],
  ["+14235550111", "2026-11-20T08:30:00-06:00", "America/New_York"],
  ["+15415550111", "2026-11-20T19:30:00-08:00", "America/Los_Angeles"],
  ["+17755550111", "2026-11-20T19:30:00-08:00", "America/Los_Angeles"],
  ["+16205550111", "2026-11-20T08:30:00-07:00", "America/New_York"],
  ["+19075550111", "2026-11-20T08:30:00-10:00", "America/New_York"],
  ["+12505550111", "2026-11-20T19:30:00-08:00", "America/Los_Angeles"],
  ["+17095550111", "2026-11-20T08:45:00-04:00", "America/St_Johns"],
  ["+18675550111", "2026-11-20T19:30:00-06:00", "America/Denver"],
])("a number of an area code in several zones, %s, waits at %s", async (phone, now, timeZone) => {
  const parlor = await launchedAt({ now, phones: [phone], settings: { timeZone } });
  expect(parlor.sms.sent).toHaveLength(0);
});

test.each([
  // Egypt's clock changes on a Thursday night: 23 hours in April, 25 in October.
  ["2026-04-23T21:00:00+02:00", "2026-04-24T09:00:00+03:00"],
  ["2026-10-29T21:00:00+03:00", "2026-10-30T09:00:00+02:00"],
])("in Cairo at %s it is held until %s", async (now, until) => {
  const settings = { timeZone: "Africa/Cairo" };
  const parlor = await launchedAt({ now, phones: ["+20223456789"], settings });
  expect((await card(parlor)).heldUntil).toBe(new Date(until).toISOString());
});

test.each([
  ["2026-11-20T10:00:00-05:00", LOS_ANGELES, "2026-11-20T09:00:00-08:00"],
  ["2026-11-20T12:00:00-05:00", LOS_ANGELES, null],
  ["2026-11-20T12:00:00-05:00", HONOLULU, "2026-11-20T09:00:00-10:00"],
  // Late in New York, early in the evening there: the business's own night holds it.
  ["2026-11-20T21:00:00-05:00", LOS_ANGELES, "2026-11-21T09:00:00-08:00"],
  // A zone that is not known is the business's.
  ["2026-11-20T19:00:00-05:00", LONDON, null],
])("at %s a text to %s is held until %p", async (now, phone, until) => {
  const parlor = await launchedAt({ now, phones: [phone] });
  expect(parlor.sms.sent).toHaveLength(until === null ? 1 : 0);
  if (until === null) return;
  parlor.clock.now = Date.parse(until) - 2000;
  await letPass(parlor, 1000, 500);
  expect(parlor.sms.sent).toHaveLength(0);
  await letPass(parlor, 2000, 500);
  expect(parlor.sms.sent).toHaveLength(1);
});

test("clients in waking hours are texted while others wait, and the card says until when", async () => {
  const now = "2026-11-20T10:00:00-05:00";
  const parlor = await launchedAt({ now, phones: [LOS_ANGELES, NEW_YORK, HONOLULU] });
  expect(parlor.sms.sent.map(({ to }) => to)).toEqual([NEW_YORK]);
  expect(await card(parlor)).toMatchObject({
    status: "sending",
    sentCount: 1,
    heldUntil: "2026-11-20T17:00:00.000Z",
  });
  parlor.clock.now = Date.parse("2026-11-20T12:00:00-05:00");
  await letPass(parlor, 1000, 500);
  expect(parlor.sms.sent.map(({ to }) => to)).toEqual([NEW_YORK, LOS_ANGELES]);
  expect((await card(parlor)).heldUntil).toBe("2026-11-20T19:00:00.000Z");
});

test("a screen loaded before quiet hours is updated when they delay the campaign", async () => {
  const parlor = testApp();
  parlor.clock.now = Date.parse("2026-11-20T21:00:00-05:00");
  const contactIds = [contact(parlor.app, parlor.admin, "Ada", NEW_YORK)];
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds,
  });
  const before = await parlor.admin.request("GET", "/api/campaigns");
  expect(before.body[0].heldUntil).toBeNull();
  await letPass(parlor, 1000, 500);
  const etag = before.headers.get("etag") ?? "";
  const poll = await parlor.admin.request("GET", "/api/campaigns", undefined, {
    "if-none-match": etag,
  });
  expect(poll.status).toBe(200);
  expect(poll.body[0].heldUntil).toBe("2026-11-21T14:00:00.000Z");
});

test("other hours apply as set, and none when switched off", async () => {
  const hours = { quietHoursStart: "12:00", quietHoursEnd: "13:30" };
  const now = "2026-11-20T12:30:00-05:00";
  const held = await launchedAt({ now, settings: hours });
  expect((await card(held)).heldUntil).toBe("2026-11-20T18:30:00.000Z");
  const off = await launchedAt({ now, settings: { ...hours, quietHoursEnabled: false } });
  expect(off.sms.sent).toHaveLength(1);
});

test("a number that shares no hour with the business is skipped with the reason, the others are sent", async () => {
  const parlor = await launchedAt({
    now: "2026-11-20T10:30:00-05:00",
    phones: [HONOLULU, NEW_YORK],
    settings: { quietHoursStart: "12:00", quietHoursEnd: "10:00" },
  });
  expect(parlor.sms.sent.map(({ to }) => to)).toEqual([NEW_YORK]);
  expect(await card(parlor)).toMatchObject({ status: "completed", skippedCount: 1 });
  const report = await parlor.admin.request("GET", "/api/campaigns/1/report");
  expect(JSON.stringify(report.body)).toContain(
    "Quiet hours leave no time of the day for this number",
  );
});
