import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkDatabase } from "#db/doctor.ts";
import { setApproved } from "#db/platform/users.ts";
import { NEW_USER_PERMISSIONS } from "#src/shared/permissions.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

function phoneOf(n: number): string {
  return `+1202555${String(100 + n).padStart(4, "0")}`;
}

async function tagOf({ admin }: TestApp, name: string): Promise<number> {
  return (await admin.request("POST", "/api/tags", { name })).body.id;
}

async function namesOf({ admin }: TestApp, query: string): Promise<string[]> {
  const { body } = await admin.request("GET", `/api/contacts?${query}`);
  return body.contacts.map(({ name }: { name: string }) => name);
}

function auditedTagActions({ app }: TestApp) {
  return app.db
    .query<{ action: string; metadata: string }, []>(
      "select action, metadata from audit_logs where action like '%tag%' order by id",
    )
    .all()
    .map(({ action, metadata }) => [action, JSON.parse(metadata)]);
}

test("tags are listed by name with how many contacts have them and how many of those can be texted", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  const ada = contact(app, admin, "Ada", phoneOf(1));
  const bea = contact(app, admin, "Bea", phoneOf(2));
  const vip = await tagOf(parlor, " VIP ");
  await tagOf(parlor, "bridal");
  await admin.request("POST", `/api/tags/${vip}/put-on`, { contactIds: [ada, bea] });
  await admin.request("POST", `/api/contacts/${bea}/opt-out`);
  expect((await admin.request("GET", "/api/tags")).body).toEqual([
    { id: 2, name: "bridal", contactCount: 0, reachableCount: 0 },
    { id: 1, name: "VIP", contactCount: 2, reachableCount: 1 },
  ]);
});

test.each([
  [" ", "Name is required"],
  ["x".repeat(41), "A tag can be up to 40 characters"],
])("the tag name %p is refused at its field", async (name, text) => {
  const { admin } = testApp();
  const { status, body } = await admin.request("POST", "/api/tags", { name });
  expect([status, body.errors]).toEqual([400, { name: text }]);
  expect((await admin.request("GET", "/api/tags")).body).toEqual([]);
});

test("a second tag with the same name in any case is 409 and names the first", async () => {
  const parlor = testApp();
  const { admin } = parlor;
  await tagOf(parlor, "Épilation");
  const other = await tagOf(parlor, "Other");
  const text = 'There\'s already a tag named "Épilation".';
  const made = await admin.request("POST", "/api/tags", { name: "épilation" });
  expect([made.status, made.body.errors]).toEqual([409, { name: text }]);
  const renamed = await admin.request("PATCH", `/api/tags/${other}`, { name: "ÉPILATION" });
  expect([renamed.status, renamed.body.message]).toEqual([409, text]);
  const itself = await admin.request("PATCH", `/api/tags/${other}`, { name: "OTHER" });
  expect([itself.status, itself.body.name]).toEqual([200, "OTHER"]);
});

test("tagging counts the contacts who lacked the tag, and skips deleted ones", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  const ada = contact(app, admin, "Ada", phoneOf(1));
  const vip = await tagOf(parlor, "VIP");
  const put = (contactIds: number[]) =>
    admin.request("POST", `/api/tags/${vip}/put-on`, { contactIds });
  expect((await put([ada, 999])).body).toEqual({ count: 1 });
  expect((await put([ada])).body).toEqual({ count: 0 });
  const off = await admin.request("POST", `/api/tags/${vip}/take-off`, { contactIds: [ada, 999] });
  expect(off.body).toEqual({ count: 1 });
  expect((await admin.request("POST", "/api/tags/99/put-on", { contactIds: [ada] })).status).toBe(
    404,
  );
  expect((await put([])).status).toBe(400);
  expect(auditedTagActions(parlor)).toEqual([
    ["tag.create", { name: "VIP" }],
    ["tag.put_on", { contactIds: [ada, 999], count: 1 }],
    ["contact.tag_put_on", { tag: vip }],
    ["tag.take_off", { contactIds: [ada, 999], count: 1 }],
  ]);
});

