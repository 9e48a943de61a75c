import { expect, test } from "bun:test";
import { sendReminders } from "#src/calendar/reminders/send-reminders.ts";
import { textVisitChanges } from "#src/calendar/reminders/text-changes.ts";
import { desk } from "#tests/calendar/appointments/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const RUTH = "+12025550134";
const JOAN = "+12025550120";
const NEW = "+12025550177";
const TOMORROW = "2026-11-21";
const REMINDER = `See you Saturday, November 21 at 2:00 PM`;
const MINUTE = 60_000;

let sids = 31_000;

/** Ruth's visit tomorrow at two, of which she was reminded. */
async function reminded() {
  const parlor = await desk();
  const { app, admin, clock, hono, sms, sendAll } = parlor;
  await admin.request("POST", "/api/settings", {
    businessName: "",
    appointmentReminderEnabled: true,
    appointmentReminderMessage: "See you {date} at {time}",
  });
  const ruth = contact(app, admin, "Ruth Abernathy", RUTH);
  const { id } = await parlor.book({ phoneNumber: RUTH, appointmentDate: `${TOMORROW}T14:00` });
  const wait = async (minutes: number) => {
    clock.now += minutes * MINUTE;
    await textVisitChanges(app);
    await sendReminders(app);
    await sendAll();
  };
  await wait(61);
  return {
    ...parlor,
    id,
    wait,
    changeContact: (phoneNumber: string) =>
      admin.request("PATCH", `/api/contacts/${ruth}`, { phoneNumber }),
    changeVisit: (fields: object) => admin.request("PATCH", `/api/appointments/${id}`, fields),
    reply: async (from: string, body: string) => {
      sids += 1;
      await postInbound(hono, { sid: sidOf(sids), from, body });
      await sendAll();
    },
    status: async () =>
      (await admin.request("GET", `/api/appointments?from=${TOMORROW}&to=${TOMORROW}`)).body[0]
        .status,
    texts: () => sms.sent.map(({ to, body }) => `${to} ${body}`),
  };
}

test("a reminder is answered from the client's new number, and not by the former number's next owner", async () => {
  const { app, admin, changeContact, reply, status, texts } = await reminded();
  expect(texts()).toEqual([`${RUTH} ${REMINDER}`]);
  await changeContact(NEW);
  contact(app, admin, "Joan Whitlock", RUTH);
  await reply(RUTH, "X");
  expect(await status()).toBe("booked");
  await reply(NEW, "C");
  expect(await status()).toBe("confirmed");
  expect(texts().at(-1)).toStartWith(`${NEW} Thank you. You're confirmed`);
});

test("a visit that is given to another number is reminded there, and no answer to the former reminder counts", async () => {
  const { changeVisit, wait, reply, status, texts } = await reminded();
  await changeVisit({ clientName: "Joan Whitlock", phoneNumber: JOAN });
  await reply(JOAN, "X");
  expect(await status()).toBe("booked");
  await wait(1);
  expect(texts()).toEqual([`${RUTH} ${REMINDER}`, `${JOAN} ${REMINDER}`]);
  await reply(RUTH, "X");
  expect(await status()).toBe("booked");
  await reply(JOAN, "C");
  expect(await status()).toBe("confirmed");
});

test("the client of another number is texted the booking, not what the former client knew", async () => {
  const { changeVisit, wait, texts } = await reminded();
  await changeVisit({ appointmentDate: `${TOMORROW}T15:00`, notify: true });
  await changeVisit({ phoneNumber: JOAN });
  await wait(2);
  const [, text = "", ...others] = texts();
  expect(text).toContain(`${JOAN} You are booked with Elena on Saturday, November 21 at 3:00 PM`);
  expect(others).toEqual([]);
});
