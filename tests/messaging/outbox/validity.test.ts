import { expect, test } from "bun:test";
import fc from "fast-check";
import { zonesOf } from "#src/messaging/outbox/quiet-hours.ts";
import { readConfig } from "#src/platform/config.ts";
import { connectTwilio } from "#src/platform/providers/twilio/twilio.ts";
import { ACCOUNT_SID, AUTH_TOKEN, PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { startTwilioStandIn } from "#tests/sandbox/twilio-stand-in.ts";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

const NEW_YORK = "+12025550111";
const HOUR = 60 * 60 * 1000;

async function campaignAt(now: string, phone = NEW_YORK, settings: object = {}) {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", settings);
  parlor.clock.now = Date.parse(now);
  const contactIds = [contact(parlor.app, parlor.admin, "Ada", phone)];
  const campaign = { name: "A", message: "Hi", skipCheck: true, contactIds };
  await parlor.admin.request("POST", "/api/campaigns", campaign);
  await letPass(parlor, 1_000, 500);
  return parlor;
}

test.each([
  ["2026-11-20T12:00:00-05:00", NEW_YORK, 8 * 3600],
  ["2026-11-20T19:58:00-05:00", NEW_YORK, 120],
  ["2026-11-20T14:00:00-05:00", "+12135550111", 6 * 3600],
  // Quiet in the client's St. John's, an hour and a half before New York.
  ["2026-11-20T12:00:00-05:00", "+17095550111", 6.5 * 3600],
])("at %s a campaign's text to %s is valid until its quiet hours", async (now, phone, seconds) => {
  const { sms } = await campaignAt(now, phone);
  const [sent] = sms.sent;
  expect(sent?.validSeconds).toBeLessThanOrEqual(seconds);
  expect(sent?.validSeconds).toBeGreaterThan(seconds - 3);
});

test.each(["23:59", "00:00"])(
  "with campaigns off on Sundays and quiet hours from %s, a text of late Saturday is valid until midnight",
  async (quietHoursStart) => {
    const settings = { quietHoursStart, quietHoursEnd: "00:00" };
    const { sms } = await campaignAt("2026-11-21T22:00:00-05:00", NEW_YORK, settings);
    expect(sms.sent[0]?.validSeconds).toBeLessThanOrEqual(2 * 3600);
  },
);

test("a text of late evening is valid until quiet hours that begin at midnight", async () => {
  const settings = { quietHoursStart: "00:00", quietHoursEnd: "08:00" };
  const { sms } = await campaignAt("2026-11-20T22:00:00-05:00", NEW_YORK, settings);
  expect(sms.sent[0]?.validSeconds).toBeLessThanOrEqual(2 * 3600);
});

test("half a minute before quiet hours nothing is sent until they end", async () => {
  const parlor = await campaignAt("2026-11-20T19:59:31-05:00");
  expect(parlor.sms.sent).toHaveLength(0);
  const [card] = (await parlor.admin.request("GET", "/api/campaigns")).body;
  expect(card.heldUntil).toBe("2026-11-21T14:00:00.000Z");
});

test("no text of a campaign can be delivered in quiet hours, whatever the moment and the zones", async () => {
  const phones = ["+12025550111", "+12705550111", "+18085550111", "+17095550111", "+442079460958"];
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 14 * 24 * 60 }),
      fc.constantFrom(...phones),
      async (minutes, phone) => {
        const start = Date.parse("2026-11-16T00:00:00Z") + minutes * 60_000;
        const { sms, clock } = await campaignAt(new Date(start).toISOString(), phone);
        const [sent] = sms.sent;
        if (!sent) return;
        const zones = ["America/New_York", ...zonesOf(phone)];
        expect(sent.validSeconds).toBeGreaterThan(0);
        const last = clock.now + (sent.validSeconds ?? 0) * 1000 - 2_000;
        for (let at = start; at < last; at += HOUR / 4)
          for (const zone of zones) {
            const { hour, dayOfWeek } =
              Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
            expect(hour >= 9 && hour < 20 && dayOfWeek !== 7).toBe(true);
          }
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

test("a code is valid for ten minutes at any hour, and a chat for as long as the carrier likes", async () => {
  const { app, admin, visitor, clock, sms, sendAll } = testApp();
  await admin.request("POST", "/api/services", {
    name: "Cut",
    durationMinutes: 30,
    onlineBooking: true,
  });
  clock.now = Date.parse("2026-11-20T23:00:00-05:00");
  const id = contact(app, admin, "Ada", NEW_YORK);
  const { body } = await admin.request("POST", "/api/conversations", { contactId: id });
  const chat = { conversationId: body.id, body: "Hi" };
  await admin.request("POST", "/api/conversations/messages", chat);
  await visitor("POST", "/api/booking/send-code", { phoneNumber: "(202) 555-0134" });
  await sendAll();
  expect(sms.sent.map(({ validSeconds }) => validSeconds).toSorted()).toEqual([600, undefined]);
});

test("Twilio gets the seconds as ValidityPeriod, and ten hours at most", async () => {
  const standIn = await startTwilioStandIn({ magic: false });
  try {
    const twilio = await connectTwilio(readConfig({ TWILIO_API_BASE: standIn.url }), {
      accountSid: ACCOUNT_SID,
      authToken: AUTH_TOKEN,
      phoneNumber: PHONE_NUMBER,
      messagingServiceSid: undefined,
    });
    const to = "+12125550104";
    for (const validSeconds of [undefined, 600, 50_000, Number.POSITIVE_INFINITY])
      await twilio.send({ to, body: "Hi", statusCallback: undefined, validSeconds });
    expect(standIn.log().map(({ validityPeriod }) => validityPeriod)).toEqual([
      null,
      600,
      36_000,
      36_000,
    ]);
    expect([...standIn.unexpected, ...standIn.bugs]).toEqual([]);
  } finally {
    await standIn.stop();
  }
});