test("all matching contacts are tagged in slices, except the excluded ones", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  for (let n = 0; n < 600; n += 1)
    contact(app, admin, n % 2 ? `Odd ${n}` : `Even ${n}`, phoneOf(n));
  const vip = await tagOf(parlor, "VIP");
  const odd = { q: "odd" };
  const put = await admin.request("POST", `/api/tags/${vip}/put-on`, {
    matching: odd,
    except: [2],
  });
  expect(put.body).toEqual({ count: 299 });
  expect(auditedTagActions(parlor).slice(-2)).toEqual([
    ["tag.put_on", { matching: { state: "all", searched: true } }],
    ["tag.put_on", { count: 299 }],
  ]);
  const list = await admin.request("GET", `/api/contacts?tag=${vip}&limit=1`);
  expect([list.body.total, list.body.contacts[0].name]).toEqual([299, "Odd 599"]);
  const off = await admin.request("POST", `/api/tags/${vip}/take-off`, { matching: { tag: vip } });
  expect(off.body).toEqual({ count: 299 });
  expect((await admin.request("GET", "/api/tags")).body[0].contactCount).toBe(0);
});

test("a deleted tag is removed from all contacts, and the audit log says from how many", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  for (let n = 0; n < 300; n += 1) contact(app, admin, `Client ${n}`, phoneOf(n));
  const vip = await tagOf(parlor, "VIP");
  await admin.request("POST", `/api/tags/${vip}/put-on`, { matching: {} });
  expect((await admin.request("DELETE", `/api/tags/${vip}`)).status).toBe(204);
  expect((await admin.request("DELETE", `/api/tags/${vip}`)).status).toBe(404);
  expect((await admin.request("GET", "/api/contacts?limit=1")).body.contacts[0].tags).toEqual([]);
  expect((await admin.request("GET", `/api/contacts?tag=${vip}`)).status).toBe(404);
  expect(app.db.query("select count(*) as n from contact_tags").get()).toEqual({ n: 0 });
  expect(auditedTagActions(parlor).at(-1)).toEqual(["tag.delete", { name: "VIP", contacts: 300 }]);
});

test("a contact lists its tags by name", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  const ada = contact(app, admin, "Ada", phoneOf(1));
  contact(app, admin, "Bea", phoneOf(2));
  const vip = await tagOf(parlor, "VIP");
  const bridal = await tagOf(parlor, "bridal");
  for (const id of [vip, bridal])
    await admin.request("POST", `/api/tags/${id}/put-on`, { contactIds: [ada] });
  const { body } = await admin.request("GET", "/api/contacts");
  expect(body.contacts.map(({ tags }: { tags: unknown }) => tags)).toEqual([
    [],
    [
      { id: bridal, name: "bridal" },
      { id: vip, name: "VIP" },
    ],
  ]);
});

