import { expect, test } from "bun:test";
import fc from "fast-check";
import { insertCall } from "#db/calls/calls.ts";
import { BASIS } from "#db/clients/marketing-basis.ts";
import { inTransaction } from "#db/connection.ts";
import { basisOf } from "#src/shared/marketing-basis.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { createMembership, joinMembership } from "#tests/support/one-member.ts";
import { outside } from "#tests/support/outside.ts";
import { stranger, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";
const DAY = 24 * 60 * 60 * 1000;
const CREATE = "/api/contacts";
const ROW = { firstName: "Ada", lastName: "Byrne", phoneNumber: ADA };
let texts = 0;

const says = (parlor: TestApp, body: string) =>
  postInbound(parlor.hono, { sid: sidOf(700 + ++texts), from: ADA, body });

async function signsUp(parlor: TestApp, boxes: object): Promise<void> {
  const form = { name: "Ada", phoneNumber: ADA, appointments: false, offers: false, ...boxes };
  await parlor.visitor("POST", "/api/public/texts", form);
  await says(parlor, "YES");
}

async function visits(parlor: TestApp, appointmentDate: string): Promise<number> {
  await parlor.admin.request("POST", "/api/employees", { name: "Elena" });
  const made = await parlor.admin.request("POST", "/api/appointments", {
    employeeId: 1,
    clientName: "Ada Byrne",
    phoneNumber: ADA,
    appointmentDate,
    allowOverlap: true,
  });
  expect(made.status).toBe(201);
  return made.body.id;
}

function addConsent({ app }: TestApp, source: string): void {
  app.db.run(
    `insert into consents (phone, channel, category, given, source, wording, created_at)
     values (12025550111, 'sms', 'all', 1, '${source}', 'Yes', 1)`,
  );
}

async function reach(parlor: TestApp, more: object = {}): Promise<number> {
  const before = parlor.sms.sent.length;
  const made = await parlor.admin.request("POST", "/api/campaigns", {
    name: "Sale",
    message: "Sale!",
    skipCheck: true,
    audience: { all: true },
    ...more,
  });
  if (made.status !== 201) return 0;
  await parlor.sendAll();
  return parlor.sms.sent.slice(before).filter(({ body }) => body.startsWith("Sale")).length;
}

/** Read by a new session each time, because tests move the clock by years. */
async function basis({ person }: TestApp): Promise<string> {
  const { body } = await person("admin", []).request("GET", "/api/contacts?q=5550111");
  return body.contacts[0].basis;
}

const add = (parlor: TestApp) => stranger(parlor.app, parlor.admin, "Ada Byrne", ADA);

const SOURCES: readonly [string, string, (parlor: TestApp) => unknown][] = [
  [
    "added by hand",
    "none",
    ({ admin }) => admin.request("POST", CREATE, { name: "Ada", phoneNumber: ADA }),
  ],
  [
    "added by hand with a note",
    "agreed",
    ({ admin }) =>
      admin.request("POST", CREATE, {
        name: "Ada",
        phoneNumber: ADA,
        agreement: "Signed the form",
      }),
  ],
  [
    "imported",
    "none",
    ({ admin }) => admin.request("POST", "/api/contacts/bulk-import", { contacts: [ROW] }),
  ],
  [
    "imported with a statement",
    "agreed",
    ({ admin }) =>
      admin.request("POST", "/api/contacts/bulk-import", {
        contacts: [ROW],
        consentBasis: "Booking form",
      }),
  ],
  [
    "sent by a program",
    "none",
    async (parlor) =>
      (await outside(parlor)).send("contactCreate", {
        first_name: "Ada",
        last_name: "B",
        phone_number: ADA,
      }),
  ],
  [
    "sent by a program with a statement",
    "agreed",
    async (parlor) =>
      (await outside(parlor)).send("contactCreate", {
        first_name: "Ada",
        last_name: "B",
        phone_number: ADA,
        consent: "Web form",
      }),
  ],
  ["the texts page, offers", "agreed", (parlor) => signsUp(parlor, { offers: true })],
  ["the texts page, appointments", "none", (parlor) => signsUp(parlor, { appointments: true })],
  ["a text that asked something", "asked", (parlor) => says(parlor, "What are your hours?")],
  ["STOP", "none", (parlor) => says(parlor, "STOP")],
  [
    "STOP, then START",
    "agreed",
    async (parlor) => {
      await says(parlor, "STOP");
      await says(parlor, "START");
    },
  ],
  [
    "a call",
    "asked",
    (parlor) => {
      const contactId = add(parlor);
      inTransaction(parlor.app.db, () =>
        insertCall(parlor.app.db, {
          callSid: "CA1",
          phone: ADA,
          contactId,
          startedAt: parlor.app.now(),
        }),
      );
    },
  ],
  [
    "a call, named later",
    "asked",
    (parlor) => {
      inTransaction(parlor.app.db, () =>
        insertCall(parlor.app.db, {
          callSid: "CA1",
          phone: ADA,
          contactId: null,
          startedAt: parlor.app.now(),
        }),
      );
      add(parlor);
    },
  ],
  [
    "a visit last week",
    "client",
    async (parlor) => {
      add(parlor);
      await visits(parlor, "2026-11-12T10:00");
    },
  ],
  [
    "a visit that added the client",
    "client",
    async (parlor) => {
      await visits(parlor, "2026-11-12T10:00");
    },
  ],
  [
    "a visit next week",
    "none",
    async (parlor) => {
      add(parlor);
      await visits(parlor, "2026-11-27T10:00");
    },
  ],
  [
    "a visit 19 months ago",
    "none",
    async (parlor) => {
      add(parlor);
      await visits(parlor, "2025-04-10T10:00");
    },
  ],
  [
    "a visit that was missed",
    "none",
    async (parlor) => {
      add(parlor);
      const id = await visits(parlor, "2026-11-12T10:00");
      await parlor.admin.request("PATCH", `/api/appointments/${id}`, { status: "no_show" });
    },
  ],
  [
    "a visit that was deleted",
    "none",
    async (parlor) => {
      add(parlor);
      const id = await visits(parlor, "2026-11-12T10:00");
      await parlor.admin.request("DELETE", `/api/appointments/${id}`);
    },
  ],
  [
    "a membership",
    "client",
    async (parlor) => {
      const id = add(parlor);
      const membershipId = await createMembership(parlor.admin);
      joinMembership(parlor, membershipId, id);
    },
  ],
  [
    "consent from a source that doesn't exist yet",
    "none",
    (parlor) => {
      add(parlor);
      addConsent(parlor, "telepathy");
    },
  ],
];

test.each(SOURCES)("%s: the basis is %p, and campaigns obey it", async (_, expected, happen) => {
  const parlor = testApp();
  await happen(parlor);
  expect(await basis(parlor)).toBe(expected);
  expect(await reach(parlor)).toBe(["agreed", "client"].includes(expected) ? 1 : 0);
  expect(await reach(parlor, { includeAsked: true })).toBe(expected === "none" ? 0 : 1);
});

test("a client's basis ends 18 months after the visit, and three months after a text", async () => {
  const parlor = testApp();
  add(parlor);
  await visits(parlor, "2026-11-12T10:00");
  await says(parlor, "Thank you!");
  for (const [days, expected] of [
    [500, "client"],
    [570, "none"],
  ] as const) {
    parlor.clock.now = Date.parse("2026-11-12T10:00:00Z") + days * DAY;
    expect(await basis(parlor)).toBe(expected);
    const { body } = await parlor.person("admin", []).request("GET", "/api/offers/bases");
    expect(body[expected]).toBe(1);
  }
  await says(parlor, "Hello again");
  expect(await basis(parlor)).toBe("asked");
  parlor.clock.now += 91 * DAY;
  expect(await basis(parlor)).toBe("asked");
  parlor.clock.now += 3 * DAY;
  expect(await basis(parlor)).toBe("none");
});

test("a basis that ends while the campaign waits is noticed before the text leaves", async () => {
  const parlor = testApp();
  add(parlor);
  await visits(parlor, "2025-05-22T10:00");
  expect(await basis(parlor)).toBe("client");
  const made = await parlor.admin.request("POST", "/api/campaigns", {
    name: "Sale",
    message: "Sale!",
    skipCheck: true,
    audience: { all: true },
    scheduledFor: "2026-11-30T12:00",
  });
  expect(made.body.totalRecipients).toBe(1);
  parlor.clock.now = Date.parse("2026-11-30T18:00:00Z");
  const later = parlor.person("admin", []);
  await later.request("PATCH", `/api/campaigns/${made.body.id}/schedule`, {
    scheduledFor: null,
  });
  await parlor.sendAll();
  expect(parlor.sms.sent).toEqual([]);
  const { body: report } = await later.request("GET", `/api/campaigns/${made.body.id}/report`);
  expect(report.failures).toEqual([
    { kind: "skipped", reason: "Never agreed to offers", count: 1 },
  ]);
});

test("a STOP ends an agreement, and only the client's START or a new statement brings it back", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", CREATE, { name: "Ada", phoneNumber: ADA, agreement: "Form" });
  await visits(parlor, "2026-11-12T10:00");
  await says(parlor, "STOP");
  expect(await basis(parlor)).toBe("none");
  const again = await parlor.admin.request("PATCH", "/api/contacts/1", { agreement: "Said yes" });
  expect([again.status, again.body.errors]).toEqual([
    409,
    { agreement: "This number opted out. Opt the client in first." },
  ]);
  const bulk = { selection: { contactIds: [1] }, note: "They all said yes" };
  expect((await parlor.admin.request("POST", "/api/offers/agreements", bulk)).body.count).toBe(0);
  expect(await reach(parlor, { includeAsked: true })).toBe(0);
  await says(parlor, "START");
  expect(await basis(parlor)).toBe("agreed");
});

