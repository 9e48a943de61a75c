import { expect, test } from "bun:test";
import fc from "fast-check";
import { inTransaction } from "#db/connection.ts";
import { checkCounts } from "#db/doctor.ts";
import { revokeConsent } from "#src/clients/consent.ts";
import { markUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { appointmentStand, type Stand } from "#tests/calendar/reminders/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { phoneIn } from "#tests/support/callers.ts";
import { contact, stranger } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const RUNS = 25;
const NUMBERS = ["+12025550111", "+12025550122", "+12025550133", "+12025550144"];

interface Salon extends Stand {
  readonly ids: readonly [number, number];
}

interface Step {
  readonly act: keyof typeof ACTS;
  /** Which of the two. */
  readonly who: 0 | 1;
  readonly n: number;
}

let sids = 20_000;

async function phoneOf({ app }: Stand, id: number): Promise<string> {
  const row = app.db.query("select phone from contacts where id = ?").values(id);
  return `+${row[0]?.[0]}`;
}

/** What happens to a client before and after a merge. */
const ACTS = {
  async text(salon: Salon, id: number, n: number) {
    sids += 1;
    const from = await phoneOf(salon, id);
    const body = ["Hello", "C", "STOP", "START", "maybe stop with all these"][n % 5] ?? "";
    await postInbound(salon.hono, { sid: sidOf(sids), from, body });
  },
  async call(salon: Salon, id: number) {
    phoneIn(salon, { phone: await phoneOf(salon, id) });
  },
  async visit(salon: Salon, id: number, n: number) {
    const day = String((n % 20) + 1).padStart(2, "0");
    salon.book(`2026-1${n % 2}-${day}T15:00:00`, { phone: await phoneOf(salon, id) });
  },
  async note({ admin }: Salon, id: number, n: number) {
    await admin.request("POST", `/api/contacts/${id}/notes`, { body: `Note ${n}` });
  },
  async tag({ admin }: Salon, id: number, n: number) {
    const { body } = await admin.request("GET", "/api/tags");
    const tag = body[n % body.length];
    await admin.request("POST", `/api/tags/${tag.id}/put-on`, { contactIds: [id] });
  },
  async chat({ admin }: Salon, id: number, n: number) {
    const { body } = await admin.request("POST", "/api/conversations", { contactId: id });
    await admin.request("POST", "/api/conversations/messages", {
      conversationId: body.id,
      body: `Chat ${n}`,
    });
  },
  async draft({ admin }: Salon, id: number, n: number) {
    const { body } = await admin.request("POST", "/api/conversations", { contactId: id });
    await admin.request("POST", `/api/conversations/${body.id}/draft`, { body: `Draft ${n}` });
  },
  async read({ admin }: Salon, id: number) {
    const { body } = await admin.request("POST", "/api/conversations", { contactId: id });
    await admin.request("POST", `/api/conversations/${body.id}/mark-read`);
  },
  async number({ admin }: Salon, id: number, n: number) {
    await admin.request("PATCH", `/api/contacts/${id}`, { phoneNumber: NUMBERS[n % 4] });
  },
  async newcomer({ admin }: Salon, _id: number, n: number) {
    await admin.request("POST", "/api/contacts", {
      name: "Newcomer",
      phoneNumber: NUMBERS[n % 4],
    });
  },
  async bounce(salon: Salon, id: number) {
    const phone = await phoneOf(salon, id);
    inTransaction(salon.app.db, () =>
      markUndeliverable(salon.app, phone, { code: 30003, at: salon.app.now() }),
    );
  },
  async details({ admin }: Salon, id: number, n: number) {
    await admin.request("PATCH", `/api/contacts/${id}`, {
      email: `ada${n}@example.com`,
      birthday: "May 14",
    });
  },
  async campaign({ admin }: Salon, id: number, n: number) {
    await admin.request("POST", "/api/campaigns", {
      name: `Campaign ${n}`,
      message: "Hello {name}",
      contactIds: n % 2 ? [id] : [1, 2],
      skipCheck: true,
    });
  },
  async optOut({ app }: Salon, id: number) {
    const { phone } = app.db.query("select phone from contacts where id = ?").get(id) as {
      phone: number;
    };
    inTransaction(app.db, () =>
      revokeConsent(app, { phone: `+${phone}`, source: "staff", wording: "Asked at the desk" }),
    );
  },
  async send({ sendAll }: Salon) {
    await sendAll();
  },
};

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
    who: fc.constantFrom(0 as const, 1 as const),
    n: fc.nat(40),
  }),
  { maxLength: 14 },
);

async function open(): Promise<Salon> {
  const stand = appointmentStand("2026-11-20T16:00:00Z");
  for (const name of ["VIP", "Color"]) await stand.admin.request("POST", "/api/tags", { name });
  const first = contact(stand.app, stand.admin, "Ada Lovelace", "+12025550111");
  const second = stranger(stand.app, stand.admin, "Ada L.", "+12025550122");
  return { ...stand, ids: [first, second] };
}

async function live(salon: Salon, happened: readonly Step[]): Promise<void> {
  for (const { act, who, n } of happened) {
    salon.clock.now += 1_000;
    await ACTS[act](salon, salon.ids[who], n);
  }
}

/** Tables that record what was done, or where a search keeps its words. */
const NOT_COMPARED =
  /^sqlite|^audit|_search|_words|^state$|^contact_merges$|^rate_limits$|^idempotency/;

