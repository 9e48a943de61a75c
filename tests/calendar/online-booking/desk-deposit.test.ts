import { expect, test } from "bun:test";
import { askTo } from "#tests/support/callers.ts";
import { depositDesk, pay } from "./deposit-desk.ts";
import { FRIDAY, RUTH, runJob } from "./stand.ts";

/** Staff book Ruth's facial on Friday at ten. */
async function desk() {
  const parlor = await depositDesk();
  const { admin, elena, facial, sms, sendAll } = parlor;
  const book = (change: object = {}) =>
    admin.request("POST", "/api/appointments", {
      employeeId: elena,
      clientName: "Ruth Abernathy",
      phoneNumber: RUTH,
      appointmentDate: `${FRIDAY}T10:00`,
      serviceId: facial,
      askDeposit: true,
      notify: true,
      ...change,
    });
  const list = async () =>
    (await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`)).body;
  const texts = async () => {
    await runJob(parlor.app, "text-visit-changes");
    await sendAll();
    return sms.sent.map(({ body }) => body);
  };
  return { ...parlor, book, list, texts };
}

type Canceled = Awaited<ReturnType<typeof desk>> & { readonly id: number };

test("a visit that staff book asks for its deposit by one text with the link and the deadline", async () => {
  const { book, list, texts, admin, clock } = await desk();
  const { status, body } = await book();
  expect([status, body.status, body.deposit]).toEqual([
    201,
    "booked",
    {
      ...{ state: "due", amount: "30.00", paidAt: null, owedRefund: null },
      expiresAt: "2026-11-21T16:00:00.000Z",
    },
  ]);
  clock.now += 120_000;
  const [text = "", ...others] = await texts();
  expect(others).toEqual([]);
  expect(text).toMatch(
    /^Your Hydrating Facial on Friday, November 27 at 10:00 AM is booked\. To keep this time, pay the \$30\.00 deposit by Saturday, November 21 at 11:00 AM: https?:\/\/\S+\/book\/\S+$/,
  );
  clock.now = Date.parse("2026-11-21T13:00:00Z");
  const { body: waiting } = await admin.request("GET", "/api/waiting");
  expect(waiting).toMatchObject([{ kind: "deposit", id: body.id }]);
  expect(await list()).toHaveLength(1);
});

test("a caller's request is approved with the deposit's link in place of a confirmation", async () => {
  const parlor = await depositDesk();
  const { admin, elena, facial, sms, sendAll } = parlor;
  const approve = async (change: object) =>
    await admin.request("POST", `/api/potential-appointments/${askTo(parlor)}/approve`, {
      ...{ employeeId: elena, appointmentDate: `${FRIDAY}T10:00`, services: [facial] },
      askDeposit: true,
      ...change,
    });
  const refused = await approve({ services: undefined, service: "Balayage" });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["askDeposit"]]);
  const { body } = await approve({});
  expect(body.confirmation).toEqual({ sent: true, message: DEPOSIT_ASKED });
  await sendAll();
  expect(sms.sent.map(({ body: text }) => text)).toEqual([
    expect.stringMatching(/is approved\. To keep this time, pay the \$30\.00 deposit by .+: http/),
  ]);
  const { body: listed } = await admin.request("GET", "/api/appointments");
  expect(listed).toMatchObject([{ deposit: { state: "due", amount: "30.00" } }]);
});

const DEPOSIT_ASKED = "A text asks the client for the deposit.";

test("no deposit is asked for that couldn't be paid before the visit begins", async () => {
  const { book, clock } = await desk();
  clock.now = Date.parse(`${FRIDAY}T09:30:00-05:00`);
  const { status, body } = await book();
  expect([status, body.errors]).toEqual([
    400,
    { askDeposit: "This visit begins too soon to ask for its deposit." },
  ]);
  clock.now -= 2 * 60_000;
  expect((await book()).body.deposit).toMatchObject({ state: "due" });
});

test("the client pays by the link, and the confirmation follows", async () => {
  const parlor = await desk();
  const { book, list, texts, visitor } = parlor;
  await book();
  const [text = ""] = await texts();
  const path = `/api/booking/${text.slice(text.lastIndexOf("/") + 1)}`;
  expect((await visitor("POST", `${path}/pay`)).status).toBe(200);
  await pay(parlor);
  expect(await list()).toMatchObject([{ status: "booked", deposit: { state: "paid" } }]);
  expect((await texts()).at(-1)).toContain("You are booked for Hydrating Facial");
});

test("unpaid by the deadline, the time is released and the client is told", async () => {
  const { book, list, texts, clock, app } = await desk();
  await book();
  clock.now = Date.parse("2026-11-21T16:30:00Z");
  await runJob(app, "expire-booking-requests");
  expect(await list()).toMatchObject([{ status: "canceled" }]);
  expect((await texts()).at(-1)).toContain("We didn't get your $30.00 deposit in time");
});

test.each([
  [
    "staff",
    async ({ admin, id }: Canceled) => {
      await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
    },
  ],
  [
    "their client",
    async ({ visitor, texts }: Canceled) => {
      const [text = ""] = await texts();
      await visitor("POST", `/api/booking/${text.slice(text.lastIndexOf("/") + 1)}/cancel`);
    },
  ],
])(
  "an unpaid visit that %s canceled and that is put back after its deadline stays",
  async (_, cancel) => {
    const parlor = await desk();
    const { book, list, texts, clock, app, admin } = parlor;
    const { id } = (await book()).body;
    await cancel({ ...parlor, id });
    expect(await list()).toMatchObject([{ status: "canceled" }]);
    clock.now = Date.parse("2026-11-22T16:30:00Z");
    await admin.request("PATCH", `/api/appointments/${id}`, { status: "booked", notify: false });
    await runJob(app, "expire-booking-requests");
    expect(await list()).toMatchObject([{ status: "booked", deposit: null }]);
    expect((await texts()).join()).not.toContain("in time");
  },
);

test("a visit that is given to another client asks them for the deposit, tells the former one nothing and ends their link", async () => {
  const { admin, book, texts, clock, app, visitor, sms } = await desk();
  const { id } = (await book()).body;
  const bookingOf = (text = "") =>
    visitor("GET", `/api/booking/${text.slice(text.lastIndexOf("/") + 1)}`);
  const own = (await texts()).at(-1);
  expect((await bookingOf(own)).status).toBe(200);
  const JOAN = "+12025550155";
  const joan = { clientName: "Joan Whitlock", phoneNumber: JOAN };
  await admin.request("PATCH", `/api/appointments/${id}`, { ...joan, notify: true });
  clock.now += 120_000;
  const { body } = await bookingOf((await texts()).at(-1));
  expect((await bookingOf(own)).status).toBe(404);
  expect(body).toMatchObject({ clientName: "Joan", status: "held" });
  await admin.request("POST", `/api/appointments/${id}/deposit-link`);
  await texts();
  clock.now = Date.parse("2026-11-22T16:30:00Z");
  await runJob(app, "expire-booking-requests");
  await texts();
  const recipients = sms.sent.map(({ to }) => to);
  expect(recipients).toEqual([RUTH, JOAN, JOAN, JOAN]);
  expect(sms.sent.at(-1)?.body).toContain("didn't get your $30.00 deposit in time");
});

test.each([
  ["without a number", { phoneNumber: "" }, "the client's number is not known"],
  ["of a service without a deposit", { serviceId: null }, "This visit has no deposit"],
  ["that repeats", { repeat: { everyWeeks: 1, count: 3 } }, "Repeating visits have no deposit"],
])("a visit %s can't ask for a deposit, and isn't booked", async (_, change, reason) => {
  const { book, list } = await desk();
  const { status, body } = await book(change);
  expect(status).toBe(400);
  expect(body.errors.askDeposit).toContain(reason);
  expect(await list()).toEqual([]);
});

test("a deposit is asked for only on request, and not of a client who opted out", async () => {
  const { book, list, texts, admin } = await desk();
  expect((await book({ askDeposit: undefined, notify: false })).body.deposit).toBeNull();
  const { body: contact } = await admin.request("POST", "/api/contacts", {
    name: "Noor Haddad",
    phoneNumber: "+12025550155",
  });
  await admin.request("POST", `/api/contacts/${contact.id}/opt-out`);
  const refused = await book({ phoneNumber: "+12025550155", appointmentDate: `${FRIDAY}T12:00` });
  expect(refused.body.errors.askDeposit).toBe(
    "You can't ask for the deposit: the client has opted out of texts.",
  );
  expect([(await list()).length, await texts()]).toEqual([1, []]);
});
