import { offerGaps } from "#src/calendar/waitlist/offer-gaps.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { type Desk, desk } from "#tests/calendar/appointments/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, type Reply } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

export const RUTH = "+12025550134";
export const JOAN = "+12025550120";
export const WREN = "+12025550137";
/** The Friday after today. */
export const FRIDAY = "2026-11-27";
const MINUTE = 60_000;

export interface WaitDesk extends Desk {
  /** The id of a facial of an hour with both employees. */
  readonly facial: number;
  readonly contacts: { readonly [phone: string]: number };
  /** Adds a client to the list, for Friday unless told otherwise, and answers the entry. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  readonly wait: (phone: string, preferences?: object) => Promise<any>;
  readonly entries: () => Promise<{ status: string; offer: unknown; booked: unknown }[]>;
  readonly statuses: () => Promise<string[]>;
  readonly cancel: (id: number) => Promise<Reply>;
  /** Runs the job and sends what it queued. */
  readonly work: () => Promise<void>;
  /** Lets time pass, then runs the job. */
  readonly after: (minutes: number) => Promise<void>;
  /** A text from a client, then the answers. */
  readonly reply: (phone: string, body: string) => Promise<void>;
  readonly texts: () => string[];
}

let sids = 4000;

/** A salon whose clients Ruth, Joan and Wren may wait for a facial. */
export async function waitDesk(): Promise<WaitDesk> {
  const parlor = await desk();
  const { app, admin, hono, clock, sms, sendAll } = parlor;
  await admin.request("POST", "/api/settings", { businessName: "Lumen" });
  const { body } = await admin.request("POST", "/api/services", {
    name: "Facial",
    durationMinutes: 60,
    price: "120.00",
  });
  const contacts: Record<string, number> = {
    [RUTH]: contact(app, admin, "Ruth Abernathy", RUTH),
    [JOAN]: contact(app, admin, "Joan Whitlock", JOAN),
    [WREN]: contact(app, admin, "Wren Calloway", WREN),
  };
  const entries = async () => (await admin.request("GET", "/api/waitlist")).body;
  const work = async () => {
    await offerGaps(app);
    await sendAll();
  };
  return {
    ...parlor,
    facial: body.id,
    contacts,
    wait: async (phone, preferences = {}) => {
      const reply = await admin.request("POST", "/api/waitlist", {
        contactId: contacts[phone],
        serviceId: body.id,
        from: FRIDAY,
        to: FRIDAY,
        ...preferences,
      });
      if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
      clock.now += 1;
      return reply.body;
    },
    entries,
    statuses: async () =>
      (await entries())
        .toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)
        .map(({ status }: { status: string }) => status),
    cancel: async (id) => {
      const reply = await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
      // It could be undone until now.
      clock.now += UNDO_MS;
      return reply;
    },
    work,
    after: async (minutes) => {
      clock.now += minutes * MINUTE;
      await work();
    },
    reply: async (phone, text) => {
      sids += 1;
      const status = await postInbound(hono, { sid: sidOf(sids), from: phone, body: text });
      if (status !== 200) throw new Error(`The webhook answered ${status}`);
      await work();
    },
    texts: () => sms.sent.map(({ to, body }) => `${to} ${body}`),
  };
}

/** Books a facial for Friday at ten. */
export const bookFriday = (parlor: WaitDesk, wanted = {}) =>
  parlor.book({ appointmentDate: `${FRIDAY}T10:00`, serviceId: parlor.facial, ...wanted });

/** A salon in which Friday at ten was canceled and is offered to the first of these clients. */
export async function offeringDesk(...phones: readonly string[]): Promise<WaitDesk> {
  const parlor = await waitDesk();
  const { id } = await bookFriday(parlor);
  for (const phone of phones) await parlor.wait(phone);
  await parlor.cancel(id);
  await parlor.work();
  return parlor;
}
