import { expect, test } from "bun:test";
import fc from "fast-check";
import { markUndeliverable } from "#src/messaging/deliverability/deliverability.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { addStaff } from "#tests/support/crawl.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const STATES = ["all", "subscribed", "opted-out", "undeliverable"] as const;

function phoneOf(n: number): string {
  return `+1202555${String(1000 + n)}`;
}

/** Every page in turn; between two pages `meanwhile` happens. */
async function allPages({ admin }: TestApp, query: string, meanwhile = () => {}) {
  const seen: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body } = await admin.request(
      "GET",
      `/api/contacts?${query}${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...body.contacts.map(({ id }: { id: number }) => id));
    cursor = body.nextCursor;
    meanwhile();
  }
  return seen;
}

test("pages of a list or search of any size show each contact exactly once while others are added", async () => {
  const names = fc.array(fc.constantFrom("Ann", "ann", "Anna", "Bea", "ANN LEE"), {
    minLength: 1,
    maxLength: 25,
  });
  const searches = { "": /^/, an: /^an/i, ann: /ann/i };
  await fc.assert(
    fc.asyncProperty(
      names,
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom(...(Object.keys(searches) as (keyof typeof searches)[])),
      async (all, limit, q) => {
        const parlor = testApp();
        const ids = all.map((name, n) => contact(parlor.app, parlor.admin, name, phoneOf(n)));
        const expected = ids.filter((_, n) => searches[q].test(all[n] ?? ""));
        let added = 100;
        const seen = await allPages(parlor, `limit=${limit}&q=${q}`, () => {
          added += 1;
          if (added < 120) contact(parlor.app, parlor.admin, "ANNE", phoneOf(added));
        });
        expect(seen.filter((id) => id <= ids.length).sort((a, b) => a - b)).toEqual(expected);
        expect(new Set(seen).size).toBe(seen.length);
      },
    ),
    { numRuns: 40 },
  );
});

test.each(STATES)("pages by name show each contact once, from A to Z: %p", async (state) => {
  const parlor = testApp();
  const names = ["bea", "Ann", "Bea", "Zoe", "ann", "Cy", "Ann"];
  for (const [n, name] of names.entries()) contact(parlor.app, parlor.admin, name, phoneOf(n));
  for (const id of [2, 5]) await parlor.admin.request("POST", `/api/contacts/${id}/opt-out`);
  const expected = {
    all: [2, 5, 7, 1, 3, 6, 4],
    subscribed: [7, 1, 3, 6, 4],
    "opted-out": [2, 5],
    undeliverable: [],
  }[state];
  for (const limit of [1, 2, 7])
    expect(await allPages(parlor, `sort=name&state=${state}&limit=${limit}`)).toEqual(expected);

  const tag = await parlor.admin.request("POST", "/api/tags", { name: "VIP" });
  await parlor.admin.request("POST", `/api/tags/${tag.body.id}/put-on`, {
    contactIds: [4, 5, 1, 7],
  });
  expect(await allPages(parlor, `sort=name&state=${state}&limit=1&tag=${tag.body.id}`)).toEqual(
    expected.filter((id) => [4, 5, 1, 7].includes(id)),
  );
});

test("a user who may not see names can't sort by them", async () => {
  const noNames = addStaff(testApp(), { canViewClientNames: false });
  expect((await noNames.request("GET", "/api/contacts?sort=name")).status).toBe(403);
});

test("contacts are listed newest first, a hundred to a page", async () => {
  const parlor = testApp();
  for (let n = 0; n < 101; n += 1) contact(parlor.app, parlor.admin, `Client ${n}`, phoneOf(n));
  const { body } = await parlor.admin.request("GET", "/api/contacts");
  expect(body.contacts).toHaveLength(100);
  expect(body.contacts[0].name).toBe("Client 100");
  expect(body.total).toBe(101);
  const { body: rest } = await parlor.admin.request(
    "GET",
    `/api/contacts?cursor=${body.nextCursor}`,
  );
  expect(rest).toMatchObject({ contacts: [{ name: "Client 0" }], nextCursor: null, total: 101 });
});

test("the light list has all contacts, with only what a picker needs", async () => {
  const parlor = testApp();
  contact(parlor.app, parlor.admin, "Ada", phoneOf(1));
  contact(parlor.app, parlor.admin, "Bea", phoneOf(2));
  const { body } = await parlor.admin.request("GET", "/api/contacts/all");
  const light = { optedOut: false, undeliverable: false };
  expect(body).toEqual([
    { id: 2, name: "Bea", phoneNumber: phoneOf(2), ...light },
    { id: 1, name: "Ada", phoneNumber: phoneOf(1), ...light },
  ]);
});

type ContactChange = readonly [what: string, whom: number];

/** Everything that can happen to a contact, by kind. */
async function act(parlor: TestApp, [what, n]: ContactChange, step: number): Promise<void> {
  const { admin, app, hono } = parlor;
  const { body: all } = await admin.request("GET", "/api/contacts/all");
  const id = all[n % Math.max(1, all.length)]?.id ?? 0;
  const text = { sid: sidOf(1000 + step), from: phoneOf(n) };
  if (what === "create")
    await admin.request("POST", "/api/contacts", { name: "A", phoneNumber: phoneOf(n) });
  if (what === "delete") await admin.request("DELETE", `/api/contacts/${id}`);
  if (what === "move")
    await admin.request("PATCH", `/api/contacts/${id}`, { phoneNumber: phoneOf(n) });
  if (what === "opt-out" || what === "opt-in")
    await admin.request("POST", `/api/contacts/${id}/${what}`);
  if (what === "stop") await postInbound(hono, { ...text, body: "STOP" });
  if (what === "start") await postInbound(hono, { ...text, body: "START" });
  if (what === "dead") markUndeliverable(app, phoneOf(n), { code: 30006, at: app.now() });
  if (what === "import")
    await admin.request("POST", "/api/contacts/bulk-import", {
      contacts: [n, n + 1].map((one) => ({ phoneNumber: phoneOf(one) })),
    });
}

test("after any changes, the totals of each state match a recount", async () => {
  const change = fc.tuple(
    fc.constantFrom(
      "create",
      "create",
      "delete",
      "move",
      "opt-out",
      "opt-in",
      "stop",
      "start",
      "dead",
      "import",
    ),
    fc.nat({ max: 6 }),
  );
  let stateful = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
      const parlor = testApp();
      for (const [step, one] of changes.entries()) await act(parlor, one, step);
      for (const state of STATES) {
        const { body } = await parlor.admin.request("GET", `/api/contacts?state=${state}`);
        expect([state, body.total]).toEqual([state, body.contacts.length]);
        if (state !== "all") stateful += body.total;
      }
      expect((await parlor.admin.request("GET", "/api/stats")).body.totalContacts).toBe(
        (await parlor.admin.request("GET", "/api/contacts/all")).body.length,
      );
    }),
    { numRuns: 40 },
  );
  // Were nothing ever in a state, the totals would agree at zero.
  expect(stateful).toBeGreaterThan(40);
});