test("with a new number, consent stays with the old one and visits stay with the client", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", CREATE, {
    name: "Ada",
    phoneNumber: "+12025550122",
    agreement: "Form",
  });
  await parlor.admin.request("POST", CREATE, { name: "Bea", phoneNumber: "+12025550133" });
  const employee = await parlor.admin.request("POST", "/api/employees", { name: "Elena" });
  await parlor.admin.request("POST", "/api/appointments", {
    employeeId: employee.body.id,
    clientName: "Bea",
    phoneNumber: "+12025550133",
    appointmentDate: "2026-11-12T10:00",
  });
  const change = async (id: number, phoneNumber: string) =>
    (await parlor.admin.request("PATCH", `/api/contacts/${id}`, { phoneNumber })).body.basis;
  expect(await change(1, "+12025550144")).toBe("none");
  expect(await change(2, "+12025550155")).toBe("client");
  expect(await change(1, "+12025550122")).toBe("agreed");
  expect((await parlor.admin.request("GET", "/api/offers/bases")).body).toMatchObject({
    agreed: 1,
    client: 1,
    none: 0,
  });
});

test("the basis is the same in SQL and in TypeScript, whatever the facts", () => {
  const { db } = testApp().app;
  const time = fc.option(fc.integer({ min: 0, max: 6 }));
  const facts = fc.record({
    agreed: fc.option(fc.integer({ min: 0, max: 2 })),
    clientFrom: time,
    clientUntil: time,
    askedUntil: time,
  });
  fc.assert(
    fc.property(facts, fc.integer({ min: 0, max: 6 }), (known, now) => {
      const row = db
        .query(
          `select ${BASIS} as basis from (select $agreed as agreed, $clientFrom as client_from,
             $clientUntil as client_until, $askedUntil as asked_until)`,
        )
        .get({ ...known, now });
      expect(row).toEqual({ basis: basisOf(known, now) });
    }),
  );
});

test("a START after a STOP also ends the limit to texts about appointments", async () => {
  const parlor = testApp();
  await signsUp(parlor, { appointments: true });
  expect(await basis(parlor)).toBe("none");
  await says(parlor, "STOP");
  await says(parlor, "START");
  expect(await basis(parlor)).toBe("agreed");
});