function contentOf({ app }: Stand): Record<string, unknown[]> {
  const tables = app.db
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table'")
    .all()
    .filter(({ name }) => !NOT_COMPARED.test(name));
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      app.db
        .query(`select * from ${name}`)
        .all()
        .toSorted((a, b) => (Bun.inspect(a) < Bun.inspect(b) ? -1 : 1)),
    ]),
  );
}

function numbersOf(content: Record<string, unknown[]>, contactId: number): unknown[] {
  const [contacts, numbers] = [content["contacts"], content["contact_numbers"]] as [
    { id: number; phone: number }[],
    { contact_id: number }[],
  ];
  return [
    contacts.find(({ id }) => id === contactId)?.phone,
    numbers.filter((number) => number.contact_id === contactId),
  ];
}

const WRONG_MARKS = `select id from contacts where id in (1, 2) and undeliverable <> exists (select 1 from undeliverable_numbers u
  where u.phone = contacts.phone and cleared_at is null)
  union all select contact_id from contact_numbers n join contacts c on c.id = contact_id and c.phone = n.phone`;

async function merge({ admin, ids }: Salon, otherNumber: boolean): Promise<number> {
  const { body } = await admin.request("GET", `/api/contacts/${ids[otherNumber ? 1 : 0]}`);
  const { status } = await admin.request("POST", `/api/contacts/${ids[0]}/merge`, {
    otherId: ids[1],
    name: "Ada",
    phoneNumber: body.phoneNumber,
    email: "merged@example.com",
  });
  return status;
}

test(
  "whatever happened before, a merge and its undo leave both clients as they were",
  () =>
    fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (happened, otherNumber) => {
        const salon = await open();
        await live(salon, happened);
        const before = contentOf(salon);
        expect(await merge(salon, otherNumber)).toBe(200);
        expect(checkCounts(salon.app.db).filter(({ isFine }) => !isFine)).toEqual([]);
        const { status } = await salon.admin.request(
          "DELETE",
          `/api/contacts/${salon.ids[0]}/merge`,
        );
        expect(status).toBe(200);
        expect(contentOf(salon)).toEqual(before);
      }),
      {
        numRuns: RUNS,
        // The other client's number was this one's before.
        examples: [
          [
            [
              { act: "number", who: 0, n: 14 },
              { act: "number", who: 1, n: 0 },
            ],
            true,
          ],
        ],
      },
    ),
  60_000,
);

test(
  "whatever happens in between, an undo gives the other client their own rows back, and every count is right",
  () =>
    fc.assert(
      fc.asyncProperty(steps, steps, fc.boolean(), async (happened, since, otherNumber) => {
        const salon = await open();
        await live(salon, happened);
        const before = contentOf(salon);
        await merge(salon, otherNumber);
        await live(
          salon,
          since.map((step) => ({ ...step, who: 0 })),
        );
        const undone = await salon.admin.request("DELETE", `/api/contacts/${salon.ids[0]}/merge`);
        expect([200, 409]).toContain(undone.status);
        if (undone.status !== 200) return;
        const after = contentOf(salon);
        for (const table of ["appointments", "calls", "contact_notes"])
          for (const row of before[table] as { id: number; contact_id: number }[])
            expect(after[table]).toContainEqual(
              expect.objectContaining({ id: row.id, contact_id: row.contact_id }),
            );
        const names = after["contacts"] as { id: number; name: string }[];
        expect(names.slice(0, 2).map(({ id, name }) => [id, name])).toEqual([
          [1, "Ada Lovelace"],
          [2, "Ada L."],
        ]);
        expect(numbersOf(after, 2)).toEqual(numbersOf(before, 2));
        const reaching = salon.app.db.query("select phone from contact_of_number").values().flat();
        expect(reaching).toEqual([...new Set(reaching)]);
        expect(salon.app.db.query(WRONG_MARKS).all()).toEqual([]);
        expect(checkCounts(salon.app.db).filter(({ isFine }) => !isFine)).toEqual([]);
        expect(salon.app.db.query("PRAGMA foreign_key_check").all()).toEqual([]);
      }),
      {
        numRuns: RUNS,
        examples: [
          // This client's number becomes the other's.
          [[], [{ act: "number", who: 0, n: 1 }], false],
          // The chosen number, on which the merge concluded a refusal, is a newcomer's.
          [
            [{ act: "optOut", who: 1, n: 0 }],
            [
              { act: "number", who: 0, n: 2 },
              { act: "newcomer", who: 0, n: 0 },
            ],
            false,
          ],
          // The other client's number can't be texted anymore.
          [[], [{ act: "bounce", who: 0, n: 0 }], true],
        ],
      },
    ),
  60_000,
);

test("a merge and its undo find texts and visits by an index", async () => {
  const salon = await open();
  const { db } = salon.app;
  const statements = new Set<string>();
  const query = db.query.bind(db);
  db.query = ((sql: string) => {
    if (/^(select|update|delete)/.test(sql)) statements.add(sql);
    return query(sql);
  }) as typeof db.query;
  expect(await merge(salon, false)).toBe(200);
  const { status } = await salon.admin.request("DELETE", `/api/contacts/${salon.ids[0]}/merge`);
  db.query = query as typeof db.query;
  expect(status).toBe(200);
  const plans = [...statements].flatMap((sql) =>
    query<{ detail: string }, []>(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => detail),
  );
  expect(plans).not.toBeEmpty();
  expect(plans.filter((plan) => /^SCAN (m|messages|contacts|appointments)\b/.test(plan))).toEqual(
    [],
  );
});