// Below and above the size at which a tag is read whole, the same pages must come.
test.each([[0], [2100]])(
  "a tag limits every search to contacts who have it (%p others)",
  async (others) => {
    const parlor = testApp();
    const { admin, app } = parlor;
    const names = ["Ann Lee", "ANNA Zoë", "anne", "Bea Hannah", "Zoe Ann", "Cy"];
    const ids = names.map((name, n) => contact(app, admin, name, phoneOf(n)));
    contact(app, admin, "Ann Untagged", phoneOf(50));
    const vip = await tagOf(parlor, "VIP");
    app.db.transaction(() => {
      for (let n = 0; n < others; n += 1) {
        const id = contact(app, admin, `Other ${n}`, `+1303${2_000_000 + n}`);
        app.db.run("insert into contact_tags values (?, ?)", [vip, id]);
      }
    })();
    await admin.request("POST", `/api/tags/${vip}/put-on`, { contactIds: ids });
    await admin.request("POST", `/api/contacts/${ids[0]}/opt-out`);

    expect(await namesOf(parlor, `tag=${vip}&q=ann`)).toEqual([
      "Zoe Ann",
      "Ann Lee",
      "anne",
      "ANNA Zoë",
      "Bea Hannah",
    ]);
    expect(await namesOf(parlor, `tag=${vip}&q=an`)).toEqual([
      "Zoe Ann",
      "anne",
      "ANNA Zoë",
      "Ann Lee",
    ]);
    expect(await namesOf(parlor, `tag=${vip}&q=zoe`)).toEqual(["Zoe Ann", "ANNA Zoë"]);
    expect(await namesOf(parlor, `tag=${vip}&q=555-0105`)).toEqual(["Cy"]);
    expect(await namesOf(parlor, `tag=${vip}&q=ann&state=opted-out`)).toEqual(["Ann Lee"]);
    expect(await namesOf(parlor, `tag=${vip}&state=opted-out`)).toEqual(["Ann Lee"]);
    for (const q of ["ann", "an"]) {
      const first = await admin.request("GET", `/api/contacts?tag=${vip}&q=${q}&limit=2`);
      const rest = await namesOf(parlor, `tag=${vip}&q=${q}&cursor=${first.body.nextCursor}`);
      expect([...first.body.contacts.map((one: { name: string }) => one.name), ...rest]).toEqual(
        await namesOf(parlor, `tag=${vip}&q=${q}`),
      );
    }
  },
);

test("a page of a tag reads only what it shows: by key, without a scan or sort", async () => {
  const parlor = testApp();
  const { app, admin } = parlor;
  const ids = Array.from({ length: 5 }, (_, n) => contact(app, admin, `C ${n}`, phoneOf(n)));
  const vip = await tagOf(parlor, "VIP");
  await admin.request("POST", `/api/tags/${vip}/put-on`, { contactIds: ids });
  await admin.request("POST", `/api/contacts/${ids[0]}/opt-out`);
  const plans = new Map<string, string[]>();
  const query = app.db.query.bind(app.db);
  app.db.query = ((sql: string) => {
    if (sql.startsWith("select") && sql.includes("contact_tags"))
      plans.set(
        sql,
        query<{ detail: string }, []>(`explain query plan ${sql}`)
          .all()
          .map(({ detail }) => detail),
      );
    return query(sql);
  }) as typeof app.db.query;
  for (const state of ["all", "subscribed", "opted-out"])
    await admin.request("GET", `/api/contacts?tag=${vip}&state=${state}`);
  app.db.query = query as typeof app.db.query;

  const pages = [...plans].filter(([sql]) => sql.includes("limit")).map(([, steps]) => steps);
  expect(pages).toEqual([
    [ALONG_TAG, "SEARCH contacts USING INTEGER PRIMARY KEY (rowid=?)", ...OWNER],
    [ALONG_TAG, "SEARCH contacts USING INTEGER PRIMARY KEY (rowid=?)", ...OWNER],
    [
      "SEARCH contacts USING INDEX contacts_opted_out (id<?)",
      "SEARCH contact_tags EXISTS USING PRIMARY KEY (tag_id=? AND contact_id=?)",
      ...OWNER,
    ],
  ]);
  // The tags of the page's own contacts are the only thing that is sorted.
  expect([...plans.values()].flat().filter((step) => /^SCAN (?!json_each)/.test(step))).toEqual([]);
});

const OWNER = ["CORRELATED SCALAR SUBQUERY 1", "SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)"];
const ALONG_TAG = "SEARCH contact_tags USING PRIMARY KEY (tag_id=? AND contact_id<?)";

