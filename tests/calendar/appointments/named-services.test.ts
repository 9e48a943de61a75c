import { expect, test } from "bun:test";
import { DAY_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { desk } from "./stand.ts";

const PHONE = "+12025550134";

/** Ruth, who texts, and what her texts name to whoever books. */
async function ruth() {
  const parlor = await desk();
  const { app, admin, clock, hono } = parlor;
  const id = contact(app, admin, "Ruth Abernathy", PHONE);
  const names = new Map<number, string>();
  for (const name of ["Balayage", "Chemical Peel", "Hydrating Facial"]) {
    const service = { name, durationMinutes: 60 };
    names.set((await admin.request("POST", "/api/services", service)).body.id, name);
  }
  let texts = 0;
  return {
    ...parlor,
    async writes(body: string) {
      texts += 1;
      clock.now += MINUTE_MS;
      expect(await postInbound(hono, { sid: sidOf(texts), from: PHONE, body })).toBe(200);
    },
    async answer(body: string) {
      clock.now += MINUTE_MS;
      const { conversations } = (await admin.request("GET", "/api/conversations")).body;
      const text = { conversationId: conversations[0].id, body };
      expect((await admin.request("POST", "/api/conversations/messages", text)).status).toBe(201);
    },
    async named(reader = admin) {
      const { body } = await reader.request("GET", `/api/contacts/${id}/appointments`);
      return body.named.map((service: number) => names.get(service));
    },
  };
}

test("the last text of either side that names a service decides, for two weeks", async () => {
  const { writes, answer, named, clock, desk, elena } = await ruth();
  expect(await named()).toEqual([]);
  await writes("Could I have a facial?");
  expect(await named()).toEqual(["Hydrating Facial"]);
  await answer("We have time for the peel, too");
  await writes("Sounds good!");
  expect(await named()).toEqual(["Chemical Peel"]);
  const reader = () => desk([elena], { pages: ["/contacts", "/inbox"] });
  clock.now += 13 * DAY_MS;
  expect(await named(reader())).toEqual(["Chemical Peel"]);
  clock.now += DAY_MS;
  expect(await named(reader())).toEqual([]);
});

test("what was texted before a visit was booked is done with", async () => {
  const { writes, named, book, clock } = await ruth();
  await writes("Balayage, please");
  clock.now += MINUTE_MS;
  await book({ phoneNumber: PHONE, appointmentDate: "2026-11-20T15:00" });
  expect(await named()).toEqual([]);
  await writes("And a facial?");
  expect(await named()).toEqual(["Hydrating Facial"]);
});

test("without the inbox, texts name nothing", async () => {
  const { writes, named, desk, elena } = await ruth();
  await writes("Balayage, please");
  expect(await named(desk([elena]))).toEqual([]);
  expect(await named(desk([elena], { pages: ["/contacts", "/inbox"] }))).toEqual(["Balayage"]);
});