test("after any changes, the counts of a tag match a recount", async () => {
  const action = fc.tuple(
    fc.constantFrom("put-on", "take-off", "opt-out", "opt-in", "dead", "delete", "all", "import"),
    fc.nat({ max: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 20 }), async (actions) => {
      const parlor = testApp();
      const { admin, app } = parlor;
      const ids = Array.from({ length: 6 }, (_, n) => contact(app, admin, `C ${n}`, phoneOf(n)));
      const vip = await tagOf(parlor, "VIP");
      for (const [what, n] of actions) {
        const contactIds = [ids[n] ?? 0, ids[(n + 1) % 6] ?? 0];
        if (what === "put-on" || what === "take-off")
          await admin.request("POST", `/api/tags/${vip}/${what}`, { contactIds });
        if (what === "opt-out" || what === "opt-in")
          await admin.request("POST", `/api/contacts/${ids[n]}/${what}`);
        if (what === "dead")
          app.db.run("update contacts set undeliverable = 1 - undeliverable where id = ?", [n + 1]);
        if (what === "delete") await admin.request("DELETE", `/api/contacts/${ids[n]}`);
        if (what === "all")
          await admin.request("POST", `/api/tags/${vip}/put-on`, { matching: {} });
        if (what === "import")
          await admin.request("POST", "/api/contacts/bulk-import", {
            contacts: [{ phoneNumber: phoneOf(n + 20) }],
            tagId: vip,
          });
      }
      for (const state of ["all", "subscribed", "opted-out", "undeliverable"]) {
        const { body } = await admin.request("GET", `/api/contacts?tag=${vip}&state=${state}`);
        expect([state, body.total]).toEqual([state, body.contacts.length]);
      }
      expect(checkDatabase(app.db).filter(({ isFine }) => !isFine)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

const FILE = [
  { firstName: "Ada", phoneNumber: phoneOf(1) },
  { firstName: "Bea", phoneNumber: phoneOf(2) },
  { firstName: "Bea again", phoneNumber: phoneOf(2) },
];

test.each([
  [false, ["Bea"]],
  [true, ["Bea", "Old"]],
])(
  "an import tags new contacts, and with tagPresent (%p) existing ones too",
  async (tagPresent, carry) => {
    const parlor = testApp();
    const { admin, app } = parlor;
    contact(app, admin, "Old", phoneOf(1));
    const vip = await tagOf(parlor, "VIP");
    const wanted = { contacts: FILE, tag: " vip ", tagPresent };
    const { body } = await admin.request("POST", "/api/contacts/bulk-import", wanted);
    expect(body.imported).toBe(1);
    expect(await namesOf(parlor, `tag=${vip}`)).toEqual(carry);
    expect((await admin.request("GET", "/api/tags")).body).toHaveLength(1);
  },
);

test("an import may create a tag, and a deleted tag refuses the batch", async () => {
  const parlor = testApp();
  const path = "/api/contacts/bulk-import";
  const gone = await parlor.admin.request("POST", path, { contacts: FILE, tagId: 99 });
  expect([gone.status, await namesOf(parlor, "")]).toEqual([404, []]);
  await parlor.admin.request("POST", path, { contacts: FILE, tag: "Spring" });
  expect((await parlor.admin.request("GET", "/api/tags")).body).toMatchObject([
    { name: "Spring", contactCount: 2 },
  ]);
});

test("tagging by a search that is hidden from the user matches nothing", async () => {
  const parlor = testApp();
  contact(parlor.app, parlor.admin, "Ada Byrne", "+12025550111");
  const { body: tag } = await parlor.admin.request("POST", "/api/tags", { name: "VIP" });
  const mia = parlor.person("user", []);
  setApproved(parlor.app.db, mia.id, {
    ...NEW_USER_PERMISSIONS,
    pages: ["/contacts"],
    canViewClientNames: false,
    canViewClientPhoneNumbers: false,
  });
  const matching = { matching: { q: "Byrne" } };
  const { body } = await mia.request("POST", `/api/tags/${tag.id}/put-on`, matching);
  expect(body).toEqual({ count: 0 });
  const byAdmin = await parlor.admin.request("POST", `/api/tags/${tag.id}/put-on`, matching);
  expect(byAdmin.body).toEqual({ count: 1 });
});
